import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import GIFPlugin

@Suite struct CorpusTests {
  static let good = Sample.files(
    fixtures: ["animated.gif"],
    corpus: Corpus.files(in: "images/gif").filter { !$0.contains("bad") })

  @Test func factsAreThoseOfTheFiles() throws {
    let own = try read(Places.fixtureBytes("animated.gif")).facts
    #expect((own.width, own.height) == (48, 32))
    #expect(own.frames == 4)
    #expect(
      own.animation
        == Animation(durations: [100_000, 200_000, 50_000, 1_000_000], repetitions: 3))
    guard Corpus.isPresent else { return }
    let facts = try read(Corpus.bytes("images/gif/animated-transparent.gif")).facts
    #expect(facts.frames == 31)
    #expect((facts.width, facts.height) == (320, 240))
    let partial = try read(Corpus.bytes("images/gif/partial-frames.gif")).facts
    #expect(
      partial.animation == Animation(durations: [500_000, 500_000, 500_000], repetitions: 11))
  }

  /// What is written shows the same pictures, and needs no more bytes than the original, or hardly more.
  @Test(arguments: good)
  func everyPictureComesBack(sample: Sample) throws {
    let bytes = try sample.bytes()
    let picture = try read(bytes)
    let context = context()
    let file = try encode(picture, in: context)
    #expect(context.ledger.isEmpty)
    let again = try read(file)
    #expect(again.facts.animation == picture.facts.animation)
    for frame in 0..<picture.facts.frames {
      let (ours, theirs) = (
        try pixels(of: again, frame: frame), try pixels(of: picture, frame: frame)
      )
      #expect(ours == theirs, "picture \(frame)")
    }
    if sample.name.hasSuffix("animated-transparent.gif") { #expect(file.count < 9000) }
  }
}
