import ConverterCore
import PictureModel
import SystemPackage

/// The pictures of a file: the primary one, and the siblings that are decoded when asked for.
struct HEIFPictures {
  let file: HEIFFile
  /// For errors.
  let path: FilePath?
  let context: ConversionContext

  /// The primary picture, with what else the file holds.
  func primary() throws(ConversionError) -> Picture {
    let sequence = try sequence()
    guard let id = file.primaryItem else {
      if let sequence, file.items.isEmpty { return picture(of: sequence) }
      guard !file.items.isEmpty || file.tracks.isEmpty else { throw file.missingItems() }
      throw .damaged("there is no pitm box, which says which item is the picture")
    }
    guard file.item(id) != nil else {
      throw .damaged("the primary item is number \(id), but there is no such item")
    }
    let contents = FileContents(file, primary: id)
    if contents.omitted > 0 {
      context.warn(
        "the file holds \(contents.omitted) more pictures than the \(FileContents.limit) that are "
          + "listed beside the first")
    }
    var siblings = contents.siblings.map { sibling in
      Sibling(name: sibling.name) { () throws(ConversionError) in
        do throws(ConversionError) {
          return try picture(of: sibling.item)
        } catch {
          throw error.about(path)
        }
      }
    }
    var still = try picture(of: id, companions: contents.companions, frames: contents.frames)
    still.facts.gainMap = contents.gainMap(of: id, exif: still.facts.metadata.exif, in: context)
    still.facts.gainMap?.placement =
      GainMap.Placement(width: still.facts.width, height: still.facts.height)
    guard let sequence else {
      still.siblings = siblings
      return still
    }
    // The primary item is what is shown where nothing moves (ISO/IEC 23008-12, 6.2 and 7.2).
    var moving = picture(of: sequence)
    guard moving.facts.width == still.facts.width, moving.facts.height == still.facts.height else {
      // Another picture than the primary one: smaller, of a preview.
      siblings.append(Sibling(name: "frames") { () throws(ConversionError) in moving })
      still.siblings = siblings
      return still
    }
    moving.facts.metadata = still.facts.metadata
    moving.facts.companions = contents.companions.filter { $0.kind != .frames }
    if case .unspecified = moving.facts.colour { moving.facts.colour = still.facts.colour }
    moving.siblings = siblings
    still.siblings = siblings
    moving.still = Sibling(name: "") { [still] in still }
    return moving
  }

  /// The sequence in the file's tracks; `nil` also where it is damaged, and the file has a still picture.
  private func sequence() throws(ConversionError) -> SequencePicture? {
    do throws(ConversionError) {
      return try SequencePicture(file, in: context)
    } catch {
      guard file.primaryItem != nil, error.code != .interrupted else { throw error }
      context.warn("the sequence in the file cannot be shown: \(error.message)")
      return nil
    }
  }

  private func picture(of sequence: SequencePicture) -> Picture {
    let open = sequence.opened()
    return Picture(stored: sequence.facts, orientation: sequence.orientation, in: context) {
      demand throws(ConversionError) in
      do throws(ConversionError) {
        return try open(demand)
      } catch {
        throw error.about(path)
      }
    }
  }

  /// One item as a picture, upright and with its own metadata.
  private func picture(
    of id: UInt32, companions: [PictureFacts.Companion] = [], frames: Int = 1,
    siblings: [Sibling<Picture>] = []
  ) throws(ConversionError) -> Picture {
    var planner = ImagePlanner(file, context)
    let plan = try planner.plan(id)
    let decoder = ImageDecoder(file: file, context: context)
    var facts = plan.storedFacts
    facts.metadata = try ItemMetadata.metadata(of: id, in: file, context)
    facts.companions = companions
    facts.frames = frames
    return Picture(
      stored: facts, crop: plan.geometry.crop, orientation: plan.geometry.orientation,
      in: context, siblings: siblings
    ) { demand throws(ConversionError) in
      do throws(ConversionError) {
        return try decoder.source(of: plan, for: demand)
      } catch {
        throw error.about(path)
      }
    }
  }
}
