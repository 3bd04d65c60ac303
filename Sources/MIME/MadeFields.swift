extension MediaTypeField {
  /// A type without parameters.
  package init(_ type: String) {
    self.init(type: type, parameters: FieldParameters())
  }
}

extension AddressList {
  /// The people of two fields.
  package static func + (one: AddressList, other: AddressList) -> AddressList {
    AddressList(
      addresses: one.addresses + other.addresses,
      text: [one.text, other.text].filter { !$0.isEmpty }.joined(separator: ", "))
  }
}
