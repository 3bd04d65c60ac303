public import ConverterCore

/// The options of mail.
public enum MailboxOptions: ConverterPlugin {
  public static var optionGroups: [any ConversionOptionGroup.Type] { [MessageSelection.self] }

  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    for group in optionGroups { try registry.add(group) }
  }
}
