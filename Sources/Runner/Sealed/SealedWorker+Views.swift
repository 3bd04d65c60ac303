import ConverterCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that is kept open for questions about parts of it.
extension SealedWorker {
  /// Opens the file of a request, and answers questions until the supervisor wants no more.
  ///
  /// - Parameters:
  ///   - key: of the model to see the file as.
  ///   - questions: they come over it one at a time, and the answers go back.
  mutating func view(
    _ request: Request, as key: String?, _ questions: Channel
  ) throws(ConversionError) {
    var request = completed(request)
    let files = try takeFiles(for: request)
    let opened = try files.open(request.input, within: request.limits)
    // It may be open for a day; the supervisor has an eye on the time of each answer.
    request.limits.seconds = 1 << 30
    let progress = ProgressMessages(channel)
    let context = converter.viewing(
      request, isViewing: true, files: files,
      launcher: SupervisedPrograms(channel: channel, vocabulary: converter.vocabulary),
      progress: { progress.send($0) })
    let session: any ViewSession
    do throws(ConversionError) {
      let file = try converter.resolve(request.input, in: opened, context)
      let type = try converter.detect(file, in: context).type
      let found = try converter.session(of: file, type: type, as: key, in: context)
      session = found.session
      questions.send(
        ViewAnswer.answered(
          [.init("kind", .string(found.key)), .init("type", .string(type.id.rawValue))]
            + session.summary + context.remarks(request.options)
        ).json)
    } catch {
      questions.send(ViewAnswer.unanswered(error.resolved(by: request.limits)).json)
      _exit(0)
    }
    while case .message(let json) = try questions.receive(waiting: true) {
      guard case .ask(let question) = try SupervisorMessage(json, vocabulary: converter.vocabulary)
      else { throw ConversionError(.damagedInput, "no question of a supervisor") }
      questions.send(answer(to: question, session, within: request.limits).json)
    }
    // It serves this file alone, and what it holds need not be given back piece by piece.
    _exit(0)
  }

  private func answer(
    to question: ViewQuestion, _ session: any ViewSession, within limits: Limits
  ) -> ViewAnswer {
    do throws(ConversionError) {
      return .answered(try session.answer(question))
    } catch {
      return .unanswered(error.resolved(by: limits))
    }
  }
}

extension ConversionContext {
  /// What was odd about the file, and which options made no difference.
  fileprivate func remarks(_ options: ConversionOptions) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if !warnings.isEmpty {
      members.append(.init("warnings", .array(warnings.map { .string($0) })))
    }
    let unused = options.named(unusedOfReading)
    if !unused.isEmpty { members.append(.init("unused", .array(unused.map(\.json)))) }
    return members
  }
}
