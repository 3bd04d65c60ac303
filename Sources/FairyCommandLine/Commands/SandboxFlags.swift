public import ArgumentParser
public import Runner

/// `--sandbox`, on every verb that reads a file.
struct SandboxFlags: ParsableArguments {
  @Option(
    name: .customLong("sandbox"),
    help: ArgumentHelp(
      "The sandbox that files are read in; auto is what the system has of it.",
      valueName: "policy"))
  var policy = Sandbox.Policy.auto
}

extension Sandbox.Policy: ExpressibleByArgument {}

/// `--reuse-workers`, on every verb that works on many files.
struct ReuseFlags: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "Let a worker process read any of the files, one after the other. (default: only your own; a file that was downloaded or belongs to another user gets a process of its own)"
    ))
  var reuseWorkers: Bool?

  var reuse: WorkerReuse {
    switch reuseWorkers {
    case nil: .ownFiles
    case true?: .all
    case false?: .none
    }
  }
}
