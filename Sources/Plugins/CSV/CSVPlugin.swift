public import ConverterCore

/// CSV, TSV and other delimited text.
public enum CSVPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(
      types: """
        > public.text
        public.delimited-values-text | table in text | psv dsv
        > public.delimited-values-text
        public.comma-separated-values-text | CSV table | csv | text/csv text/comma-separated-values
        public.tab-separated-values-text | TSV table | tsv tab | text/tab-separated-values
        """)
    try registry.add(CSVReader())
    try registry.add(CSVWriter())
  }
}
