import ConverterCore
import PDFObjects

/// Forms (ISO 32000-1, 12.7).
extension AssembledFile {
  /// Makes one form of those of all files, of the fields with widgets on pages of the result.
  func joinForms() throws(ConversionError) {
    let form = target.dictionary()
    let fields = target.array()
    let order = target.array()
    var names: Set<String> = []
    var resources = FormResources(target)
    var needsAppearances = false
    var signatures = 0
    for part in parts {
      guard let source = part.root?["/AcroForm"], let structure = part.structure else { continue }
      guard source.isDictionary || !part.widgets.isEmpty else { continue }
      var tree = try structure.fields
      for (id, _) in part.widgets where !tree.contains(id) {
        try tree.add(fieldOf: structure.file.object(id))
      }
      let roots = try copy(tree, of: part, signatures: &signatures)
      guard !roots.isEmpty || source.has("/XFA") else { continue }
      for root in roots {
        rename(root, in: part, taken: &names)
        fields.append(root)
      }
      try resources.add(source, of: part, to: form, roots: roots, all: part.fields.values)
      if source["/NeedAppearances"].boolean == true { needsAppearances = true }
      for field in source["/CO"].items {
        if let id = field.id, let copy = part.fields[id] { order.append(copy) }
      }
      try keepXFA(of: source, part, in: form)
      noteRenamedFields(of: part, hasOrder: source["/CO"].count > 0)
    }
    if signatures > 0 {
      context.note(
        "signatures", .dropped,
        why:
          "\(signatures == 1 ? "a signature covers" : "\(signatures) signatures cover") a file as "
          + "it was signed; the fields stay")
    }
    guard fields.count > 0 || form.has("/XFA") else { return }
    form["/Fields"] = fields
    if order.count > 0 { form["/CO"] = order }
    if needsAppearances {
      haveFieldsDrawn(by: form)
      if parts.count(where: { !$0.fields.isEmpty }) > 1 {
        context.note(
          "fields", .changed, why: "viewers draw those of all files anew, as one of the files asks")
      }
    }
    target.root["/AcroForm"] = target.indirect(form)
  }

  /// Has viewers draw fields from their values, as one of the files asks: those of all files then. What they draw
  /// ticks with must be there.
  private func haveFieldsDrawn(by form: PDFObject) {
    form["/NeedAppearances"] = target.boolean(true)
    if !form.has("/DR") { form["/DR"] = target.dictionary() }
    let resources = form["/DR"]
    if !resources.has("/Font") { resources["/Font"] = target.dictionary() }
    let fonts = resources["/Font"]
    guard !fonts.has("/ZaDb") else { return }
    fonts["/ZaDb"] = target.indirect(
      target.dictionary([
        "/Type": target.name("/Font"), "/Subtype": target.name("/Type1"),
        "/BaseFont": target.name("/ZapfDingbats"),
      ]))
  }

  /// Scripts know fields by their names, and are not read.
  private func noteRenamedFields(of part: SourcePart, hasOrder: Bool) {
    guard part.fieldNames.contains(where: { $0.key != $0.value }),
      hasOrder || part.fields.values.contains(where: { $0.has("/AA") })
    else { return }
    context.note(
      "scripts", .changed,
      why: "those that calculate or check fields know them by the names that they had in their file"
    )
  }

  /// XFA describes the whole form once more, with all of its pages.
  private func keepXFA(
    of source: PDFObject, _ part: SourcePart, in form: PDFObject
  ) throws(ConversionError) {
    guard source.has("/XFA") else { return }
    if part.isWhole, !isMerged {
      form["/XFA"] = try part.transplant(source["/XFA"], to: target)
    } else {
      context.note(
        "xfa", .dropped, why: "XFA forms can be neither joined nor taken apart; the fields stay")
    }
  }

