import ArchiveModel
import ConverterCore
import Synchronization
import TableModel

/// The parts of a workbook as the entries of an archive, made while they are written.
///
/// Sheets come before what lists them: how many there are shows when the last row is written.
final class WorkbookParts: EntrySequence {
  /// They are only copied here, for a pass, which belongs to one thread at a time. The writer of archives makes one
  /// pass, and whoever gave the tables waits until it has come to its end.
  private nonisolated(unsafe) let tables: WorkbookTables
  private let options: XLSXWriterOptions
  private let context: ConversionContext
  private let firstFailure = Mutex<ConversionError?>(nil)

  /// Why the rows of a table could not be had, or do not fit.
  var failure: ConversionError? { firstFailure.withLock { $0 } }

  /// There is no compressed form that this would be an expansion of.
  let byteCount = Int.max

  init(_ tables: WorkbookTables, _ options: XLSXWriterOptions, in context: ConversionContext) {
    unsafe self.tables = tables
    self.options = options
    self.context = context
  }

  /// The first failure counts.
  fileprivate func fail(with error: ConversionError) {
    firstFailure.withLock { $0 = $0 ?? error }
  }

  func makePass() throws(ConversionError) -> any EntryPass { unsafe Pass(self, tables) }

  private final class Pass: EntryPass {
    private let parts: WorkbookParts
    private var tables: WorkbookTables
    private var names = SheetNames()
    private var sheets: [String] = []
    /// The sheet that was begun last; it may leave rows for a further one.
    private var sheet: SheetXML?
    private var step = 0
    private var stream: any EntryStream = Document("")

    init(_ parts: WorkbookParts, _ tables: WorkbookTables) {
      self.parts = parts
      self.tables = tables
    }

    /// The archive's writer shows it, and does not know how many rows there are.
    let fraction = 0.0

    func next() throws(ConversionError) -> Entry? {
      step += 1
      if step == 1 { return entry("_rels/.rels", Document(WorkbookXML.packageRelationships)) }
      if let sheet = try nextSheet() {
        return entry("xl/worksheets/sheet\(sheets.count).xml", GuardedStream(sheet, parts))
      }
      switch step - sheets.count {
      case 2: return entry("xl/styles.xml", Document(WorkbookXML.styles))
      case 3: return entry("xl/workbook.xml", Document(WorkbookXML.workbook(sheets)))
      case 4:
        return entry(
          "xl/_rels/workbook.xml.rels", Document(WorkbookXML.relationships(sheets.count)))
      case 5: return entry("[Content_Types].xml", Document(WorkbookXML.contentTypes(sheets.count)))
      default: return nil
      }
    }

    func open() throws(ConversionError) -> any EntryStream { stream }

    private func entry(_ path: String, _ content: any EntryStream) -> Entry {
      stream = content
      return Entry(index: step - 1, path: EntryPath(Array(path.utf8)))
    }

    private func nextSheet() throws(ConversionError) -> SheetXML? {
      do throws(ConversionError) {
        if let sheet, sheet.hasMore {
          parts.context.note(
            "sheets", .added,
            why: "a sheet holds \(parts.options.mostRows) rows; the table goes on in further ones")
          sheets.append(
            names.name(for: sheet.name, part: sheet.part + 1, in: parts.context))
          self.sheet = sheet.continued()
        } else if let (table, name) = try tables.next() {
          sheets.append(names.name(for: name, part: 1, in: parts.context))
          sheet = try SheetXML(
            table, named: name, parts.options, in: parts.context)
        } else {
          sheet = nil
        }
      } catch {
        parts.fail(with: error)
        throw error
      }
      return sheet
    }
  }
}

/// A stream whose failure the parts remember.
private final class GuardedStream: EntryStream {
  private let stream: any EntryStream
  private let parts: WorkbookParts

  init(_ stream: any EntryStream, _ parts: WorkbookParts) {
    self.stream = stream
    self.parts = parts
  }

  @_lifetime(borrow self)
  func next() throws(ConversionError) -> Span<UInt8>? {
    let stream = stream
    do throws(ConversionError) {
      // What holds the piece is held, too.
      return unsafe _overrideLifetime(try stream.next(), borrowing: self)
    } catch {
      parts.fail(with: error)
      throw error
    }
  }
}

/// A content that is there as a whole.
private final class Document: EntryStream {
  private let bytes = ByteBuffer(capacity: 64)
  private var isRead = false

  init(_ text: String) { bytes.append(text.utf8) }

  @_lifetime(borrow self)
  func next() throws(ConversionError) -> Span<UInt8>? {
    let bytes = bytes
    guard !isRead, bytes.count > 0 else { return nil }
    isRead = true
    // The document holds its bytes for as long as it lives.
    return unsafe _overrideLifetime(bytes.span, borrowing: self)
  }
}
