public import ConverterCore

extension Shard {
  /// A variable of this process' environment.
  public static func variable(_ name: String) -> String? {
    Environment[name]
  }

  /// The shard that a Slurm job array or a Kubernetes indexed Job gave this process.
  ///
  /// - Parameters:
  ///   - environment: gives the variables of the environment.
  ///   - count: how many shards there are, where it is given; the index is then taken as it is, so that a later array
  ///     of a few tasks does their shards again. Where it is not given, a Slurm array provides it, and Kubernetes does
  ///     not.
  /// - Returns: the shard, and the variable, with its value, that it is taken from; `nil` in neither of these
  ///   environments.
  /// - Throws: `usage` where the variables name no shard.
  public static func fromEnvironment(
    _ environment: (String) -> String? = Shard.variable, of count: Int? = nil
  ) throws(ConversionError) -> (shard: Shard, source: String)? {
    for name in ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"] {
      guard let index = try number(name, environment) else { continue }
      let source = "\(name)=\(index)"
      if let count {
        // Kubernetes counts from 0, so that its n-th of n is one too many.
        guard name.hasPrefix("SLURM") || index < count, let shard = Shard(index, of: count) else {
          throw ConversionError(.usage, "\(source) is none of \(count) shards")
        }
        return (shard, source)
      }
      guard name.hasPrefix("SLURM") else {
        throw ConversionError(
          .usage, "\(source) does not say of how many: use auto/n with the job's completions")
      }
      return (try placeInArray(index, environment), source)
    }
    return nil
  }

  /// The place of a task among those of its array, which may begin anywhere and have steps.
  private static func placeInArray(
    _ index: Int, _ environment: (String) -> String?
  ) throws(ConversionError) -> Shard {
    guard let count = try number("SLURM_ARRAY_TASK_COUNT", environment), count > 0 else {
      throw ConversionError(
        .usage, "SLURM_ARRAY_TASK_ID comes without SLURM_ARRAY_TASK_COUNT: use auto/n, or i/n")
    }
    // Without it, the numbers are taken to follow each other, wherever they begin.
    guard let first = try number("SLURM_ARRAY_TASK_MIN", environment) else {
      guard let shard = Shard(index % count, of: count) else {
        throw ConversionError(.usage, "SLURM_ARRAY_TASK_COUNT=\(count) is too many shards")
      }
      return shard
    }
    let step = try number("SLURM_ARRAY_TASK_STEP", environment) ?? 1
    let last = try number("SLURM_ARRAY_TASK_MAX", environment)
    // A list with gaps, such as 1,5,7, does not say which place a task has in it.
    let isRegular =
      step > 0 && index >= first && (index - first) % step == 0
      && last.map { $0 >= first && ($0 - first) % step == 0 && ($0 - first) / step == count - 1 }
        ?? true
    let place = step > 0 ? (index - first) / step : 0
    guard isRegular, place < count, let shard = Shard(place, of: count) else {
      throw ConversionError(
        .usage,
        "SLURM_ARRAY_TASK_ID=\(index) has no certain place in this array of \(count) tasks: use "
          + "an array without gaps, or auto/n")
    }
    return shard
  }

  private static func number(
    _ name: String, _ environment: (String) -> String?
  ) throws(ConversionError) -> Int? {
    guard let text = environment(name), !text.isEmpty else { return nil }
    guard let value = wholeNumber(text) else {
      throw ConversionError(.usage, "\(name)=\"\(text)\" is not a whole number")
    }
    return value
  }

  /// The shard of a Slurm job array of several tasks, for a command line that names none.
  ///
  /// - Throws: as ``fromEnvironment(_:of:)`` does.
  public static func ofJobArray(
    _ environment: (String) -> String? = Shard.variable
  ) throws(ConversionError) -> (shard: Shard, source: String)? {
    guard environment("SLURM_ARRAY_TASK_ID") != nil,
      let count = try number("SLURM_ARRAY_TASK_COUNT", environment), count > 1
    else { return nil }
    return try fromEnvironment(environment)
  }
}
