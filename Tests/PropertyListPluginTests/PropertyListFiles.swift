import ConverterCore
import PropertyListPlugin
import TreeModel
import TreeTestSupport

/// A property list as compact JSON.
func read(
  _ bytes: [UInt8], limits: Limits = .standard
) throws -> (json: String, context: ConversionContext) {
  let context = ConversionContext(registry: Registry(), limits: limits)
  let tree = try PropertyListReader().read(
    InputFile(bytes: bytes), type: "com.apple.property-list", in: ReadingContext(context))
  return (try TreeJSON.lines(of: tree, in: context).first ?? "", context)
}

func json(_ xml: String) throws -> String { try read(Array(xml.utf8)).json }

/// A tree as a property list.
func write(
  _ tree: Tree, _ format: String
) throws -> (bytes: [UInt8], context: ConversionContext) {
  let context = ConversionContext(registry: Registry())
  let output = try OutputFile(.memory)
  var options = ConversionOptions()
  options.settings = ["format": format]
  try PropertyListWriter().write(
    tree, as: "com.apple.xml-property-list", to: output, options: try .init(options),
    in: WritingContext(context))
  return (output.bytes, context)
}

func xml(_ json: String, isSequence: Bool = false) throws -> String {
  String(
    decoding: try write(TreeJSON.tree(json, isSequence: isSequence), "xml").bytes, as: UTF8.self)
}

func binary(_ json: String) throws -> [UInt8] { try write(TreeJSON.tree(json), "binary").bytes }

/// A property list as one of another form.
func convert(_ bytes: [UInt8], _ format: String) throws -> (bytes: [UInt8], ledger: [LedgerEntry]) {
  let context = ConversionContext(registry: Registry())
  let tree = try PropertyListReader().read(
    InputFile(bytes: bytes), type: "com.apple.property-list", in: ReadingContext(context))
  let (bytes, written) = try write(tree, format)
  return (bytes, written.ledger)
}

func document(_ content: String) -> String {
  """
  <?xml version="1.0" encoding="UTF-8"?>
  <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
  <plist version="1.0">
  \(content)
  </plist>

  """
}

func bytes(hex: String) -> [UInt8] {
  let digits = Array(hex.utf8)
  return (0..<digits.count / 2).map {
    UInt8(String(decoding: digits[2 * $0...2 * $0 + 1], as: UTF8.self), radix: 16) ?? 0
  }
}
