import ArgumentParser
import ConverterCore
import Testing

@testable import FairyCommandLine

/// The exit statuses of the contract, which scripts rely on.
@Suite struct ExitCodeTests {
  private static let contract: [(code: ConversionError.Code, status: Int32)] = [
    (.usage, 64),
    (.damagedInput, 65), (.unsupportedContent, 65), (.unsafeEntry, 65), (.requirementNotMet, 65),
    (.inputNotFound, 66),
    (.unknownType, 69), (.noRoute, 69), (.missingLibrary, 69), (.sandboxUnavailable, 69),
    (.internalError, 70), (.decoderCrashed, 70),
    (.outputExists, 73), (.changedMeanwhile, 73), (.cannotCreateOutput, 73),
    (.readFailed, 74), (.writeFailed, 74),
    (.limitExceeded, 75),
    (.missingPassword, 77), (.wrongPassword, 77),
    (.interrupted, 130),
  ]

  @Test func eachCodeHasItsStatus() {
    #expect(Set(Self.contract.map(\.code)) == Set(ConversionError.Code.allCases))
    for (code, status) in Self.contract {
      #expect(code.status == status, "\(code)")
      #expect(ExitCode(failures: [code, code]).rawValue == status, "\(code)")
    }
  }

  @Test func failuresOfOneKindKeepTheirStatus() {
    #expect(ExitCode(failures: [ConversionError.Code]()) == .success)
    #expect(ExitCode(failures: [.damagedInput, .unsafeEntry]).rawValue == 65)
    #expect(ExitCode(failures: [.damagedInput, .limitExceeded]).rawValue == 1)
  }
}
