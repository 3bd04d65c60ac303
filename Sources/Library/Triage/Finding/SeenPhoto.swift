/// A photo with what was seen of it.
public struct SeenPhoto: Sendable {
  public let photo: Photo
  /// `nil` for films, and for what could not be read.
  public let look: PhotoLook?

  public init(_ photo: Photo, _ look: PhotoLook?) { (self.photo, self.look) = (photo, look) }
}
