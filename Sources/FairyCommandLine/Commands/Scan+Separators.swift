import ArgumentParser
import ConverterCore
import Runner
import SystemPackage

// Separator sheets.
extension Scan {
  /// The documents of a batch, divided where that is asked for.
  ///
  /// The batch gets what is to be said of that, and the options get passwords that were asked for.
  ///
  /// - Throws: `unsupportedContent` where there is nothing but separator sheets.
  func documents(
    of batch: inout ScanBatch, _ options: inout ConversionOptions,
    until interruption: Interruption
  ) throws -> ScanDocuments {
    guard let mark = separation.separator else { return ScanDocuments(undivided: batch.inputs) }
    var search = SeparatorSearch(
      mark, in: batch, options, limits: work.limits.limits(forOne: true),
      sandbox: work.bulk.sandbox.policy)
    let pages = try search.pages(until: interruption)
    options.reading = search.reading
    let documents = try ScanDocuments(batch.inputs, pages)
    batch.notes += search.notes + documents.notes(of: mark, batch.names)
    if work.output.json {
      for sheet in documents.separators {
        Console.standard.print(sheet.json(batch.names).description)
      }
    }
    guard documents.all.isEmpty else { return documents }
    for note in batch.notes { Console.standard.note("fairy: \(note)") }
    let rest = documents.blanks > 0 ? "separator sheets and blank pages" : "separator sheets"
    throw ConversionError(
      .unsupportedContent, "there is nothing but \(rest) in the batch: no page is left")
  }
}

extension ScanDocuments {
  /// Which sheets are left out, and how many documents there are.
  fileprivate func notes(of mark: SeparatorMark, _ names: [FilePath: FilePath]) -> [String] {
    guard !separators.isEmpty else {
      return ["no separator sheet (\(mark.description)) was found: all becomes one document"]
    }
    let sheets = "\(separators.count) separator sheet\(separators.count == 1 ? "" : "s")"
    let result = all.count == 1 ? "1 document" : "\(all.count) documents"
    var notes = separators.map { $0.note(names) }
    if blanks > 0 {
      notes.append(
        blanks == 1
          ? "1 document of blank pages alone is left out"
          : "\(blanks) documents of blank pages alone are left out")
    }
    return notes + ["\(sheets) found: \(result)"]
  }
}

extension ScanDocuments.Sheet {
  private func name(_ names: [FilePath: FilePath]) -> String {
    guard case .file(let path) = input, let name = names[path] else { return input.display }
    return name.display
  }

  /// `page 4 of batch.pdf is a separator sheet (Patch-T code): it is left out`.
  fileprivate func note(_ names: [FilePath: FilePath]) -> String {
    let place = isOneOfSeveral ? "page \(page.number) of " : ""
    let found = page.separator.map { " (\($0.description))" } ?? ""
    return "\(place)\(name(names).printable) is a separator sheet\(found): it is left out"
  }

  /// `{"input":"batch.pdf","inputPage":4,"separator":"patch-t"}`.
  fileprivate func json(_ names: [FilePath: FilePath]) -> JSONValue {
    .object(
      [
        .init("input", .string(name(names))), .init("inputPage", .integer(page.number)),
      ] + page.separatorMembers)
  }
}
