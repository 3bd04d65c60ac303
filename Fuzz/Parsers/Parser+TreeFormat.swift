import BuiltinPlugins
import ConverterCore
import TOMLPlugin
import TableModel
import TreeModel
import TreeTablesPlugin
import YAMLPlugin

extension Parser {
  /// All tokens of a tree, which must be well-formed; what is written of them must be read as the same; and the
  /// table that they make.
  static func treeFormat(_ name: String, _ type: ContentType.ID) -> Parser {
    model(name, type, by: builtinPlugins, within: .quick(seconds: 10) { $0.expanded = 4 << 20 }) {
      (tree: Tree, context) in
      guard let tokens = try? tree.content.tokens(in: context) else { return }
      var check = WellFormed()
      let batch = TokenBatch()
      do throws(ConversionError) {
        while try tokens.next(batch) {
          for token in batch.tokens { check.add(token.kind, batch.text(of: token)) }
        }
      } catch {
        return
      }
      precondition(check.isComplete(isSequence: tree.isSequence), "containers stay open")
      rewrite(tree, context)
      rewriteAsTOML(tree, context)
      table(tree, context)
    }
  }

  /// YAML of a tree is the same tree.
  private static func rewrite(_ tree: Tree, _ context: ConversionContext) {
    // No values are no file that could be read.
    guard let first = yaml(tree, context), !first.isEmpty else { return }
    let again = try? YAMLReader().read(
      InputFile(bytes: first), type: "public.yaml", in: ReadingContext(context))
    guard var again else { return }
    // One document says nothing of whether there could be more.
    again.isSequence = tree.isSequence
    // Deeper than LibYAML is let go.
    guard let second = yaml(again, context) else { return }
    precondition(first == second, "YAML is read as something else")
  }

  /// TOML of a tree is read again, and written as it was.
  private static func rewriteAsTOML(_ tree: Tree, _ context: ConversionContext) {
    guard let first = toml(tree, context) else { return }
    let again = try? TOMLReader().read(
      InputFile(bytes: first), type: "public.toml", in: ReadingContext(context))
    guard let again, let second = toml(again, context) else {
      preconditionFailure("TOML that was written is not read")
    }
    precondition(first == second, "TOML is read as something else")
  }

  private static func toml(_ tree: Tree, _ context: ConversionContext) -> [UInt8]? {
    guard let output = try? OutputFile(.memory) else { return nil }
    do throws(ConversionError) {
      try TOMLWriter().write(
        tree, as: "public.toml", to: output, options: TOMLWriter.Options(.init()),
        in: WritingContext(context))
      return output.bytes
    } catch {
      return nil
    }
  }

  private static func yaml(_ tree: Tree, _ context: ConversionContext) -> [UInt8]? {
    guard let output = try? OutputFile(.memory), let options = try? YAMLWriter.Options(.init())
    else { return nil }
    do throws(ConversionError) {
      try YAMLWriter().write(
        tree, as: "public.yaml", to: output, options: options, in: WritingContext(context))
      return output.bytes
    } catch {
      return nil
    }
  }

  private static func table(_ tree: Tree, _ context: ConversionContext) {
    guard let table = try? TreeToTable().cross(tree, in: context) else { return }
    var rows = 0
    do throws(ConversionError) {
      try table.forEachBatch(in: context) { (batch) throws(ConversionError) in
        rows += batch.rowCount
        for cell in batch.cells {
          precondition(cell.start + cell.count <= batch.bytes.count, "a cell without bytes")
        }
        return true
      }
    } catch {
      return
    }
    precondition(rows == table.rowCount, "the second pass sees other rows than the first")
  }
}

/// What every source of tokens promises.
private struct WellFormed {
  private var open: [Bool] = []
  private var hasKey = false
  private var values = 0

  mutating func add(_ kind: Token.Kind, _ text: Span<UInt8>) {
    switch kind {
    case .key:
      precondition(open.last == true && !hasKey, "a key where none belongs")
      hasKey = true
      precondition(isText(text), "a key that is no text")
      return
    case .endObject, .endArray:
      precondition(!hasKey && open.popLast() == (kind == .endObject), "a bracket of another kind")
      return
    default: break
    }
    precondition(open.last != true || hasKey, "a member without a key")
    hasKey = false
    if open.isEmpty { values += 1 }
    switch kind {
    case .beginObject, .beginArray: open.append(kind == .beginObject)
    case .string: precondition(isText(text), "a string that is no text")
    case .number:
      precondition((try? JSONValue(parsing: text)) != nil, "a number that JSON has not")
    default: precondition(text.isEmpty, "a word with a text")
    }
  }

  func isComplete(isSequence: Bool) -> Bool { open.isEmpty && (isSequence || values == 1) }

  private func isText(_ text: Span<UInt8>) -> Bool {
    var index = 0
    while index < text.count {
      let length = UTF8Sequence.length(in: text, at: index)
      guard length > 0, text[index] >= 0x20, text[index] != UInt8(ascii: "\"") else { return false }
      index += text[index] == UInt8(ascii: "\\") ? 2 : length
    }
    return index == text.count
  }
}
