import ArgumentParser
import ConverterCore

extension ConversionError.Code {
  /// The exit status of sysexits.h that the contract gives the code.
  var status: Int32 {
    switch self {
    case .usage: 64
    case .damagedInput, .unsupportedContent, .unsafeEntry, .requirementNotMet: 65
    case .inputNotFound: 66
    case .unknownType, .noRoute, .missingLibrary, .sandboxUnavailable: 69
    case .internalError, .decoderCrashed: 70
    case .outputExists, .changedMeanwhile, .cannotCreateOutput: 73
    case .readFailed, .writeFailed: 74
    case .limitExceeded: 75
    case .missingPassword, .wrongPassword: 77
    case .interrupted: 130
    }
  }
}

extension ConversionError {
  var exitCode: ExitCode { ExitCode(code.status) }
}

extension ExitCode {
  /// What each status means.
  static let meanings: [(status: Int32, meaning: String)] = [
    (0, "Everything was done."),
    (1, "Several inputs failed, for different reasons."),
    (64, "The command line is wrong."),
    (65, "An input is damaged, or was refused."),
    (66, "An input was not found."),
    (
      69,
      "There is no such type or no route to it, or a library or a part of the sandbox is missing."
    ),
    (70, "A bug, or a decoder that crashed."),
    (73, "An output exists already, or cannot be created."),
    (74, "Reading or writing failed."),
    (75, "A limit was hit; the message names it."),
    (77, "A password is missing or wrong."),
    (130, "The run was interrupted."),
  ]

  /// The status of a run over several inputs: 0 if all succeeded, the common status if all failures
  /// share it, else 1.
  init(failures: some Sequence<ConversionError.Code>) {
    let statuses = Set(failures.map(\.status))
    self = statuses.isEmpty ? .success : ExitCode(statuses.count == 1 ? statuses.first ?? 1 : 1)
  }
}
