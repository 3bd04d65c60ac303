public import ConverterCore
public import FairyLibrary

/// Photos as a terminal shows them, decoded before they are needed.
public protocol PhotoPictures: AnyObject {
  /// Whether the terminal shows pictures at all.
  var areShown: Bool { get }

  /// Says which pictures are wanted, the most urgent first. What was begun and is wanted no more is given up.
  func want(_ wishes: [PictureWish])

  /// A picture that was wanted; `nil` as long as it is not there.
  func picture(_ wish: PictureWish) -> PhotoPicture?
}

/// A photo, and the room that it is to be shown in.
public struct PictureWish: Sendable, Hashable {
  public let file: PhotoFile
  /// In characters.
  public let columns: Int
  public let rows: Int
  public let zoom: PictureZoom

  public init(_ file: PhotoFile, columns: Int, rows: Int, zoom: PictureZoom = PictureZoom()) {
    (self.file, self.columns, self.rows, self.zoom) = (file, columns, rows, zoom)
  }
}

/// A photo as a terminal shows it.
public struct PhotoPicture: Sendable, Equatable {
  /// What a terminal is sent.
  public enum Content: Sendable, Equatable {
    /// Nothing: the terminal shows no pictures, or there is no room.
    case nothing
    /// Lines of characters, all of ``PhotoPicture/columns``.
    case blocks([[UInt8]])
    /// Sequences for a terminal that stands where the picture's top left corner is to be.
    case pixels([UInt8])
  }

  public var content = Content.nothing
  public var columns = 0
  public var rows = 0
  /// The part that is seen, as shares of width and height.
  public var x = 0.0..<1.0
  public var y = 0.0..<1.0
  public var facts = PhotoFacts()
  /// Why it is not shown.
  public var failure: String?

  public init() {}

  /// A picture that could not be made.
  public init(failure: String) { self.failure = failure }
}

/// What is known of a photo that was decoded, in words for people.
public struct PhotoFacts: Sendable, Equatable {
  /// In pixels, as shown.
  public var width: Int?
  public var height: Int?
  public var taken: String?
  public var camera: String?
  public var place: String?

  public init() {}
}
