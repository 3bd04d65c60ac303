import Foundation

/// Every option of every verb, and how a test asks for it.
///
/// An option of the commands that is missing here fails `OptionTableTests`: whoever adds one says what kind it is.
enum OptionTable {
  enum Kind {
    /// It is about content: a value as requests have it, which makes a difference wherever it applies.
    case content(String)
    /// It allows something, or checks or opens something: where it applies, the result may well stay the same.
    case condition(String)
    /// It stands for a key of `--set`, with a value for pictures or pages.
    case setting(String, String)
    /// It chooses messages of mail: a member of `messages`.
    case messages(String)
    /// It says where files are, how a run goes or how results are told; the reason why no format goes by it.
    case run(String)
  }

  static let kinds: [String: Kind] = [
    "quality": .content("0.3"), "max-size": .content("\"5B\""),
    "resize": .content("\"20x20\""), "enlarge": .content("true"),
    "metadata": .content("\"none\""), "profile": .content("\"p3\""), "hdr": .content("\"keep\""),
    "background": .content("\"#ff0000\""), "pages": .content("\"2\""),
    "columns": .content("[\"1\"]"), "rows": .content("\"1:1\""),
    "filter": .content("[\"1=1\"]"), "sort": .content("[\"-1\"]"),
    "delimiter": .content("\"semicolon\""), "quote": .content("\"single\""),
    "escape": .content("\"backslash\""), "header": .content("0"),
    "skip-lines": .content("1"), "footer-lines": .content("1"), "table": .content("\"2\""),
    "encoding": .content("\"UTF-16LE\""),
    "strict": .condition("true"), "keep-going": .condition("true"),

    "flip": .setting("flip", "horizontal"), "rotate": .setting("rotate", "90"),
    "crop": .setting("crop", "10x10+0+0"), "preset": .setting("preset", "small"),
    "dpi": .setting("dpi", "30"), "rasterize": .setting("rasterize", "true"),
    "verify": .setting("verify", "true"),
    "allow-breaking-signatures": .setting("allow-breaking-signatures", "true"),
    "dedupe": .setting("dedupe", "true"),

    "message": .messages("\"1\""), "sender": .messages("from"), "recipient": .messages("to"),
    "subject": .messages("subject"), "text": .messages("text"), "after": .messages("after"),
    "before": .messages("before"), "has-attachment": .messages("hasAttachment"),
    "attachment": .messages("attachment"), "larger": .messages("larger"),
    "search": .messages("search"),

    "output": .run("where results go"), "r": .run("which files are meant"),
    "flat": .run("where results go"), "wrap": .run("where results go"),
    "whole": .run("when results go out"),
    "manifest": .run("which files are meant"), "manifest-out": .run("where requests go"),
    "shard": .run("which files are meant"), "on-conflict": .run("where results go"),
    "keep-times": .run("where results go"), "no-keep-times": .run("where results go"),
    "set": .run("each key is an option of its own"),
    "require": .run("words that nobody knows are refused"),
    "limit": .run("a bound, or a number of rows, which is content of tables and mail"),
    "to": .run("the target"), "from": .run("decides on the type of every input"),
    "each": .run("how a document is divided"), "every": .run("how a document is divided"),
    "at-outline": .run("how a document is divided"),
    "as": .run("the model that a file is seen as; one that it has not is refused"),
    "view": .run("how it is shown"), "index": .run("made of a mailbox, or refused"),
    "index-file": .run("made of a mailbox, or refused"),
    "no-header": .run("--header 0"), "no-crop": .run("--set scan-corners=none"),
    "corners": .run("--set scan-corners"), "deskew": .run("--set scan-deskew"),
    "no-deskew": .run("--set scan-deskew"), "page-size": .run("--set page"),
    "device": .run("where pages come from"), "source": .run("where pages come from"),
    "resolution": .run("where pages come from"), "mode": .run("where pages come from"),
    "save": .run("where results go"), "separator": .run("how a batch is divided"),
    "dewarp": .run("--set scan-dewarp"), "split": .run("--set scan-split"),
    "drop-blank": .run("--set scan-drop-blank"),
    "languages": .run("--set languages"), "ocr": .run("--set ocr, --set text-layer"),
    "engine": .run("--set engine"),
    "password-file": .run("tested by itself: passwords stand in no request"),
    "user-password-file": .run("tested by itself: passwords stand in no request"),
    "owner-password-file": .run("tested by itself: passwords stand in no request"),
    "dry-run": .run("how the run goes"), "jobs": .run("how the run goes"),
    "ordered": .run("how the run goes"), "journal": .run("how the run goes"),
    "no-journal": .run("how the run goes"), "retry-failed": .run("how the run goes"),
    "reuse-workers": .run("how the run goes"), "no-reuse-workers": .run("how the run goes"),
    "sandbox": .run("how the run goes"), "json": .run("how results are told"),
    "color": .run("how results are told"), "version": .run("no conversion"),
    "help": .run("no conversion"), "markdown": .run("for the documentation"),
    "list": .run("what is shown"),
    "draft": .run("where pages go"), "library": .run("where documents are"),
    "decide": .run("what is done with photos"), "undo": .run("what is done with photos"),
    "queue": .run("what is done with photos"), "commit": .run("what is done with photos"),
    "restore": .run("what is done with photos"), "start-over": .run("what is done with photos"),
    "yes": .run("nothing is asked"), "clear": .run("what is done with the list"),
    "camera": .run("which photos are shown"), "since": .run("which photos are shown"),
    "until": .run("which photos are shown"),
    "no-open": .run("where the service is shown"), "port": .run("where the service is"),
    "open": .run("where the service is shown"), "phone": .run("who may add pictures"),
    "phone-address": .run("where the service is"),
    "newest": .run("how what is found is shown"), "most": .run("how much is shown"),
  ]

  /// A key of a request's options and its value, for those that are about content.
  static let requested: [(key: String, value: String, isCondition: Bool)] =
    kinds.sorted { $0.key < $1.key }.compactMap { name, kind in
      switch kind {
      case .content(let value): (camelCased(name), value, false)
      case .condition(let value): (camelCased(name), value, true)
      case .setting, .messages, .run: nil
      }
    } + [("rowLimit", "1", false), ("entries", "[\"a.txt\"]", false)]

  /// Keys of `--set` that have an option of their own, and a value.
  static let settings: [String: String] = kinds.values.reduce(into: [:]) {
    if case .setting(let key, let value) = $1 { $0[key] = value }
  }

  private static func camelCased(_ name: String) -> String {
    let words = name.split(separator: "-")
    return words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.capitalized }
  }
}
