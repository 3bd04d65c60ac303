import ArgumentParser
import ConverterCore

/// Whether several files are joined without those that cannot be read.
struct KeepGoingFlag: ParsableArguments {
  @Flag(help: "Leave out files that cannot be read, and join the others; each is named.")
  var keepGoing = false

  func apply(to options: inout ConversionOptions) {
    if keepGoing { options.keepGoing = true }
  }
}
