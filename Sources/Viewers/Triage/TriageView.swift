public import ConverterCore
import FairyLibrary

/// What a screen shows on which photos are looked through, and what its keys do. It knows no terminal and no process.
public final class TriageView {
  let task: TriageTask
  let pictures: any PhotoPictures
  let usesColour: Bool
  var round: PhotoRound
  var mode = Mode.photos
  /// How closely the photo is looked at.
  var zoom = PictureZoom()
  var panel: TextPanel?
  /// What is to be answered by Y before anything else.
  var question: Question?
  var practice: Practice?
  /// Of the screen, when it was drawn last.
  var rows = 24
  /// Said until the next key.
  var note: String?
  /// The picture that was shown last, and of what.
  var shown: (wish: PictureWish, picture: PhotoPicture)?
  /// Of photos that were decoded.
  var facts: [PhotoFile: PhotoFacts] = [:]

  enum Mode {
    case photos
    case queue(PhotoQueue)
    case gathering(GroupGathering)
    case groups(PhotoGroups)
  }

  enum Question {
    case commit
  }

  /// - Parameters:
  ///   - task: what is looked through.
  ///   - pictures: decodes its photos.
  ///   - usesColour: whether lines may have colours.
  public init(_ task: TriageTask, showing pictures: any PhotoPictures, usesColour: Bool) {
    (self.task, self.pictures, self.usesColour) = (task, pictures, usesColour)
    round = PhotoRound(task)
    if task.triage.isNew { practice = Practice() }
    noteEnd()
  }

  /// Whether there is something to practise, and room to say so.
  var isPractising: Bool { practice != nil && rows >= Self.leastOfPractice }

  private static let leastOfPractice = 14

  /// Whether something is done between keys, which is not to be held up.
  var isBusy: Bool {
    if case .gathering = mode { return panel == nil && question == nil }
    return false
  }

  /// Does what goes on between keys.
  public func goOn() {
    guard isBusy, case .gathering(var gathering) = mode else { return }
    do throws(ConversionError) {
      if var groups = try gathering.goOn(task.look) {
        groups.move(to: round.photo)
        mode = groups.groups.isEmpty ? .photos : .groups(groups)
        if groups.groups.isEmpty { note = "no two of these photos show the same" }
      } else {
        mode = .gathering(gathering)
      }
    } catch {
      mode = .photos
      note = words(error)
    }
  }

  /// Writes what was decided: after the next photo is shown, which need not wait for a disk.
  ///
  /// - Returns: whether that could be done; otherwise what is shown has changed.
  public func settle() -> Bool {
    do throws(ConversionError) {
      try round.write()
      return true
    } catch {
      note = words(error)
      return false
    }
  }

  /// Remembers which photo is looked at.
  public func end() throws(ConversionError) { try round.keep(filter: task.filter) }

  /// Says so when nothing is left to be decided.
  func noteEnd() {
    guard note == nil, !round.photos.isEmpty, round.decided == round.photos.count else { return }
    note = "all of them are decided on: Q shows what is to go, Esc ends"
  }

  /// Does something; where that fails, says why.
  func attempt(_ body: () throws(ConversionError) -> Void) {
    do throws(ConversionError) {
      try body()
    } catch {
      note = words(error)
    }
  }

  private func words(_ error: ConversionError) -> String {
    let name = error.file.map { $0.nameForPeople + ": " } ?? ""
    return name + error.message
  }
}
