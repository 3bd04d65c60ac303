extension Landlock {
  /// The rights of `<linux/landlock.h>`, with its numbers.
  struct Rights: OptionSet {
    let rawValue: UInt64

    static let execute = Rights(rawValue: 1 << 0)
    static let writeFile = Rights(rawValue: 1 << 1)
    static let readFile = Rights(rawValue: 1 << 2)
    static let readFolder = Rights(rawValue: 1 << 3)
    static let removeFolder = Rights(rawValue: 1 << 4)
    static let removeFile = Rights(rawValue: 1 << 5)
    static let makeFolder = Rights(rawValue: 1 << 7)
    static let makeFile = Rights(rawValue: 1 << 8)
    /// Linking and renaming from one folder to another; without it both stay in one.
    static let refer = Rights(rawValue: 1 << 13)
    static let truncate = Rights(rawValue: 1 << 14)
    static let controlDevice = Rights(rawValue: 1 << 15)

    static let read: Rights = [.readFile, .readFolder]
    static let write: Rights = [.writeFile, .truncate]
    /// Not among them: symbolic links, sockets, pipes and devices.
    static let change: Rights = [
      .write, .makeFile, .makeFolder, .removeFile, .removeFolder, .refer,
    ]
    /// Those that a rule about something other than a folder may grant.
    static let ofFiles: Rights = [.execute, .write, .readFile, .controlDevice]

    /// All that a version of Landlock can hold back.
    static func known(to version: Int) -> Rights {
      let count = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13
      return Rights(rawValue: 1 << count - 1)
    }
  }
}
