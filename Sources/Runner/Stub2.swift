import ConverterCore
import SystemPackage
public struct Journal: Sendable {}
extension Request {
  init(json: JSONValue, catalog: ContentTypeCatalog) throws(ConversionError) { throw ConversionError(.usage, "x") }
  var json: JSONValue { .null }
}
extension Outcome {
  init(json: JSONValue, catalog: ContentTypeCatalog) throws(ConversionError) { throw ConversionError(.usage, "x") }
  var json: JSONValue { .null }
}
extension ConversionError {
  init(json: JSONValue) { self.init(.usage, "") }
  var json: JSONValue { .null }
}
extension FilePath {
  init?(_ json: JSONValue, _ key: String) throws(ConversionError) { return nil }
  func members(_ key: String) -> [JSONValue.Member] { [] }
}
