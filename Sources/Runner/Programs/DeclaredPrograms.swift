import ConverterCore
import SystemPackage

/// The programs that workers may have started, and what each may reach.
final class DeclaredPrograms {
  let policy: Sandbox.Policy
  private let declared: () -> [FilePath]
  private lazy var list = Set(declared())
  private var rules: [FilePath: ProgramRules] = [:]

  /// - Parameter declared: called when a worker asks for the first program; most never do.
  init(_ policy: Sandbox.Policy, _ declared: @escaping () -> [FilePath]) {
    self.policy = policy
    self.declared = declared
  }

  func contains(_ program: FilePath) -> Bool { list.contains(program) }

  /// The rules for a program, which are made once.
  func rules(for program: FilePath) -> ProgramRules {
    if let known = rules[program] { return known }
    let made = ProgramRules(for: program)
    rules[program] = made
    return made
  }
}

/// Rules of Landlock for a program: it can read the system's libraries and fonts, and execute itself.
final class ProgramRules {
  /// `nil` where the system has no Landlock.
  let descriptor: FileDescriptor?

  fileprivate init(for program: FilePath) {
    guard let landlock = Landlock(version: Landlock.version) else {
      descriptor = nil
      return
    }
    for path in Sandbox.programFolders { landlock.allow(.read, at: path) }
    for path in [program] + ProgramFile.interpreters(of: program) {
      landlock.allow([.read, .execute], at: path)
    }
    landlock.allow([.read, .write], at: "/dev/null")
    descriptor = landlock.descriptor()
  }

  deinit { try? descriptor?.close() }
}
