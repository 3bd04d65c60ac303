import ConverterCore
import FairyLibrary
import Runner

/// Answers what the web process asks about photos, one question after the other, on a thread of its own.
///
/// So the journal of the library is written in one place, and no photo is decided on, moved or read that is not in a served
/// folder.
final class PhotoDesk: Sendable {
  /// A question.
  struct Order: Sendable {
    let line: JSONValue
    let answer: @Sendable (Result<JSONValue, ConversionError>) -> Void
  }

  private let orders = OrderQueue<Order>()
  private let survey: PhotoSurvey
  private let texts: PhotoTexts
  private let thread: WorkerThread?

  init(_ readers: PhotoReaders, _ folders: ServedFolders) {
    let (survey, texts) = (PhotoSurvey(readers), PhotoTexts(readers, folders))
    let orders = orders
    (self.survey, self.texts) = (survey, texts)
    thread = WorkerThread {
      var answers: TriageAnswers?
      while let order = orders.next() {
        do throws(ConversionError) {
          let known =
            if let answers { answers } else {
              try TriageAnswers(readers.library, folders, survey, texts)
            }
          answers = known
          order.answer(.success(try known.answer(order.line)))
        } catch {
          order.answer(.failure(error))
        }
      }
    }
  }

  /// - Returns: whether it will be answered; `false` where too many wait.
  func add(_ order: Order) -> Bool { orders.add(order) }

  /// Ends the threads when they have done what they have in hand; what reads photos is to be interrupted first.
  func close() {
    orders.close()
    thread?.join()
    survey.close()
    texts.close()
  }
}
