public import ConverterCore

/// JSON and NDJSON, read and written; JSON5 and JSON with comments, read.
public enum JSONPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(
      types: """
        > public.text
        public.json | JSON document | json | application/json text/json
        public.ndjson | NDJSON document | ndjson jsonl ldjson | application/x-ndjson application/jsonl
        > public.plain-text
        org.json5.json5 | JSON5 document | json5 | application/json5
        com.microsoft.jsonc | JSON document with comments | jsonc hjson
        """)
    try registry.add(JSONReader())
    try registry.add(JSONWriter())
  }

  public static let fuzzTargets = [FuzzTarget("ndjson", "public.ndjson")]
}
