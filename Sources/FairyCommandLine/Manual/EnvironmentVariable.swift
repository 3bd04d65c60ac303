/// A variable of the environment that fairy looks at.
struct EnvironmentVariable {
  let name: String
  let meaning: String

  static let all = [
    EnvironmentVariable(
      name: "COLUMNS", meaning: "How wide lines may be, where no terminal says so."),
    EnvironmentVariable(
      name: "FAIRY_PASSWORD",
      meaning: "The password of locked inputs, unless --password-file is given."),
    EnvironmentVariable(
      name: "NO_COLOR", meaning: "If it is set, nothing is coloured unless --color says so."),
    EnvironmentVariable(
      name: "TERM",
      meaning: "With dumb, nothing is coloured and no viewer takes the whole terminal."
    ),
    EnvironmentVariable(
      name: "TMPDIR", meaning: "Where files are kept that are too large for memory. Default: /tmp."),
    EnvironmentVariable(
      name: "XDG_CACHE_HOME",
      meaning:
        "Where indexes of mailboxes are kept that cannot stand beside theirs. Default: ~/.cache."),
  ]
}
