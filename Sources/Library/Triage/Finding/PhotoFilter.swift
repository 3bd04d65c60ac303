import ConverterCore

/// Which photos are shown. What was decided holds for the photo, whichever of them shows it.
public struct PhotoFilter: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable {
    /// All but films.
    case all
    case screenshots
    /// Films that belong to no photo.
    case videos
    /// Those without a verdict.
    case unseen
    /// Those that show the same as others.
    case duplicates
    /// Those of ``PhotoFilter/leastLarge`` bytes and more.
    case large
    case blurred
    case dark
  }

  /// Of a large photo with all of its files, in bytes.
  public static let leastLarge = 8_000_000

  public var kind = Kind.all
  /// A part of the camera's name; accents and case do not matter.
  public var camera: String?
  /// The first and the last day, as `2021-02-13`, or the beginning of it.
  public var since: String?
  public var until: String?

  public init() {}

  /// Whether photos have to be looked at for it.
  public var needsLooks: Bool {
    ![.all, .videos, .unseen, .large].contains(kind) || camera != nil || since != nil
      || until != nil
  }

  /// Why a photo is shown; `nil` where it is not, and empty where it is one of all.
  ///
  /// - Parameters:
  ///   - seen: the photo.
  ///   - verdict: the one on it.
  ///   - isGrouped: whether it is in a group.
  public func reason(_ seen: SeenPhoto, verdict: Verdict?, isGrouped: Bool) -> String? {
    guard (seen.photo.kind == .film) == (kind == .videos), isInPeriod(seen), isOfCamera(seen) else {
      return nil
    }
    switch kind {
    case .all, .videos: return ""
    case .screenshots: return Screenshot.reason(seen)
    case .unseen: return verdict == nil ? "" : nil
    case .duplicates: return isGrouped ? "" : nil
    case .large: return seen.photo.byteCount >= Self.leastLarge ? "" : nil
    case .blurred: return seen.look?.blur
    case .dark: return seen.look?.darkness
    }
  }

  /// A photo without a time of its own has that of its file.
  private func isInPeriod(_ seen: SeenPhoto) -> Bool {
    guard since != nil || until != nil else { return true }
    let seconds = seen.photo.main.modified / 1_000_000_000
    guard
      let day = seen.look?.day
        ?? StoredDate(seconds: seconds).map({ String($0.description.prefix(10)) })
    else { return false }
    return day >= since ?? "" && (until.map { day <= $0 || day.hasPrefix($0) } ?? true)
  }

  private func isOfCamera(_ seen: SeenPhoto) -> Bool {
    guard let camera else { return true }
    return seen.look?.camera?.folded.contains(camera.folded) ?? false
  }
}
