import ConverterCore
import MailboxModel

/// What is not written of messages that become something to read.
struct LeftInMail: Sendable {
  static let words = ["attachments", "signatures and inline pictures", "long texts"]

  private var attachments = 0
  /// Signatures and pictures of pages, which do not count as attached.
  private var others = 0
  /// Messages whose texts are not written to their end.
  private var cut = 0

  init() {}

  /// - Parameter hasPictures: whether pictures of pages are written.
  init(of message: Message, hasPictures: Bool = false) throws(ConversionError) {
    cut = message.isCut ? 1 : 0
    guard !message.isRaw else { return }
    for file in try message.attachments {
      if file.isProper {
        attachments += 1
      } else if !hasPictures || file.role != .inline {
        others += 1
      }
    }
  }

  mutating func add(_ other: LeftInMail) {
    attachments += other.attachments
    others += other.others
    cut += other.cut
  }

  func note(in context: ConversionContext) {
    if attachments > 0 {
      let (what, they) =
        attachments == 1 ? ("1 file is", "it") : ("\(attachments.grouped) files are", "them")
      context.note("attachments", .dropped, why: "\(what) named; extract saves \(they)")
    }
    if others > 0 {
      context.note("signatures and inline pictures", .dropped, why: "\(others.grouped) of them")
    }
    if cut > 0 {
      context.note(
        "long texts", .dropped,
        why: "of \(cut == 1 ? "1 message" : "\(cut.grouped) messages") no more than the first "
          + "\(PartText.most >> 20) MiB of its texts are written")
    }
  }
}
