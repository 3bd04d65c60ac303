import Testing

@testable import ConverterCore

/// Which reader can report on the input of a conversion, and which writer on its output.
@Suite struct StepContextTests {
  private let context = ConversionContext(registry: Registry())

  /// What the core hands to the reader and to the writer of a route is heard.
  @Test func stepsOfTheRoute() {
    context.forReader.inputByteCount = 5
    context.forReader.inputIsDamaged = true
    context.forReader.refusal = ConversionError(.unsupportedContent, "is refused")
    context.forWriter.receipt = .integer(1)
    context.forWriter.mendsInput = true
    #expect(context.input.byteCount == 5)
    #expect(context.input.isDamaged)
    #expect(throws: ConversionError.self) { try context.checkRefusal() }
    #expect(context.output.receipt == .integer(1))
    #expect(context.output.mendsInput)
  }

  /// A reader that makes itself the context of a writer sets no receipt, and a writer changes nothing of the input.
  @Test func contextsOfTheOtherSide() throws {
    let reading = ReadingContext(context.forWriter.conversion)
    reading.inputByteCount = 5
    reading.inputIsDamaged = true
    reading.refusal = ConversionError(.unsupportedContent, "is refused")
    let writing = WritingContext(context.forReader.conversion)
    writing.receipt = .integer(1)
    writing.mendsInput = true
    #expect(context.input.byteCount == nil)
    #expect(!context.input.isDamaged)
    try context.checkRefusal()
    #expect(context.output.receipt == nil)
    #expect(!context.output.mendsInput)
    #expect(reading.inputIsDamaged && writing.receipt == .integer(1))
  }

  /// The receipt of the trial that becomes the output is the output's; what others note for a part of it is not.
  @Test func receiptsOfTrials() {
    let (part, whole) = (context.forCompanion(), context.forCompanion())
    part.forWriter.receipt = .integer(1)
    context.adopt(part)
    #expect(context.output.receipt == nil)
    whole.forWriter.receipt = .integer(2)
    context.adoptResult(of: whole)
    #expect(context.output.receipt == .integer(2))
  }

  /// An attempt that failed leaves nothing of what its steps told.
  @Test func startingOver() throws {
    context.forReader.refusal = ConversionError(.unsupportedContent, "is refused")
    context.forReader.inputByteCount = 5
    context.forWriter.receipt = .integer(1)
    context.startOver()
    try context.checkRefusal()
    #expect(context.input.byteCount == nil)
    #expect(context.output.receipt == nil)
  }
}
