import ConverterCore
import PictureModel

/// What a file holds beside its primary picture.
struct FileContents {
  private(set) var companions: [PictureFacts.Companion] = []
  /// The pictures among them that can be opened.
  private(set) var siblings: [(name: String, item: UInt32)] = []
  /// Of an image sequence, or 1.
  private(set) var frames = 1
  /// Pictures beyond the ``limit``, which are not listed.
  private(set) var omitted = 0

  let file: HEIFFile
  private var seen: Set<UInt32>
  private var names = SiblingNames()

  /// No camera writes as many; a hostile file could list tens of thousands.
  static let limit = 100

  private static let pictureTypes: Set<FourCC> = [
    "hvc1", "hev1", "av01", "jpeg", "grid", "iovl", "iden", "avc1", "avc3", "unci", "vvc1", "evc1",
    "j2k1", "lhv1", "tili",
  ]

  init(_ file: HEIFFile, primary: UInt32) {
    self.file = file
    seen = [primary]
    addThumbnails(of: primary)
    addAuxiliaryImages(of: primary)
    addToneMaps()
    addFurtherImages(beside: primary)
    addTracks()
  }

  private mutating func addThumbnails(of id: UInt32) {
    // A primary item that is marked as a thumbnail itself is still the primary one.
    for thumbnail in file.references.sources(of: id, "thmb") where seen.insert(thumbnail).inserted {
      add(.thumbnail, thumbnail, name: nil)
    }
  }

  private mutating func addAuxiliaryImages(of id: UInt32) {
    for auxiliary in file.references.sources(of: id, "auxl") {
      guard seen.insert(auxiliary).inserted else { continue }
      let urn = (try? file.properties(of: auxiliary)).flatMap(ImagePlanner.auxiliaryType) ?? ""
      switch ImagePlanner.role(ofAuxiliary: urn) {
      case .alpha:
        break
      case .depth:
        add(.depth, auxiliary, name: "depth", detail: urn)
      case .gainMap:
        add(.gainmap, auxiliary, name: "gainmap", detail: urn)
      case .other:
        add(.auxiliary, auxiliary, name: "auxiliary", detail: urn)
      }
    }
  }

  /// Gain maps of ISO 21496-1: a `tmap` item is made of a base image and a gain map.
  private mutating func addToneMaps() {
    for item in file.items where item.type == "tmap" && seen.insert(item.id).inserted {
      let parts = file.references.targets(of: item.id, "dimg")
      guard parts.count == 2, seen.contains(parts[0]), seen.insert(parts[1]).inserted else {
        continue
      }
      add(.gainmap, parts[1], name: "gainmap", detail: "ISO 21496-1")
    }
  }

  /// Images that are meant to be shown and are no part of what has been named already.
  private mutating func addFurtherImages(beside primary: UInt32) {
    let partners = Set(
      file.groups.filter { $0.type == "ster" && $0.entities.contains(primary) }
        .flatMap(\.entities))
    var number = 1
    for item in file.items {
      guard Self.pictureTypes.contains(item.type), !item.isHidden, !seen.contains(item.id),
        file.references.sources(of: item.id, "dimg").isEmpty,
        file.references.targets(of: item.id, "auxl").isEmpty,
        file.references.targets(of: item.id, "thmb").allSatisfy({ file.item($0) == nil })
      else { continue }
      seen.insert(item.id)
      number += 1
      add(
        .image, item.id, name: "\(number)",
        detail: partners.contains(item.id) ? "the other eye of a stereo pair" : nil)
    }
  }

  private mutating func addTracks() {
    for track in file.tracks where track.isShown {
      frames = max(frames, track.frames)
      guard hasRoom() else { continue }
      companions.append(
        PictureFacts.Companion(
          .frames, width: track.width, height: track.height,
          detail: "\(track.frames) frames, \(track.coding)"))
    }
  }

  /// - Parameter name: of the sibling; `nil` for what shows nothing of its own.
  private mutating func add(
    _ kind: PictureFacts.Companion.Kind, _ item: UInt32, name: String?, detail: String? = nil
  ) {
    guard hasRoom() else { return }
    companions.append(companion(kind, item, detail: detail))
    if let name { siblings.append((names.unique(name), item)) }
  }

  /// Whether one more may be listed; counts those that may not.
  private mutating func hasRoom() -> Bool {
    guard companions.count == Self.limit else { return true }
    omitted += 1
    return false
  }

  /// - Returns: with the size as shown, as far as the item's own properties tell it.
  private func companion(
    _ kind: PictureFacts.Companion.Kind, _ item: UInt32, detail: String? = nil
  ) -> PictureFacts.Companion {
    var companion = PictureFacts.Companion(kind, detail: detail)
    guard let properties = try? file.properties(of: item),
      let size = ImagePlanner.spatialExtents(properties)
    else { return companion }
    var geometry = ItemGeometry(width: size.width, height: size.height)
    guard (try? geometry.apply(properties)) != nil else { return companion }
    companion.width = geometry.shownWidth
    companion.height = geometry.shownHeight
    return companion
  }
}
