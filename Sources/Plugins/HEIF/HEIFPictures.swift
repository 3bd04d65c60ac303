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
    guard let id = file.primaryItem else {
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
    return try picture(
      of: id, companions: contents.companions, frames: contents.frames,
      siblings: contents.siblings.map { sibling in
        Sibling(name: sibling.name) { () throws(ConversionError) in
          do throws(ConversionError) {
            return try picture(of: sibling.item)
          } catch {
            throw error.about(path)
          }
        }
      })
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
