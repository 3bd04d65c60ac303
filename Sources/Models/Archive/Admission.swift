public import ConverterCore
internal import Synchronization

/// Decides which entries a writer gets, and under which names.
///
/// Entries that were not asked for are passed over. Those with unsafe names, forbidden kinds, and contents
/// that cannot be read end the conversion, or are left out and noted (`--keep-going`). Names that repeat
/// get a number.
///
/// A folder of the user's own is no attack: what of it others would refuse to unpack is taken, and said.
public final class Admission: Sendable {
  private let options: ConversionOptions
  private let context: ConversionContext
  private let state: Mutex<State>

  private struct State {
    var selection: EntrySelection
    var names = AdmittedNames()
    var seen = 0
    var renamed = 0
    /// Entries of an own folder that others would refuse, and why the first of them.
    var risky = 0
    var firstRisk: String?
  }

  private let isOwn: Bool
  private let reasonIfEmpty: String?

  /// - Parameters:
  ///   - options: of the conversion: which entries are asked for, and whether it goes on without those that fail.
  ///   - context: its ledger gets what is left out or renamed.
  ///   - archive: whose entries they are.
  public init(
    _ options: ConversionOptions, in context: ConversionContext, of archive: Archive? = nil
  ) {
    self.options = options
    isOwn = archive?.isOwn ?? false
    reasonIfEmpty = archive?.reasonIfEmpty
    self.context = context
    state = Mutex(State(selection: EntrySelection(options.entries)))
  }

  /// The entry as it is to be written; `nil` when it is passed over or left out.
  ///
  /// Its path is normal, and no other entry's. A second entry for a folder is passed over. A hard link's
  /// target is the path that the earlier file got.
  ///
  /// Called once for each entry, in the order of the archive.
  ///
  /// - Throws: `unsafeEntry`, `limitExceeded`, the ``Entry/fault`` of the entry.
  public func admit(_ entry: Entry) throws(ConversionError) -> Entry? {
    let decision = try state.withLock { (state) throws(ConversionError) -> Decision in
      state.seen += 1
      try Self.check(count: state.seen, context.limits)
      guard state.selection.includes(entry.path) else { return .passOver }
      do throws(ConversionError) {
        return try decide(entry, &state)
      } catch {
        return .refuse(error)
      }
    }
    switch decision {
    case .admit(let entry): return entry
    case .passOver: return nil
    case .refuse(let error):
      try leaveOut(entry, error)
      return nil
    }
  }

  private enum Decision: Sendable {
    case admit(Entry)
    case passOver
    case refuse(ConversionError)
  }

  private func decide(_ entry: Entry, _ state: inout State) throws(ConversionError) -> Decision {
    // The folder that is being filled.
    if entry.isRoot { return .passOver }
    let path = entry.path.normalized
    try unlessOwn(&state) { () throws(ConversionError) in try entry.path.checkHazards() }
    if entry.kind == .device {
      throw ConversionError(
        .unsafeEntry, "the entry \(entry.path.shown) is a device, pipe or socket; none is ever made"
      )
    }
    if let fault = entry.fault { throw fault }
    var admitted = entry
    admitted.path = path
    switch entry.kind {
    case .link:
      if let target = entry.linkTarget {
        try unlessOwn(&state) { () throws(ConversionError) in
          try LinkTarget.check(target, of: path)
        }
      }
    case .hardLink:
      admitted.linkTarget = try state.names.path(ofHardLink: entry).bytes
    case .file, .folder, .device: break
    }
    guard let name = try state.names.take(path, for: entry.kind) else { return .passOver }
    if name != path {
      note(path, renamedTo: name, &state)
      admitted.path = name
    }
    return .admit(admitted)
  }

  private func unlessOwn(
    _ state: inout State, _ check: () throws(ConversionError) -> Void
  ) throws(ConversionError) {
    do throws(ConversionError) {
      try check()
    } catch {
      guard isOwn else { throw error }
      state.risky += 1
      if state.firstRisk == nil { state.firstRisk = error.message }
    }
  }

