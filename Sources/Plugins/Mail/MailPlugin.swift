public import ConverterCore
import MailboxModel

/// Mail: mbox files, files of one message, Maildir folders.
public enum MailPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(types: types)
    registry.add(signatures: signatures)
    registry.add(MailProbe.self)
    registry.add(
      FolderMark(.maildir, "is a folder with folders of messages, 'cur' or 'new'") { $0.isMaildir })
    try registry.add(MboxReader())
    try registry.add(MessageFileReader())
    try registry.add(MaildirReader())
    try registry.add(MboxWriter())
    try registry.add(MessageFileWriter())
    try registry.add(MaildirWriter())
    try registry.add(MessageJSONWriter())
    try registry.add(MessagePageWriter())
    try registry.add(MessageTextWriter())
    try registry.add(MailIndexWriter())
    registry.add(MailboxToTable())
    registry.add(MailboxToArchive())
  }

  public static let fuzzTargets = [FuzzTarget("mbox", "public.mbox"), FuzzTarget("eml", .email)]
}
