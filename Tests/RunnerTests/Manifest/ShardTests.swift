import ConverterCore
import Runner
import Testing

@Suite struct ShardTests {
  private func shard(_ text: String, _ variables: [String: String] = [:]) throws -> String {
    try Shard(parsing: text, environment: { variables[$0] }).description
  }

  private func message(_ text: String, _ variables: [String: String] = [:]) -> String? {
    let error = #expect(throws: ConversionError.self) { try shard(text, variables) }
    #expect(error?.code == .usage)
    return error?.message
  }

  @Test(arguments: [
    ("0/1", "0/1"), ("1/1", "0/1"), ("0/3", "0/3"), ("2/3", "2/3"), ("3/3", "0/3"),
    ("007/0010", "7/10"), ("1000000/1000000", "0/1000000"),
  ])
  func readsWords(word: String, shard: String) throws {
    #expect(try self.shard(word) == shard)
  }

  @Test(arguments: [
    "", "/", "1", "1/", "/1", "0/0", "4/3", "-1/3", "+1/3", "1/-3", "1/3/3", "a/b", " 1/3", "1/3 ",
    "1.0/3", "0/1000001", "0/99999999999999999999", "99999999999999999999/3", "auto/", "auto/0",
    "auto/x", "Auto", "autos", "١/٣", "auto/-1",
  ])
  func refusesWords(word: String) {
    let message = message(word, ["SLURM_ARRAY_TASK_ID": "1", "JOB_COMPLETION_INDEX": "1"])
    #expect(
      message
        == "\"\(word)\" is no shard: use i/n with i from 0 or from 1 and n up to 1000000, auto or "
        + "auto/n")
  }

  private func slurm(_ index: Int, in indexes: [Int], step: Int) -> [String: String] {
    [
      "SLURM_ARRAY_TASK_ID": "\(index)", "SLURM_ARRAY_TASK_MIN": "\(indexes.min() ?? 0)",
      "SLURM_ARRAY_TASK_MAX": "\(indexes.max() ?? 0)", "SLURM_ARRAY_TASK_STEP": "\(step)",
      "SLURM_ARRAY_TASK_COUNT": "\(indexes.count)",
    ]
  }

  /// Arrays that begin anywhere and have steps: each task has a shard of its own.
  @Test(arguments: [
    (0, 7, 1), (1, 8, 1), (0, 15, 4), (1, 7, 2), (10, 100, 7), (5, 5, 1), (3, 4, 9),
  ])
  func countsTasksOfAnArray(first: Int, last: Int, step: Int) throws {
    let indexes = Array(stride(from: first, through: last, by: step))
    let shards = try indexes.map { try shard("auto", slurm($0, in: indexes, step: step)) }
    #expect(shards == indexes.indices.map { "\($0)/\(indexes.count)" })
  }

  /// Without the words of newer versions.
  @Test func countsTasksWithoutStepAndEnd() throws {
    let variables = [
      "SLURM_ARRAY_TASK_ID": "4", "SLURM_ARRAY_TASK_MIN": "2", "SLURM_ARRAY_TASK_COUNT": "3",
    ]
    #expect(try shard("auto", variables) == "2/3")
  }

  @Test func refusesArraysWithGaps() {
    for index in [1, 5, 7] {
      let message = message("auto", slurm(index, in: [1, 5, 7], step: 1))
      #expect(
        message
          == "SLURM_ARRAY_TASK_ID=\(index) has no certain place in this array of 3 tasks: use an "
          + "array without gaps, or auto/n")
    }
    #expect(message("auto", slurm(2, in: [1, 3, 5], step: 2)) != nil)
    #expect(message("auto", slurm(0, in: [1, 2], step: 1)) != nil)
    #expect(message("auto", slurm(0, in: [0, 1], step: 0)) != nil)
  }

  /// A later array of the tasks that failed does their shards again, not those of other tasks.
  @Test func keepsTheNumbersOfTasksDoneAgain() throws {
    #expect(try shard("auto/8", slurm(3, in: [3], step: 1)) == "3/8")
    #expect(try shard("auto/8", slurm(8, in: Array(1...8), step: 1)) == "0/8")
    #expect(try shard("auto/8", slurm(3, in: Array(1...8), step: 1)) == "3/8")
    #expect(
      message("auto/8", slurm(9, in: [9], step: 1)) == "SLURM_ARRAY_TASK_ID=9 is none of 8 shards")
  }

  @Test func takesTheIndexOfAPod() throws {
    #expect(try shard("auto/4", ["JOB_COMPLETION_INDEX": "0"]) == "0/4")
    #expect(try shard("auto/4", ["JOB_COMPLETION_INDEX": "3"]) == "3/4")
    #expect(
      message("auto/4", ["JOB_COMPLETION_INDEX": "4"])
        == "JOB_COMPLETION_INDEX=4 is none of 4 shards")
    #expect(
      message("auto", ["JOB_COMPLETION_INDEX": "3"])
        == "JOB_COMPLETION_INDEX=3 does not say of how many: use auto/n with the job's completions")
  }

  @Test func saysWhatTheEnvironmentLacks() {
    #expect(message("auto")?.contains("neither SLURM_ARRAY_TASK_ID nor") == true)
    #expect(message("auto/3", ["SLURM_ARRAY_TASK_ID": ""])?.contains("neither") == true)
    #expect(
      message("auto", ["SLURM_ARRAY_TASK_ID": "3"])?.contains("without SLURM_ARRAY_TASK_COUNT")
        == true)
    #expect(
      message("auto/3", ["SLURM_ARRAY_TASK_ID": "-1"])
        == "SLURM_ARRAY_TASK_ID=\"-1\" is not a whole number")
    #expect(
      message("auto", slurm(0, in: [0], step: 1).merging(["SLURM_ARRAY_TASK_STEP": "x"]) { $1 })
        == "SLURM_ARRAY_TASK_STEP=\"x\" is not a whole number")
  }

  @Test func tellsWhereItIsFrom() throws {
    let found = try Shard.fromEnvironment({ slurm(2, in: [1, 2], step: 1)[$0] })
    #expect(found?.shard.description == "1/2")
    #expect(found?.source == "SLURM_ARRAY_TASK_ID=2")
    #expect(try Shard.fromEnvironment({ _ in nil }) == nil)
  }
}