  /// Leaves an entry out whose content could not be read, and notes it, or throws `error`.
  ///
  /// Without `--keep-going` it always throws, and with it where the error is not the entry's own: a full
  /// disk, an interruption.
  public func leaveOut(_ entry: Entry, _ error: ConversionError) throws(ConversionError) {
    var error = error.naming(entry)
    guard options.keepGoing, error.code.concernsEntry else {
      if [.damagedInput, .unsafeEntry, .unsupportedContent].contains(error.code) {
        error.message += "; --keep-going takes the other entries"
      }
      throw error
    }
    context.leaveOut("entry \(entry.path.shown)", error)
  }

  /// Leaves out what follows the last entry that could be found, or throws `error`.
  public func leaveOutRest(_ error: ConversionError) throws(ConversionError) {
    let seen = state.withLock { $0.seen }
    guard options.keepGoing, seen > 0, error.code.concernsEntry else { throw error }
    context.leaveOut("the rest of the archive, behind entry \(seen)", error)
  }

  /// Called after the last entry.
  ///
  /// - Throws: `inputNotFound` when a pattern of the request matched nothing, and where there was no entry though
  ///   there should be (``Archive/reasonIfEmpty``).
  public func finish() throws(ConversionError) {
    if let reasonIfEmpty, state.withLock({ $0.seen }) == 0 {
      throw ConversionError(.inputNotFound, reasonIfEmpty)
    }
    let (unmatched, renamed, risky, risk) = state.withLock { state in
      defer {
        state.renamed = 0
        state.risky = 0
      }
      return (state.selection.firstUnmatched, state.renamed, state.risky, state.firstRisk)
    }
    if risky > 0, let risk {
      context.warn(
        (risky == 1 ? "an entry" : "\(risky) entries")
          + " will not be unpacked by careful programs such as this one: \(risk)")
    }
    if renamed > Self.notedRenames {
      context.note(
        "\(renamed - Self.notedRenames) further entries", .changed,
        why: "renamed, as their names are there twice")
    }
    if let unmatched { throw unmatched }
  }

  /// How many renamed entries are named one by one; an archive may have a million.
  private static let notedRenames = 100

  private func note(_ path: EntryPath, renamedTo name: EntryPath, _ state: inout State) {
    state.renamed += 1
    guard state.renamed <= Self.notedRenames else { return }
    context.note(
      "entry \(path.shown)", .changed,
      why: "renamed to \(name.shown): the name is there twice")
  }

  /// - Throws: `limitExceeded` for more entries than an archive may have.
  package static func check(count: Int, _ limits: Limits) throws(ConversionError) {
    guard count > limits.entries else { return }
    let (double, overflow) = limits.entries.multipliedReportingOverflow(by: 2)
    throw ConversionError.exceeding(
      .init(.entries, needed: count, of: limits),
      "the archive has more than \(limits.entries) entries, the limit; "
        + "raise it with --limit entries=\(max(count, overflow ? count : double))")
  }
}

extension ConversionError {
  /// The same error, with the entry in its message.
  fileprivate func naming(_ entry: Entry) -> ConversionError {
    let name = entry.path.shown
    guard code.concernsEntry, !message.contains(name.dropFirst().dropLast()) else { return self }
    var copy = self
    copy.message = "the entry \(name) \(message)"
    return copy
  }
}

extension ConversionError.Code {
  /// Whether other entries may be read where one met this error.
  fileprivate var concernsEntry: Bool {
    switch self {
    case .damagedInput, .unsupportedContent, .unsafeEntry, .inputNotFound, .readFailed,
      .limitExceeded,
      .missingPassword, .wrongPassword, .missingLibrary, .decoderCrashed, .requirementNotMet,
      .unknownType, .noRoute:
      true
    case .usage, .sandboxUnavailable, .internalError, .outputExists, .cannotCreateOutput,
      .writeFailed, .changedMeanwhile, .interrupted:
      false
    }
  }
}
