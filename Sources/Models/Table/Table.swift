public import ConverterCore

/// Rows of cells under named columns.
///
/// Its columns are there at once, and its rows come in batches over the file's own bytes, so that memory does
/// not grow with the file. Every value is text, exactly as the file has it, unless the format itself says
/// that it is a number or nothing at all.
public struct Table: Model, ModelWithSiblings, PartlyPlannedModel {
  /// What a format of tables can hold.
  public struct Capabilities: Sendable {
    /// Whether a file holds several tables: the writer then writes ``Table/siblings``, too.
    public var holdsSeveralTables: Bool

    /// Whether a row can have objects in it, and be something other than an object: the writer then goes by
    /// ``Column/path``.
    public var holdsObjects: Bool

    /// Whether a file holds ``Table/title``.
    public var holdsTitles: Bool

    public init(
      holdsSeveralTables: Bool = false, holdsObjects: Bool = false, holdsTitles: Bool = false
    ) {
      self.holdsSeveralTables = holdsSeveralTables
      self.holdsObjects = holdsObjects
      self.holdsTitles = holdsTitles
    }
  }

  public static let name = "Table"
  public static let unreadInPlans = "rows"
  public static let siblingOption = OptionDescriptor.tables

  /// The name that the file gives the table: of a sheet, of a table in a database.
  public var title: String?
  /// Whether the title is text that readers of the document see, a heading or a caption, and not just a name.
  public var titleIsText = false
  public var columns: [Column]
  /// Whether the file names its columns; otherwise their names are numbers.
  public var hasHeader: Bool
  public var content: any TableContent
  /// How many rows there are, where that is known without counting.
  public var rowCount: Int?
  /// What was found out about the file to read it so: delimiter, encoding, header.
  public var findings: [Finding]
  public var siblings: [Sibling<Table>]
  /// What a row is called, in the singular: "message".
  public var rowName = "row"

  public init(
    title: String? = nil, columns: [Column], hasHeader: Bool = true, content: any TableContent,
    rowCount: Int? = nil, findings: [Finding] = [], siblings: [Sibling<Table>] = []
  ) {
    self.title = title
    self.columns = columns
    self.hasHeader = hasHeader
    self.content = content
    self.rowCount = rowCount
    self.findings = findings
    self.siblings = siblings
  }

  public func holdsSiblings(_ capabilities: Capabilities) -> Bool {
    capabilities.holdsSeveralTables
  }

  public var magnitude: Magnitude {
    rowCount.map { Magnitude($0, "rows") } ?? Magnitude(content.byteCount, "bytes")
  }
}

/// A column's name, as UTF-8 text.
public struct Column: Sendable, Equatable {
  /// Names may be empty, and repeat.
  public var name: [UInt8]
  /// The keys that lead to its values in the objects that rows are, where the name is not the one key; no keys
  /// for rows that are no objects.
  public var path: [[UInt8]]?

  public init(_ name: [UInt8], path: [[UInt8]]? = nil) {
    self.name = name
    self.path = path
  }

  public init(_ name: String) {
    self.name = Array(name.utf8)
  }
}

/// Something about a file that its bytes do not say outright.
public struct Finding: Sendable, Equatable {
  /// The key in JSON: `delimiter`.
  public let key: String
  /// The words for people: `semicolon`.
  public let text: String
  public let json: JSONValue
  /// How sure it is, 0…1; 1 for what the user or the file says.
  public let confidence: Double
  /// The flag that overrules it: `--delimiter`.
  public let flag: String?

  public init(
    _ key: String, _ text: String, json: JSONValue, confidence: Double, flag: String? = nil
  ) {
    self.key = key
    self.text = text
    self.json = json
    self.confidence = confidence
    self.flag = flag
  }
}
