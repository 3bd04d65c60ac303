/// Something that a file may have, and that a conversion may lose.
struct Feature: Hashable, Sendable, CustomStringConvertible {
  /// What it is called in the tests.
  let description: String
  /// The words under which the ledger may say that it is dropped or changed.
  let words: Set<String>

  init(_ description: String, _ words: String...) {
    self.description = description
    self.words = Set(words)
  }

  /// A text that occurs in a sample because of this feature and nowhere else.
  var marker: String { "Zq" + description.filter(\.isLetter) + "Qz" }
}

/// A kind of source, by the model that it is read as first: what files of the kind may have.
enum Kind: String, Sendable, CaseIterable {
  case picture = "Picture"
  case table = "Table"
  case tree = "Tree"
  case document = "PagedDocument"
  case mailbox = "Mailbox"
  case archive = "Archive"
  case words = "RecognizedText"

  /// All that files of the kind may have. Each row of the table of formats says of each of these whether its format
  /// has it.
  var features: [Feature] {
    switch self {
    case .picture: PictureFeature.all
    case .table: TableFeature.all
    case .tree: TreeFeature.all
    case .document: DocumentFeature.all
    case .mailbox: MailFeature.all
    case .archive: ArchiveFeature.all
    case .words: WordFeature.all
    }
  }
}

enum PictureFeature {
  /// Every sample is that of the source.
  static let samples = Feature(
    "samples", "pixels", "colours", "alpha", "bitDepth", "cmyk", "icc", "cicp", "hdr", "size",
    "range")
  static let alpha = Feature("alpha", "alpha")
  static let profile = Feature("profile", "icc")
  static let depth = Feature("more than 8 bits", "bitDepth")
  static let cmyk = Feature("CMYK", "cmyk")
  static let exif = Feature("Exif", "exif")
  static let place = Feature("GPS", "gps", "exif")
  static let xmp = Feature("XMP", "xmp")
  static let iptc = Feature("IPTC", "iptc")
  static let texts = Feature("comments", "texts")
  static let density = Feature("density", "density")
  static let background = Feature("background", "background")
  static let frames = Feature("frames", "frames")
  static let pages = Feature("pages", "pages", "images")
  static let gainMap = Feature("gain map", "gainmap")
  static let images = Feature("further pictures", "images")
  static let all = [
    samples, alpha, profile, depth, cmyk, exif, place, xmp, iptc, texts, density, background,
    frames,
    pages, gainMap, images,
  ]
}

enum TableFeature {
  static let cells = Feature("cells", "rows", "columns")
  static let textOutside = Feature("text outside", "text outside tables", "preamble", "footer")
  static let title = Feature("title", "title", "text outside tables")
  static let tables = Feature("further tables", "tables")
  static let emptyTables = Feature("empty tables", "empty tables", "tables", "sheets")
  static let mergedCells = Feature("merged cells", "merged cells")
  static let links = Feature("links", "links")
  static let pictures = Feature("pictures", "pictures")
  static let charts = Feature("charts", "charts", "sheets")
  static let hidden = Feature("hidden sheets", "hidden sheets", "tables")
  static let formulas = Feature("formulas", "formulas")
  static let comments = Feature("comments", "comments")
  static let macros = Feature("macros", "macros")
  static let views = Feature("views", "views")
  static let indexes = Feature("indexes", "indexes and triggers")
  static let repeatedNames = Feature("repeated column names", "column names")
  static let all = [
    cells, textOutside, title, tables, emptyTables, mergedCells, links, pictures, charts, hidden,
    formulas, comments, macros, views, indexes, repeatedNames,
  ]
}

enum TreeFeature {
  static let values = Feature("values")
  static let nesting = Feature("nesting", "nested objects", "nested values", "keys")
  static let comments = Feature("comments", "comments", "syntax that JSON lacks")
  static let repeatedKeys = Feature("repeated keys", "repeated keys")
  static let bigNumbers = Feature("big numbers", "numbers")
  static let nulls = Feature("null", "null", "missing cells", "nulls")
  static let severalValues = Feature(
    "several values", "many values to one array", "values", "rows without keys")
  static let aliases = Feature("aliases", "aliases")
  static let tags = Feature("tags", "tags")
  static let dates = Feature("dates", "dates", "tags", "types")
  static let data = Feature("data", "data", "binary")
  static let otherKeys = Feature("keys that are no texts", "keys")
  static let all = [
    values, nesting, comments, repeatedKeys, bigNumbers, nulls, severalValues, aliases, tags, dates,
    data, otherKeys,
  ]
}

enum DocumentFeature {
  static let text = Feature("text", "text")
  static let pictures = Feature("pictures", "pictures", "layout")
  static let metadata = Feature("metadata", "metadata")
  static let outline = Feature("outline", "outline")
  static let links = Feature("links", "links")
  static let annotations = Feature("annotations", "annotations")
  static let forms = Feature("forms", "forms", "fields")
  static let attachments = Feature("attachments", "attachments")
  static let all = [text, pictures, metadata, outline, links, annotations, forms, attachments]
}

enum MailFeature {
  static let text = Feature("text", "bodies", "messages", "text")
  static let page = Feature("HTML", "html", "bodies", "messages")
  static let attachments = Feature("attachments", "attachments", "bodies", "messages")
  static let headers = Feature("further headers", "headers", "bodies")
  static let messages = Feature("further messages", "messages", "bodies")
  static let all = [text, page, attachments, headers, messages]
}

enum ArchiveFeature {
  static let content = Feature("content", "entries")
  static let comment = Feature("comment", "comments", "comment")
  static let entryComments = Feature("comments of entries", "comments")
  static let links = Feature("symbolic links", "links", "symbolic links")
  static let permissions = Feature("permissions", "permissions")
  static let emptyFolders = Feature("empty folders", "folders")
  static let all = [content, comment, entryComments, links, permissions, emptyFolders]
}

enum WordFeature {
  static let text = Feature("text")
  static let places = Feature("places", "layout")
  static let confidences = Feature("confidences", "confidences")
  static let textOutside = Feature("text outside of lines", "text")
  static let alternatives = Feature("alternatives", "alternatives")
  static let illustrations = Feature("illustrations", "illustrations")
  static let styles = Feature("styles", "styles")
  static let metadata = Feature("metadata", "metadata")
  static let all = [
    text, places, confidences, textOutside, alternatives, illustrations, styles, metadata,
  ]
}
