import ArgumentParser
import ConverterCore

/// Where the results of many files go.
struct PlaceFlags: ParsableArguments {
  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "A file for one input, a folder for many, or - for standard output.", valueName: "path"))
  var output: PathArgument?

  @Flag(name: .customShort("r"), help: "Walk folders; their structure is kept below -o.")
  var recursive = false

  /// - Parameter inputs: those that are named.
  func notes(on inputs: [PathArgument]) -> [String] {
    guard recursive, !inputs.contains(where: { !$0.isDash && $0.path.isFolder }) else { return [] }
    return ["-r has no effect: no folder is named"]
  }
}

/// How a result takes its place.
struct ResultFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp("What to do when the output exists. (default: fail)", valueName: "policy"))
  var onConflict: OutputFile.ConflictPolicy?

  @Flag(
    inversion: .prefixedNo,
    help:
      "Give the output the times of its input, or the time at which it is made. (default: --keep-times)"
  )
  var keepTimes: Bool?

  /// What of it says nothing where the result goes to standard output.
  func notes(isPrinted: Bool) -> [String] {
    guard isPrinted else { return [] }
    let words =
      [
        onConflict.map { _ in "--on-conflict" },
        keepTimes.map { $0 ? "--keep-times" : "--no-keep-times" },
      ]
    return words.compactMap { word in
      word.map { "\($0) has no effect: the result goes to standard output" }
    }
  }
}

/// When a result on standard output is written.
struct WholeFlag: ParsableArguments {
  @Flag(
    help: "With -o -, write only when the whole result is done, so that a failure writes nothing.")
  var whole = false

  /// - Parameter isPrinted: whether the result goes to standard output.
  /// - Throws: `usage` where it does not, for then it is never seen before it is whole.
  func check(isPrinted: Bool) throws(ConversionError) {
    guard whole, !isPrinted else { return }
    throw ConversionError(
      .usage, "--whole is for standard output (-o -): a file always appears when it is whole")
  }
}

/// How good, and how large, a result may be.
struct QualityFlags: ParsableArguments {
  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "How close to the source: 0…1 (0.8), 2…100 (80), or auto: as small as nobody sees it.",
      valueName: "q"),
    transform: { try QualityGoal(parsing: $0) })
  var quality: QualityGoal?

  @Option(
    help: ArgumentHelp(
      "The most that the result may take, such as 500KB; quality gives way, then size.",
      valueName: "size"),
    transform: { try ByteCount(parsing: $0).value })
  var maxSize: Int?

  func apply(to options: inout ConversionOptions) {
    options.qualityGoal = quality
    options.maximumBytes = maxSize
  }
}
