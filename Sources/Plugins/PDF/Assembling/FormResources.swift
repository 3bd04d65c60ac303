import ConverterCore
import PDFObjects

/// What the fields of all forms are drawn with (ISO 32000-1, 12.7.2): `/DR`, `/DA` and `/Q`.
struct FormResources {
  private let target: PDFFile
  /// What is known by a category and a name, in a form that can be compared across files.
  private var known: [String: String] = [:]
  private var hasForm = false

  init(_ target: PDFFile) { self.target = target }

  /// Adds the resources of another file's form; what has a name that stands for something else gets a number,
  /// in the fields, too.
  mutating func add(
    _ source: PDFObject, of part: SourcePart, to form: PDFObject, roots: [PDFObject],
    all: some Sequence<PDFObject>
  ) throws(ConversionError) {
    var fonts: [String: String] = [:]
    let resources = source["/DR"]
    if resources.isDictionary, !form.has("/DR") { form["/DR"] = target.dictionary() }
    let merged = form["/DR"]
    for category in resources.keys {
      let items = resources[category]
      guard items.isDictionary else {
        if !merged.has(category) { merged[category] = try part.transplant(items, to: target) }
        continue
      }
      if !merged.has(category) { merged[category] = target.dictionary() }
      for name in items.keys {
        let item = items[name]
        let new = add(Self.description(of: item), as: name, in: category)
        if new != name, category == "/Font" { fonts[name] = new }
        let group = merged[category]
        if !group.has(new) { group[new] = try part.transplant(item, to: target) }
      }
    }
    if !fonts.isEmpty { for field in all { Self.rename(fonts, in: field) } }
    try addDefaults(source, to: form, roots: roots, fonts: fonts)
  }

  private mutating func add(_ description: String, as name: String, in category: String) -> String {
    var new = name
    var number = 2
    while let other = known[category + new], other != description {
      new = "\(name)_\(number)"
      number += 1
    }
    known[category + new] = description
    return new
  }

  /// The first form's defaults are the result's; fields of other forms with others get them for themselves.
  private mutating func addDefaults(
    _ source: PDFObject, to form: PDFObject, roots: [PDFObject], fonts: [String: String]
  ) throws(ConversionError) {
    defer { hasForm = true }
    for key in ["/DA", "/Q"] where source.has(key) {
      let holder = target.dictionary([key: try target.transplant(source[key]) { _ in nil }])
      Self.rename(fonts, in: holder)
      if !hasForm {
        form[key] = holder[key]
      } else if form[key].string != holder[key].string || form[key].integer != holder[key].integer {
        for root in roots where !root.has(key) { root[key] = holder[key] }
      }
    }
  }

  /// Gives the fonts in a default appearance (`/Helv 12 Tf`) their new names.
  private static func rename(_ fonts: [String: String], in field: PDFObject) {
    guard !fonts.isEmpty, let appearance = field["/DA"].string else { return }
    let words = appearance.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    let renamed = words.map { word -> [UInt8] in
      fonts[String(decoding: word, as: UTF8.self)].map { Array($0.utf8) } ?? Array(word)
    }
    field["/DA"] = field.file.string(Array(renamed.joined(separator: [UInt8(ascii: " ")])))
  }

  /// An object with all that it refers to, as text; what is deep or long is cut off.
  static func description(of object: PDFObject) -> String {
    var budget = 400
    return description(of: object, level: 0, budget: &budget)
  }

  private static func description(of object: PDFObject, level: Int, budget: inout Int) -> String {
    budget -= 1
    guard budget > 0, level < 6 else { return "…" }
    switch object.kind {
    case .array:
      var text = "["
      for index in 0..<min(object.count, 300) {
        text += description(of: object[index], level: level + 1, budget: &budget) + " "
      }
      return text + "]"
    case .dictionary, .stream:
      var text = "<<"
      for key in object.keys {
        text += key + " " + description(of: object[key], level: level + 1, budget: &budget) + " "
      }
      return text + ">>"
    case .string: return "\(object.string ?? [])"
    case .null, .other: return "null"
    case .boolean: return "\(object.boolean ?? false)"
    case .integer, .real: return "\(object.number ?? 0)"
    case .name: return object.name ?? ""
    }
  }
}
