import ConverterCore
import TreeModel
import TreeTestSupport
import YAMLPlugin

/// YAML as compact JSON, a document a line, and what was noted.
func read(
  _ yaml: [UInt8], limits: Limits = .standard, isStrict: Bool = false
) throws -> (lines: [String], context: ConversionContext) {
  var reading = ReadingOptions()
  reading.isStrict = isStrict
  let context = ConversionContext(registry: Registry(), limits: limits, reading: reading)
  let tree = try YAMLReader().read(
    InputFile(bytes: yaml), type: "public.yaml", in: ReadingContext(context))
  return (try TreeJSON.lines(of: tree, in: context), context)
}

func json(_ yaml: String) throws -> [String] { try read(Array(yaml.utf8)).lines }

/// JSON as YAML.
func yaml(_ json: [UInt8], isSequence: Bool = false, batch: Int = 3) throws -> String {
  let context = ConversionContext(registry: Registry())
  let output = try OutputFile(.memory)
  let tree = TreeJSON.tree(json, isSequence: isSequence, batch: batch)
  try YAMLWriter().write(
    tree, as: "public.yaml", to: output, options: try .init(ConversionOptions()),
    in: WritingContext(context))
  return String(decoding: output.bytes, as: UTF8.self)
}

func yaml(_ json: String, isSequence: Bool = false) throws -> String {
  try yaml(Array(json.utf8), isSequence: isSequence)
}
