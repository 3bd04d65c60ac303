public import ConverterCore
public import SystemPackage

/// Records in a file what a run has finished, so that a run that was killed can be resumed.
///
/// A line is appended for each file that is done, right before its outputs get their names, and for each that failed.
/// So a line that says `done` counts only where the outputs exist as it describes them: a file whose run was killed in
/// between is done again. The last line of a key wins. One run at a time has the file to itself.
public final class Journal {
  public enum Entry: Sendable, Equatable {
    case done(JournalRecord)
    case failed(JournalRecord)
    /// Done from another state of the input, in another way, or in part: these outputs of then are there.
    ///
    /// - inPart: a run was killed between the names of one file's outputs; it is to be finished.
    /// - inputModified: when the input had been written that they were made of, where that is noted.
    case stale([JournalRecord.Output], inPart: Bool, inputModified: Int?)
    /// Never finished, or all its outputs are gone or were changed since.
    case unknown
  }

  public let path: FilePath
  /// Lines that were passed over because they are damaged.
  public var damagedLines: Int { contents.damagedLines }

  /// Whether it has no lines yet.
  public var isEmpty: Bool { contents.isEmpty }

  /// `nil` for a journal that is only looked at.
  private let file: AppendedFile?
  private let contents: JournalContents

  /// Opens or creates a journal, and cuts off the line that a killed run could not finish.
  ///
  /// - Throws: `usage` for a file that is no journal or belongs to another run; `cannotCreateOutput`,
  ///   `readFailed`, `writeFailed`. A file that is no journal is left as it is.
  public init(opening path: FilePath) throws(ConversionError) {
    self.path = path
    do throws(ConversionError) {
      let file = try AppendedFile(path)
      self.file = file
      contents = try JournalContents(.descriptor(file.descriptor))
      try file.cut(to: contents.end)
      if contents.end == 0 { try file.append(JournalContents.header) }
    } catch {
      throw error.about(path)
    }
  }

  /// Looks at a journal as it is now, which another run may be adding to.
  ///
  /// - Throws: `usage` for a file that is no journal, `readFailed`.
  public init(reading path: FilePath) throws(ConversionError) {
    self.path = path
    file = nil
    do throws(ConversionError) {
      let input = try InputFile(path: path)
      contents = try JournalContents(.file(input))
    } catch {
      throw error.about(path)
    }
  }

  /// What earlier runs noted of a conversion.
  ///
  /// - Parameters:
  ///   - key: under which it is noted when it is done.
  ///   - attempt: under which it is noted when it failed.
  /// - Throws: `readFailed`.
  public func lookup(
    _ key: JournalKey, attempt: JournalKey, input: FilePath
  ) throws(ConversionError) -> Entry {
    do throws(ConversionError) {
      let input = LexicalPath.absolute(input)
      let records = try contents.records(for: key).filter { $0.input == input }
      guard let last = records.first else { return .unknown }
      if case .failed = last.ending, last.key == attempt { return .failed(last) }
      guard let done = records.last, case .done(let outputs) = done.ending else { return .unknown }
      let there = outputs.filter(\.isThere)
      if there.isEmpty { return .unknown }
      let isCurrent = done == last && done.key == key
      if isCurrent, there == outputs { return .done(done) }
      return .stale(there, inPart: isCurrent, inputModified: done.inputModified)
    } catch {
      throw error.about(path)
    }
  }

  /// Notes how a file ended; for one that is done, before its outputs get their names.
  ///
  /// - Throws: `writeFailed`, and from then on always: a run whose journal cannot be written must end, for there would
  ///   be no record of what it did.
  public func append(_ record: JournalRecord) throws(ConversionError) {
    do throws(ConversionError) {
      guard let file else { preconditionFailure("this journal is only looked at") }
      try file.append(record.line)
    } catch {
      throw error.about(path)
    }
  }

  /// Syncs the journal to the disk, at the end of a run.
  ///
  /// - Throws: `writeFailed`.
  public func sync() throws(ConversionError) {
    do throws(ConversionError) {
      try file?.sync()
    } catch {
      throw error.about(path)
    }
  }
}

extension Journal {
  /// What the names of journals end with; a walk leaves such files out.
  public static let fileExtension = "fairy-journal"

  /// The default place of a run's journal: beside the folder that results go to, under the folder's real name, so that
  /// every path to the folder leads to the same journal.
  public static func place(beside folder: FilePath) -> FilePath {
    let path = folder.resolved ?? LexicalPath.absolute(folder)
    return FilePath(bytes: path.bytes + Array(".\(fileExtension)".utf8)) ?? path
  }
}
