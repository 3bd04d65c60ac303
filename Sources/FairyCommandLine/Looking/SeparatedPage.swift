import ConverterCore

/// What a look for separator sheets says of a page of a file.
struct SeparatedPage: Equatable {
  /// From 1 on.
  var number: Int
  /// What makes it a separator sheet; `nil` where it is none.
  var separator: SeparatorMark.Found?
  /// Whether nothing is written on it, and such pages are to be left out.
  var isBlank = false
  /// Why it could not be looked at.
  var failure: String?

  /// A line for the process that asked.
  var json: JSONValue {
    var members = [JSONValue.Member("page", .integer(number))] + separatorMembers
    if isBlank { members.append(.init("blank", .bool(true))) }
    if let failure { members.append(.init("failure", .string(failure))) }
    return .object(members)
  }

  /// `"separator":"barcode","text":"PATCHT"`.
  var separatorMembers: [JSONValue.Member] {
    switch separator {
    case nil: []
    case .patch: [.init("separator", .string("patch-t"))]
    case .barcode(let text):
      [.init("separator", .string("barcode")), .init("text", .string(text))]
    }
  }

  init(
    _ number: Int, _ separator: SeparatorMark.Found? = nil, isBlank: Bool = false,
    failure: String? = nil
  ) {
    (self.number, self.separator, self.isBlank, self.failure) = (
      number, separator, isBlank, failure
    )
  }

  /// Reads ``json``.
  ///
  /// - Throws: `damagedInput` for what is no such line.
  init(_ json: JSONValue) throws(ConversionError) {
    guard let number = json["page"]?.int, number > 0 else {
      throw ConversionError(.damagedInput, "no message of a worker")
    }
    self.init(number, isBlank: json["blank"] == .bool(true), failure: json["failure"]?.text)
    switch json["separator"]?.text {
    case "patch-t": separator = .patch
    case "barcode": separator = .barcode(json["text"]?.text ?? "")
    default: break
    }
  }
}
