import ArchiveModel
import ConverterCore
import MailboxModel

/// Looks at what attachments are, whatever they are called.
final class AttachmentSniffer {
  private let context: ConversionContext
  private let detector: Detector
  private var warned = 0

  /// More warnings than this are read by nobody.
  private static let mostWarnings = 50
  private static let container: ContentType.ID = "com.microsoft.tnef"

  init(in context: ConversionContext) {
    self.context = context
    detector = Detector(catalog: context.registry.catalog, marks: context.registry.marks)
  }

  /// What is in such a container; `nil`, with a warning, where that cannot be read.
  func opened(
    _ file: Attachment, of message: Message
  ) throws(ConversionError) -> Archive? {
    for reader in context.registry.readers where reader.types.contains(Self.container) {
      do throws(ConversionError) {
        return try read(file, of: message, by: reader)
      } catch {
        guard error.code != .interrupted else { throw error }
        warn("\(file.name ?? "winmail.dat") is taken as it is: \(error.message)", message)
      }
    }
    return nil
  }

  private func read<R: Reader>(
    _ file: Attachment, of message: Message, by reader: R
  ) throws(ConversionError) -> Archive? {
    var bytes: [UInt8] = []
    let content = message.content(of: file)
    while let piece = try content.next() {
      bytes.append(piece)
      try context.limits.check(.input, bytes.count, for: "an attachment of Outlook's")
    }
    let input = InputFile(bytes: bytes, name: "winmail.dat")
    guard try detector.detect(input).type.id == Self.container else { return nil }
    let model = try reader.read(input, type: Self.container, in: ReadingContext(context))
    guard let archive = model as? Archive else { return nil }
    // What is damaged in it is to be known before the first of it is saved.
    let pass = try archive.makeSequentialPass()
    while let entry = try pass.next() {
      guard entry.kind == .file else { continue }
      if let fault = entry.fault { throw fault }
      let content = try pass.open()
      while try content.next() != nil {}
    }
    return archive
  }

  /// What was seen of a file.
  struct Look {
    /// To save it under: its own name, made safe; where it has none, one by its kind.
    let name: String
    /// Whether it is a container of Outlook's, whatever it is called.
    let isContainer: Bool
  }

  /// Warns where a name says another kind than the content is; the name stays.
  func look(at file: Attachment, in message: Message) throws(ConversionError) -> Look {
    let head = try Self.head(of: file, in: message)
    let own = file.name.flatMap { FileName.cleaned($0) }
    let detection = try detector.detect(InputFile(bytes: head.bytes, name: own))
    let isContainer = detection.type.id == Self.container
    if let own {
      if !isContainer, head.tells, let mismatch = detection.mismatch {
        warn("\(own): \(mismatch)", message)
      }
      return Look(name: own, isContainer: isContainer)
    }
    let name = try name(ofUnnamed: file, detection.type, in: message)
    return Look(name: name, isContainer: isContainer)
  }

  private func name(
    ofUnnamed file: Attachment, _ detected: ContentType, in message: Message
  ) throws(ConversionError) -> String {
    if file.role == .message {
      return
        (try message.subject(ofAttached: file).flatMap {
          FileName.cleaned(component: $0, atMost: 80)
        }
        ?? "message") + ".eml"
    }
    let declared = context.registry.catalog.type(mediaType: file.mediaType)
    let type = declared.flatMap { $0.id == .data ? nil : $0 } ?? detected
    let stem = try message.structure.number(of: file.part)
    return type.extensions.first.map { "attachment-\(stem).\($0)" } ?? "attachment-\(stem)"
  }

  /// Says what of a message could not be taken apart.
  func warnOfFaults(in message: Message) throws(ConversionError) {
    let structure = try message.structure
    for part in structure.parts {
      if let fault = part.fault { warn("part \(structure.number(of: part)): \(fault)", message) }
    }
  }

  /// The first bytes of a file. Most kinds are told by the first few, and each attachment is looked at.
  private struct Head {
    var bytes: [UInt8] = []
    var isWhole = true

    /// Whether what was seen tells the kind for certain: of containers the end does.
    var tells: Bool {
      isWhole
        || !bytes.starts(with: [0x50, 0x4B]) && !bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0])
    }
  }

  private static func head(
    of file: Attachment, in message: Message
  ) throws(ConversionError) -> Head {
    let encoded = 6 << 10
    let content = message.beginning(of: file, from: encoded)
    guard let piece = try content.next() else { return Head() }
    return Head(bytes: piece.array, isWhole: file.encodedByteCount <= encoded)
  }

  private func warn(_ text: String, _ message: Message) {
    warned += 1
    if warned <= Self.mostWarnings {
      context.warn("message \(message.stored.number), \(text)")
    } else if warned == Self.mostWarnings + 1 {
      context.warn("more attachments are odd, which are not named one by one")
    }
  }
}
