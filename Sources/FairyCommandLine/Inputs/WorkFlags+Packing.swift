import ConverterCore
import Runner
import SystemPackage

extension WorkFlags {
  /// One archive of several inputs, each of them as it is: `fairy convert a.jpg photos/ --to zip -o all.zip`.
  ///
  /// - Returns: `nil` where each input becomes a file of its own: `-o` names no file, or files of the type hold
  ///   no others.
  /// - Throws: `usage` for a file in an archive among the inputs.
  func packing(
    into type: ContentType, _ options: ConversionOptions
  ) throws(ConversionError) -> Workload? {
    guard inputs.count > 1, let output = place.output, !output.meansFolder,
      output.isDash || output.path.extension != nil, Self.packs(type)
    else { return nil }
    var packed: [Request.Input] = []
    for argument in inputs {
      let input = try Self.packed(argument)
      if !packed.contains(input) { packed.append(input) }
    }
    var request = Request(
      input: packed[0], target: type,
      output: output.isDash ? .standardOutput : .file(output.path),
      conflict: result.onConflict, keepsTimes: false, options: options, limits: limits.limits)
    request.purpose = .pack(Array(packed.dropFirst()))
    var workload = Workload(request, naming: OutputNaming(ofOne: output))
    workload.notes += result.notes(isPrinted: workload.isPrinted) + place.notes(on: inputs)
    if result.keepTimes == true {
      workload.notes.append(
        "--keep-times has no effect: an archive of several files has no times of one input")
    }
    return workload
  }

  private static func packed(_ argument: PathArgument) throws(ConversionError) -> Request.Input {
    switch argument.input {
    case .standardInput: return .standardInput
    // An entry of the archive has a name, which `.` is not.
    case .file(let path): return .file(path.isFolder ? path.realFolder : path)
    case .entry:
      throw ConversionError(
        .usage, "is a file in an archive: extract it first, then it can be put into another",
        file: argument.path)
    }
  }

  /// Whether files of the type hold other files.
  private static func packs(_ type: ContentType) -> Bool {
    let planner = Converter(registry: .builtin()).planner
    return planner.packing(type, into: type) != nil
  }
}
