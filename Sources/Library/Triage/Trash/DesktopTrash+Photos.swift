import ConverterCore
import SystemPackage

/// Photos of several files: all of them move, or none.
extension DesktopTrash {
  /// Moves a photo to the trash.
  ///
  /// - Parameters:
  ///   - report: gets what was moved, or why it was not.
  ///   - writer: gets what was moved.
  /// - Throws: `writeFailed` where the journal cannot be written.
  func move(
    _ photo: Photo, _ report: inout CommitReport, _ writer: JournalWriter
  ) throws(ConversionError) {
    let names = photo.files.map(\.nameCount)
    var files: [TrashedFile] = []
    let date = LocalTime.now("%Y-%m-%dT%H:%M:%S")
    do throws(ConversionError) {
      for file in photo.files { files.append(try move(file, at: date)) }
    } catch  where error.code == .interrupted {
      throw error
    } catch {
      report.refused.append(error)
      guard let rest = takeBack(files) else { return }
      return try writer.append(PhotoTrashed(commit: report.number, photo: rest))
    }
    let trashed = TrashedPhoto(files: files)
    try writer.append(PhotoTrashed(commit: report.number, photo: trashed))
    report.add(trashed, names: names)
  }

  /// Brings files back that were moved without those that belong to them.
  ///
  /// - Returns: those that could not be, and so are in the trash; `nil` where there are none.
  private func takeBack(_ files: [TrashedFile]) -> TrashedPhoto? {
    var rest: [TrashedFile] = []
    for file in files.reversed() {
      do throws(ConversionError) {
        try putBack(file)
        removeInfo(of: file)
      } catch {
        rest.insert(file, at: 0)
      }
    }
    return rest.isEmpty ? nil : TrashedPhoto(files: rest)
  }

  /// Looks what became of a photo when a commit was stopped, and brings it back where only a part of it was moved.
  ///
  /// - Returns: what is in the trash; `nil` where nothing is.
  func settle(_ photo: Photo) -> TrashedPhoto? {
    var (found, isHere) = ([TrashedFile](), false)
    for file in photo.files {
      if file.now?.isSame(as: file) ?? false {
        isHere = true
        forget(file)
      } else if let trashed = find(file) {
        found.append(trashed)
      }
    }
    guard !found.isEmpty else { return nil }
    return isHere ? takeBack(found) : TrashedPhoto(files: found)
  }

  /// Brings a photo back.
  ///
  /// - Throws: why it stays in the trash.
  func moveBack(_ photo: TrashedPhoto) throws(ConversionError) {
    for file in photo.files { try check(file) }
    var moved: [TrashedFile] = []
    do throws(ConversionError) {
      for file in photo.files {
        try putBack(file)
        moved.append(file)
      }
    } catch {
      for file in moved { putInTrash(file) }
      throw error
    }
    for file in photo.files { removeInfo(of: file) }
  }
}
