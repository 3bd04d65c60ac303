public import ArgumentParser
import ConverterCore
public import Runner
import SystemPackage

struct SandboxFlags: ParsableArguments {
  @Option(name: .customLong("sandbox"))
  var policy = Sandbox.Policy.auto
  func enter(reading: [FilePath]) throws(ConversionError) {
    _ = try Sandbox(readable: reading).enter(policy)
  }
}
extension Sandbox.Policy: ExpressibleByArgument {}
