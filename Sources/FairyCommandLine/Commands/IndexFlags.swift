import ArgumentParser
import ConverterCore
import MailboxModel
import Runner
import SystemPackage

/// `--index`, on every verb that chooses messages.
struct IndexFlags: ParsableArguments {
  @Flag(
    help:
      "Look into an index of the mbox file, which the first time makes: MAILBOX.fairy-index if it is there, else one in the cache folder."
  )
  var index = false

  @Option(
    help: ArgumentHelp("Look into this index; the first time makes it.", valueName: "file"))
  var indexFile: PathArgument?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "With an index: words that subject, people or text have, whole, without regard to case and accents; the last may go on.",
      valueName: "words"))
  var search: [String] = []

  /// Opens the index of a mailbox, made anew where there is none of the mailbox as it is.
  ///
  /// - Parameter inputs: the one that is a mailbox.
  /// - Throws: `usage` where there is no such one; what making an index throws.
  func apply(
    to reading: inout ReadingOptions, of inputs: [Request.Input], limits: Limits,
    sandbox: Sandbox.Policy
  ) throws(ConversionError) {
    reading.messages.search = search
    guard index || indexFile != nil else { return }
    guard inputs.count == 1, case .file(let path) = inputs[0], !path.isFolder else {
      throw ConversionError(
        .usage,
        "an index is made of one mbox file, not of folders, standard input or files in archives",
        file: inputs.first?.path)
    }
    let mailbox = try MailboxIndex(of: path, in: indexFile?.path)
    if let index = try mailbox.fresh() {
      reading.index = index
    } else {
      try mailbox.make(limits: limits, sandbox: sandbox)
      reading.index = try mailbox.justMade()
    }
  }
}
