import ConverterCore
import PDFObjects
import PagedDocumentModel

/// What a PDF file says of itself.
struct PDFFacts {
  private let structure: DocumentStructure
  private let context: ConversionContext
  private var file: PDFFile { structure.file }

  init(_ structure: DocumentStructure, in context: ConversionContext) {
    self.structure = structure
    self.context = context
  }

  func facts() throws(ConversionError) -> DocumentFacts {
    var facts = DocumentFacts(format: "PDF \(file.version)")
    if file.partialEncryption?.encryptsStrings == true {
      context.warn(
        "its titles and other strings are encrypted, and are not shown without its password")
    } else {
      let info = file.trailer["/Info"]
      facts.title = info["/Title"].text
      facts.author = info["/Author"].text
      facts.producer = info["/Producer"].text ?? info["/Creator"].text
      facts.outline = try structure.outline.map(\.heading)
    }
    facts.details = try details()
    return facts
  }

  private func details() throws(ConversionError) -> [Fact] {
    var details: [Fact] = []
    if file.isEncrypted {
      let text = encryption
      details.append(Fact("encryption", "Encryption", text, json: .string(text)))
    }
    if let encryption = file.partialEncryption {
      let text = encryption.what.map { "of \($0) alone" } ?? "of nothing"
      details.append(Fact("encryption", "Encryption", text, json: .string(text)))
    }
    if let conformance = Conformance(of: file) {
      let text = "PDF/A-\(conformance.part)"
      details.append(Fact("conformance", "Conforms to", text, json: .string(text)))
    }
    let signatures = try Signatures(of: file, in: context)
    if signatures.isSigned {
      details.append(
        Fact(
          "signatures", "Signatures", "\(max(1, signatures.signedFields))",
          json: .integer(max(1, signatures.signedFields))))
    }
    let resources = try PageResources(file, in: context)
    if !resources.fonts.isEmpty {
      details.append(
        Fact(
          "fonts", "Fonts", Self.list(resources.fonts),
          json: .array(resources.fonts.map { .string($0) })))
    }
    if resources.images > 0 {
      details.append(
        Fact("images", "Pictures", "\(resources.images)", json: .integer(resources.images)))
    }
    let fields = file.root["/AcroForm"]["/Fields"].count
    if fields > 0 {
      details.append(
        Fact(
          "formFields", "Form", fields == 1 ? "1 field" : "\(fields) fields", json: .integer(fields)
        ))
    }
    if file.partialEncryption?.encryptsStrings != true,
      let attachments = try PDFAttachments(of: file, in: context).fact
    {
      details.append(attachments)
    }
    let isTagged = file.root["/MarkInfo"]["/Marked"].boolean == true
    if isTagged { details.append(Fact("tagged", "Tagged", "yes", json: .bool(true))) }
    if file.isLinearized {
      details.append(Fact("linearized", "Linearized", "yes", json: .bool(true)))
    }
    return details
  }

  /// The first few words of a list, and how many more there are.
  private static func list(_ words: [String]) -> String {
    let shown = words.prefix(6).joined(separator: ", ").printable
    return words.count > 6 ? "\(shown) and \(words.count - 6) more" : shown
  }

  /// The cipher (ISO 32000-2, 7.6) and what it lets others do.
  private var encryption: String {
    let encrypt = file.trailer["/Encrypt"]
    let bits = encrypt["/Length"].integer ?? 40
    let cipher =
      switch encrypt["/V"].integer ?? 0 {
      case 5: "AES-256"
      case 4:
        encrypt["/CF"]["/StdCF"]["/CFM"].name == "/AESV2" ? "AES-128" : "RC4, 128 bits"
      case 2, 3: "RC4, \(bits) bits"
      default: "RC4, 40 bits"
      }
    return file.permissions.contains(.edit)
      ? cipher : "\(cipher); may not be changed without the owner's password"
  }
}

/// The fonts and pictures that pages name.
struct PageResources {
  /// Names without the letters that mark a subset, in order, each once.
  private(set) var fonts: [String] = []
  private(set) var images = 0

  init(_ file: PDFFile, in context: ConversionContext) throws(ConversionError) {
    // Pages share what they have: a small file may lead to the same things a billion times.
    var seen: Set<PDFObject.ID> = []
    func isNew(_ object: PDFObject) -> Bool {
      object.id.map { seen.insert($0).inserted } ?? true
    }
    var names: Set<String> = []
    for index in 0..<(try file.pageCount) {
      try context.checkpoint()
      let resources = try file.page(index).inherited("/Resources")
      guard isNew(resources) else { continue }
      let fonts = resources["/Font"]
      for key in isNew(fonts) ? fonts.keys.prefix(1000) : [] {
        let font = fonts[key]
        if isNew(font), let name = font["/BaseFont"].name { names.insert(Self.plain(name)) }
      }
      let objects = resources["/XObject"]
      for key in isNew(objects) ? objects.keys.prefix(10_000) : [] {
        let object = objects[key]
        if isNew(object), object["/Subtype"].name == "/Image" { images += 1 }
      }
    }
    fonts = names.sorted()
  }

  /// `/ABCDEF+Garamond` → `Garamond`.
  private static func plain(_ name: String) -> String {
    let name = name.dropFirst()
    let parts = name.split(separator: "+", maxSplits: 1)
    return String(parts.count == 2 && parts[0].count == 6 ? parts[1] : name)
  }
}

extension OutlineNode {
  fileprivate var heading: OutlineItem {
    OutlineItem(title: item["/Title"].text ?? "", page: page, children: children.map(\.heading))
  }
}
