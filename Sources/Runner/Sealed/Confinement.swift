import ConverterCore
import SystemPackage

/// How far a sealed worker confines itself. That is fixed by the arguments that the worker is started with, so that no
/// later message can change it.
///
/// The words are the policy and, of a worker that is given folders, what it may do there and how many they are. The
/// folders are open from descriptor 3 on.
struct Confinement: Equatable, Sendable {
  /// What a worker may do with the folders that it is given.
  enum Access: String, Sendable {
    /// It reads them.
    case reads
    /// It fills the first, and reads the others.
    case fills
  }

  var policy: Sandbox.Policy
  var access: Access?
  /// How many folders it is given.
  var folderCount: Int
  /// Whether it forks workers, and works on nothing itself.
  var isTemplate: Bool

  init(
    _ policy: Sandbox.Policy, _ access: Access? = nil, folderCount: Int = 0,
    isTemplate: Bool = false
  ) {
    self.policy = policy
    self.access = access
    self.folderCount = folderCount
    self.isTemplate = isTemplate
  }

  /// What is appended to the command that starts a worker.
  var words: [String] {
    if isTemplate { return [policy.rawValue, Self.templateWord] }
    return [policy.rawValue] + (access.map { [$0.rawValue, "\(folderCount)"] } ?? [])
  }

  /// `nil` for words that are none of a worker.
  init?(words: some Collection<String>) {
    let words = Array(words)
    guard let first = words.first, let policy = Sandbox.Policy(rawValue: first) else { return nil }
    self.init(policy)
    switch words.count {
    case 1: break
    case 2 where words[1] == Self.templateWord: isTemplate = true
    case 3:
      guard let access = Access(rawValue: words[1]), let count = Int(words[2]),
        (1...Self.mostFolders).contains(count)
      else { return nil }
      self.access = access
      folderCount = count
    default: return nil
    }
  }

  /// As many as inputs can be merged.
  private static let mostFolders = OutputSet.mostFiles
  private static let templateWord = "template"

  /// The folders that it was given, in their order.
  var folders: [FileDescriptor] {
    (0..<folderCount).map { FileDescriptor(rawValue: Self.firstFolder + Int32($0)) }
  }

  /// The first descriptor behind the three that every process has.
  static let firstFolder: Int32 = 3

  /// The sandbox that it asks for.
  var sandbox: Sandbox {
    var sandbox = Sandbox(readable: folders, forks: isTemplate)
    if access == .fills { sandbox.filled = [sandbox.readable.removeFirst()] }
    return sandbox
  }
}
