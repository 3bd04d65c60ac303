import ArgumentParser
import ConverterCore

/// What of a file with tables is meant, and how strictly it is read, on every verb that reads one.
struct TextFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp("Which of several tables: a sheet's name, or its number.", valueName: "name")
  )
  var table: String?

  @Flag(help: "Fail where the file is merely odd, such as a row with too many cells.")
  var strict = false

  func apply(to reading: inout ReadingOptions) {
    reading.table = table
    reading.isStrict = strict
  }
}