  /// - Returns: the fields at the top.
  private func copy(
    _ tree: FieldTree, of part: SourcePart, signatures: inout Int
  ) throws(ConversionError) -> [PDFObject] {
    let nodes = tree.nodes
    var isKept = nodes.map { node in
      node.id.map { part.widgets[$0] != nil } ?? false || part.isWhole && node.kids.isEmpty
    }
    // Parents stand before their kids.
    for index in nodes.indices.reversed() where isKept[index] {
      if let parent = nodes[index].parent { isKept[parent] = true }
    }
    var roots: [PDFObject] = []
    var copies: [PDFObject?] = Array(repeating: nil, count: nodes.count)
    for (index, node) in nodes.enumerated() where isKept[index] {
      if index % 1024 == 0 { try context.checkpoint() }
      let parent = node.parent.flatMap { copies[$0] }
      var made = node.id.flatMap { part.widgets[$0] } ?? []
      if made.isEmpty {
        let copy = target.dictionary()
        try target.transplantEntries(
          of: node.object, into: copy, except: ["/Kids", "/Parent", "/P"]
        ) {
          part.copies[$0]
        }
        made = [target.indirect(copy)]
      } else if made.count > 1, parent == nil || made[0].has("/T") {
        made = [separated(made)]
      }
      for copy in made {
        if copy["/FT"].name == "/Sig", copy.has("/V") {
          copy.removeKey("/V")
          signatures += 1
        }
        guard let parent else { continue }
        copy["/Parent"] = parent
        if !parent.has("/Kids") { parent["/Kids"] = target.array() }
        parent["/Kids"].append(copy)
      }
      if parent == nil { roots += made }
      copies[index] = made[0]
      if let id = node.id { part.fields[id] = made[0] }
    }
    return roots
  }

  /// The field of a widget that came several times: they become its kids.
  private func separated(_ widgets: [PDFObject]) -> PDFObject {
    let ofField = [
      "/FT", "/T", "/TU", "/TM", "/Ff", "/V", "/DV", "/MaxLen", "/Opt", "/TI", "/I", "/RV", "/DS",
      "/Lock",
      "/SV",
    ]
    let field = target.indirect(target.dictionary())
    for key in ofField where widgets[0].has(key) { field[key] = widgets[0][key] }
    for widget in widgets {
      for key in ofField where widget.has(key) { widget.removeKey(key) }
      widget["/Parent"] = field
    }
    field["/Kids"] = target.array(widgets)
    return field
  }

  /// Fields of the same name would be one field: that of the later file gets a number.
  private func rename(_ root: PDFObject, in part: SourcePart, taken: inout Set<String>) {
    guard let name = root["/T"].text else { return }
    // Within one file the same name twice is one field in two parts, or damage that was there before.
    if let new = part.fieldNames[name] {
      if new != name { root["/T"] = target.text(new) }
      return
    }
    var new = name
    var number = 2
    while taken.contains(new) {
      new = "\(name)_\(number)"
      number += 1
    }
    taken.insert(new)
    part.fieldNames[name] = new
    guard new != name else { return }
    root["/T"] = target.text(new)
    context.note(
      "fields", .changed, why: "the name of the field \(name.printable) was taken: \(new.printable)"
    )
  }
}

/// Actions that name fields.
extension AssembledFile {
  private static let mostActions = 100

  /// Names the fields that the actions of an annotation refer to: references would bring the fields of all
  /// pages along.
  func nameFields(in owner: PDFObject, _ key: String) {
    var pending = [owner[key]]
    var count = 0
    while count < Self.mostActions, let action = pending.popLast() {
      count += 1
      if action.isArray {
        pending += action.items.prefix(Self.mostActions).reversed()
        continue
      }
      let kind = action["/S"].name
      let entry = kind == "/Hide" ? "/T" : "/Fields"
      if kind == "/Hide" || kind == "/SubmitForm" || kind == "/ResetForm" {
        let fields = action[entry]
        if fields.isDictionary {
          replace(entry, of: action, with: named(fields))
        } else if fields.items.contains(where: \.isDictionary) {
          let names = fields.items.map { $0.isDictionary ? named($0) : $0 }
          replace(entry, of: action, with: action.file.array(names))
        }
      }
      if kind != nil, action.has("/Next") { pending.append(action["/Next"]) }
    }
  }

  private func named(_ field: PDFObject) -> PDFObject {
    field.file.text(FieldTree.qualifiedName(of: field) ?? "")
  }

  /// Gives fields that an action of the result names the names that they have now.
  func renameFields(_ key: String, of action: PDFObject, in part: SourcePart) {
    let fields = action[key]
    if let new = newName(of: fields, in: part) { action[key] = new }
    for (index, field) in fields.items.enumerated() {
      if let new = newName(of: field, in: part) { fields[index] = new }
    }
  }

  private func newName(of field: PDFObject, in part: SourcePart) -> PDFObject? {
    guard let name = field.text else { return nil }
    let top = name.prefix { $0 != "." }
    guard let new = part.fieldNames[String(top)], new != top else { return nil }
    return target.text(new + name.dropFirst(top.count))
  }
}
