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
    case .outputExists, .cannotCreateOutput: 73
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
  /// The status of a run over several inputs: 0 if all succeeded, the common status if all failures
  /// share it, else 1.
  init(failures: some Sequence<ConversionError.Code>) {
    let statuses = Set(failures.map(\.status))
    self = statuses.isEmpty ? .success : ExitCode(statuses.count == 1 ? statuses.first ?? 1 : 1)
  }
}
