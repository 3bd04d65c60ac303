public import ConverterCore

/// The pipe tables of GitHub Flavored Markdown.
public enum MarkdownPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(
      types: """
        > public.plain-text
        net.daringfireball.markdown | Markdown document | md markdown mdown mkd mkdn | text/markdown
        """)
    try registry.add(MarkdownReader())
    try registry.add(MarkdownWriter())
  }
}
