/// Words that other programs have for what fairy's options do.
///
/// Likeness of letters alone misleads: `--force` looks like `--sort`, and means `--on-conflict overwrite`.
enum OptionSynonyms {
  /// What of fairy's a word means, as the rest of a sentence; `nil` for other words, and where the verb has no such
  /// option.
  static func meaning(of word: String, in vocabulary: Vocabulary) -> String? {
    for (words, meanings) in table where words.contains(word) {
      let known = meanings.filter { vocabulary.option(String($0.prefix { $0 != " " })) != nil }
      if !known.isEmpty { return "; did you mean \(known.listed(with: "or"))?" }
    }
    return sentences.first { $0.words.contains(word) }.map { "; \($0.sentence)" }
  }

  private static let table: [(words: Set<String>, meanings: [String])] = [
    (["f"], ["--to TYPE", "--on-conflict overwrite"]),
    (
      ["force", "overwrite", "overwrite-all", "replace", "clobber", "yes", "y"],
      ["--on-conflict overwrite"]
    ),
    (
      ["skip", "skip-existing", "no-clobber", "ignore-existing", "no-overwrite"],
      ["--on-conflict skip"]
    ),
    (["rename", "backup", "auto-rename", "unique"], ["--on-conflict rename"]),
    (
      [
        "format", "fmt", "type", "t", "target", "output-format", "output-type", "to-format", "ext",
        "extension", "as-type", "into",
      ], ["--to TYPE"]
    ),
    (
      ["input-format", "input-type", "from-format", "source-format", "i", "read-as"],
      ["--from TYPE"]
    ),
    (
      [
        "out", "outfile", "out-file", "output-file", "output-path", "dest", "destination", "outdir",
        "out-dir", "output-dir", "output-folder", "output-directory", "directory", "dir", "d",
        "target-dir", "save-as", "exdir",
      ], ["-o PATH"]
    ),
    (["stdout", "c"], ["-o -"]),
    (["recursive", "recurse", "walk", "subfolders"], ["-r"]),
    (["p"], ["--pages RANGES", "--password-file FILE"]),
    (["password", "pass", "passwd", "passphrase", "pw"], ["--password-file FILE"]),
    (
      ["owner-password", "opw"], ["--owner-password-file FILE"]
    ),
    (["user-password", "upw"], ["--user-password-file FILE"]),
    (
      [
        "compression-quality", "jpeg-quality", "image-quality", "qual", "compression",
        "compression-level", "crf",
      ], ["--quality Q", "--preset PRESET"]
    ),
    (
      [
        "size", "scale", "width", "height", "geometry", "dimensions", "w", "s", "max-width",
        "max-height", "thumbnail", "fit", "shrink",
      ], ["--resize GEOMETRY"]
    ),
    (["upscale", "allow-upscale", "upsize"], ["--enlarge"]),
    (["max-bytes", "filesize", "file-size", "target-size", "max-filesize"], ["--max-size SIZE"]),
    (
      [
        "strip", "strip-metadata", "no-metadata", "strip-exif", "no-exif", "exif",
        "remove-metadata",
        "strip-all",
      ], ["--metadata none"]
    ),
    (["keep-metadata", "preserve-metadata"], ["--metadata keep"]),
    (
      [
        "icc", "color-profile", "colour-profile", "colorspace", "colourspace", "color-space",
        "srgb",
      ],
      ["--profile srgb"]
    ),
    (["colour", "colors", "no-color", "no-colour"], ["--color never"]),
    (["bg", "background-color", "background-colour", "flatten", "matte"], ["--background COLOUR"]),
    (["turn", "orientation", "angle"], ["--rotate ANGLE"]),
    (["mirror", "flop"], ["--flip AXIS"]),
    (["cut", "trim", "box"], ["--crop BOX"]),
    (["resolution", "density", "ppi"], ["--dpi N"]),
    (
      ["threads", "cores", "workers", "parallel", "j", "concurrency", "procs", "processes"],
      ["--jobs N"]
    ),
    (
      ["dry", "dryrun", "simulate", "noop", "no-op", "preview", "whatif", "what-if", "just-print"],
      ["--dry-run"]
    ),
    (["page", "range", "page-range"], ["--pages RANGES", "--rows RANGE"]),
    (["preserve", "preserve-times", "times", "mtime"], ["--keep-times"]),
    (
      ["separator", "sep", "field-separator", "delim", "fs", "d"], ["--delimiter CHARACTER"]
    ),
    (["charset", "codepage", "character-set", "enc"], ["--encoding NAME"]),
    (["sheet", "worksheet", "tab"], ["--table NAME"]),
    (["fields", "cols", "column", "col", "select", "project"], ["--columns NAMES"]),
    (["where", "query", "grep", "match"], ["--filter CONDITION", "--search WORDS"]),
    (["order", "order-by", "orderby", "sort-by"], ["--sort NAMES"]),
    (["head", "lines", "max", "count", "n", "top", "max-rows"], ["--limit N"]),
    (["timeout", "time-limit", "max-time"], ["--limit seconds=N"]),
    (["memory", "max-memory", "memory-limit", "mem"], ["--limit memory=N"]),
    (["max-pixels", "pixel-limit"], ["--limit pixels=N"]),
    (["sender-name", "author"], ["--sender WORDS"]),
    (["recipients", "cc"], ["--recipient WORDS"]),
    (["since", "newer", "from-date"], ["--after TIME"]),
    (["until", "older", "to-date"], ["--before TIME"]),
    (["attachments"], ["--has-attachment", "--attachment PATTERN"]),
    (["body", "contains"], ["--text WORDS"]),
    (["checkpoint", "resume", "log"], ["--journal FILE"]),
    (["no-header-row", "headerless"], ["--no-header"]),
    (["skip-rows", "skip"], ["--skip-lines N"]),
    (["continue", "ignore-errors", "k", "keep-broken"], ["--keep-going"]),
    (["usage", "?", "man"], ["--help"]),
    (["v", "ver"], ["--version"]),
    (["model", "show-as"], ["--as MODEL"]),
    (["chapters", "bookmarks", "outline"], ["--at-outline"]),
    (["pages-per-file", "chunk", "size"], ["--every N", "--max-size SIZE"]),
  ]

  private static let sentences: [(words: Set<String>, sentence: String)] = [
    (
      ["quiet", "silent", "q", "no-output", "no-progress"],
      "results go to standard output, which > /dev/null silences, and errors to standard error"
    ),
    (
      ["verbose", "debug", "trace", "details"],
      "--json says all there is to say about a result, and fairy plan what a conversion would do"
    ),
    (
      ["list", "ls", "l"], "fairy open FILE lists what is in an archive"
    ),
    (
      ["delete", "delete-source", "remove-source", "rm", "move", "in-place", "inplace"],
      "fairy deletes no input"
    ),
    (["to"], "fairy convert makes a file of another type"),
  ]
}
