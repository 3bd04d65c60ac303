import ArgumentParser
import ConverterCore

@main
struct Fairy: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fairy",
    abstract: "Opens and converts files on your own machine.",
    discussion: """
      fairy convert photo.heic --to jpeg -q 0.8     one file, or many
      fairy convert -r photos/ --to png -o out/     a folder of them
      fairy extract photos.zip                      unpack an archive
      fairy compress scan.pdf                       make a file smaller
      fairy merge a.pdf b.jpg -o all.pdf            join, and take apart with split
      fairy open photo.heic                         what is in a file
      fairy plan photo.heic --to jpeg               what a conversion would lose
      """,
    version: version,
    subcommands: [
      Convert.self, Compress.self, Merge.self, Split.self, Extract.self, Open.self, Info.self,
      Why.self, PlanCommand.self, Formats.self,
      WorkerCommand.self,
    ])

  static let version = "0.1.0"

  static func main() {
    do {
      if SealedProcess.isThis { return try SealedProcess.run() }
      var command = try parseAsRoot(RawArguments.all)
      try command.run()
    } catch let error as ConversionError {
      Console.standard.report(error)
      exit(withError: error.exitCode)
    } catch {
      exit(withError: error)
    }
  }
}
