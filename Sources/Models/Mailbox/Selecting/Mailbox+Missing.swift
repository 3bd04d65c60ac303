public import ConverterCore

extension Mailbox {
  /// That the message is not there which was asked for.
  public var noMessage: ConversionError {
    let what = selection.message.map { " \"\($0.printable)\"" } ?? ""
    var others = selection
    others.message = nil
    let end = others.isEverything ? "" : " of those that are asked for"
    return ConversionError(.inputNotFound, "has no message\(what)\(end)")
  }
}
