import ArchiveModel
import ConverterCore
import TestSupport

@testable import ZIPPlugin

/// How a test has an archive written.
struct Writing {
  var settings: [String: String] = [:]
  var password: String?
  var threads = 2
  var keepGoing = false
  var limits = Limits.standard
  var cancellation = Cancellation()

  struct Result {
    var bytes: [UInt8]
    var context: ConversionContext
    var ledger: [LedgerEntry] { context.ledger }
  }

  func callAsFunction(_ archive: Archive) throws -> Result {
    let output = try OutputFile(.memory)
    var options = ConversionOptions()
    options.settings = settings
    options.keepGoing = keepGoing
    options.reading.passwords = Passwords(password.map { [Password(Array($0.utf8))] } ?? [])
    let context = ConversionContext(
      registry: Registry(), limits: limits, reading: options.reading, threads: threads,
      cancellation: cancellation)
    try ZIPWriter().write(
      archive, as: "public.zip-archive", to: output, options: try ZIPWriterOptions(options),
      in: WritingContext(context))
    return Result(bytes: output.bytes, context: context)
  }
}

/// Runs `body` and returns the code of the error that it throws.
func code(_ body: () throws -> Void) -> ConversionError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? ConversionError)?.code
  }
}
