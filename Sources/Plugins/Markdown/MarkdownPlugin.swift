public import ConverterCore

/// The pipe tables of GitHub Flavored Markdown.
public enum MarkdownPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(MarkdownReader())
    try registry.add(MarkdownWriter())
  }
}
