public import ConverterCore

extension OptionDescriptor {
  /// What becomes of text that is written like a value of JSON, where a table becomes JSON or a tree.
  public static let inferredTypes = OptionDescriptor(
    "types", .choice(["text", "infer"]), default: "text",
    help: "what values of tables without a type are; infer makes numbers, booleans and null of them"
  )
}
