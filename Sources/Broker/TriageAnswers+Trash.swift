import ConverterCore
import FairyLibrary
import SystemPackage

// What is to be deleted, and the trash of the desktop.
extension TriageAnswers {
  func queue(_ place: TriagePlace) -> JSONValue {
    let known = survey.known(of: place.path)
    let photos = triage.queue(in: [place.path])
    return .object([
      .init(
        "photos",
        .array(
          photos.map { photo in
            let entry = entry(photo, place, known?.looks[photo.main.path], .delete)
            guard let refusal = refusal(of: photo, place) else { return entry }
            return .object(
              (entry.members ?? []) + [.init("refusal", .string(refusal.message))])
          })),
      .init("progress", progress(place)),
    ])
  }

  private func refusal(of photo: Photo, _ place: TriagePlace) -> ConversionError? {
    if let refusal = triage.refusal(of: photo) { return refusal }
    guard !place.holds(photo) else { return nil }
    return ConversionError(
      .readFailed, "lies outside of the folder that is served", file: photo.main.path)
  }

  /// Moves to the trash what was shown in the queue, and nothing else.
  func commit(_ line: JSONValue, _ place: TriagePlace) throws(ConversionError) -> JSONValue {
    let trash = try trash(for: place)
    var shown: Set<String> = []
    for photo in try (line["photos"] ?? .null).all(of: "photos") {
      let name = FilePath(photo, "path") ?? ""
      shown.insert("\(name.bytes.hexadecimal) \(photo["key"]?.text ?? "")")
    }
    let report = try triage.commit([place.path], to: trash) { photo in
      let name = place.name(of: photo.main.path) ?? ""
      guard shown.contains("\(name.bytes.hexadecimal) \(photo.main.key)") else {
        return ConversionError(
          .changedMeanwhile, "came into the queue after it was shown", file: photo.main.path)
      }
      return self.refusal(of: photo, place)
    }
    lists[place.path] = nil
    return .object([
      .init("commit", .integer(report.number)),
      .init(
        "trashed",
        .array(report.trashed.compactMap { $0.files.first?.file.path }.map { told($0, place) })),
      .init(
        "refused",
        .array(report.refused.map { told($0, place) })),
      .init("bytes", .integer(report.byteCount)), .init("freed", .integer(report.freedByteCount)),
      .init("progress", progress(place)),
    ])
  }

  /// Brings photos of a commit back, as far as they were in this folder.
  func restore(_ line: JSONValue, _ place: TriagePlace) throws(ConversionError) -> JSONValue {
    let trash = try trash(for: place)
    let number = try (line["commit"] ?? .null).count(of: "commit")
    let report = try triage.restore(commit: number, from: trash) { photo in
      guard !place.holds(photo) else { return nil }
      return ConversionError(
        .readFailed, "was not in this folder: fairy triage --restore brings it back",
        file: photo.files.first?.file.path)
    }
    lists[place.path] = nil
    return .object([
      .init("restored", .integer(report.restored.count)),
      .init("refused", .array(report.refused.map { told($0, place) })),
      .init("progress", progress(place)),
    ])
  }

  /// The trash of the desktop, for a folder that may be changed.
  private func trash(for place: TriagePlace) throws(ConversionError) -> DesktopTrash {
    guard place.served.isWritable else {
      throw ConversionError(
        .cannotCreateOutput, "is served for reading; name it with :rw to move photos to the trash",
        file: FilePath(place.served.word))
    }
    guard let home = DesktopTrash.standardHome else {
      throw ConversionError(
        .usage, "nothing says where the trash is: neither XDG_DATA_HOME nor HOME is set")
    }
    return DesktopTrash(home: home)
  }

  private func told(_ path: FilePath, _ place: TriagePlace) -> JSONValue {
    .object((place.name(of: path) ?? "").members("path"))
  }

  private func told(_ error: ConversionError, _ place: TriagePlace) -> JSONValue {
    .object(
      (error.file.flatMap(place.name(of:)) ?? "").members("path") + [
        .init("message", .string(error.message))
      ])
  }
}
