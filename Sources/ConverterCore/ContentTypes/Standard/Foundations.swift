extension ContentTypeCatalog {
  /// What other types conform to, and the two answers for bytes that are of no type.
  static var foundations: [ContentType] {
    [
      ContentType(.data, "file", conformsTo: [], mediaTypes: ["application/octet-stream"]),
      ContentType(.empty, "empty file", shortNames: ["empty"]),
      ContentType(.folder, "folder", conformsTo: [], shortNames: ["folder", "directory"]),
      ContentType("public.composite-content", "document"),
      ContentType("public.image", "picture"),
      ContentType("public.camera-raw-image", "raw camera picture", conformsTo: ["public.image"]),
      ContentType("public.audiovisual-content", "recording"),
      ContentType("public.movie", "movie", conformsTo: ["public.audiovisual-content"]),
      ContentType("public.audio", "sound", conformsTo: ["public.audiovisual-content"]),
      ContentType("public.archive", "archive"),
      ContentType("public.disk-image", "disk image", conformsTo: ["public.archive"]),
      ContentType("public.font", "font"),
      ContentType("public.executable", "program"),
      ContentType("public.3d-content", "3D scene"),
      ContentType("public.database", "database"),
      ContentType("public.message", "message"),
      ContentType("public.contact", "contact"),
      ContentType("public.calendar-event", "calendar event"),
      ContentType("public.spreadsheet", "spreadsheet", conformsTo: ["public.composite-content"]),
      ContentType("public.presentation", "presentation", conformsTo: ["public.composite-content"]),
      ContentType("public.security-object", "key or certificate"),
      ContentType(.text, "text"),
      ContentType("public.source-code", "source file", conformsTo: [.plainText]),
      ContentType("public.script", "script", conformsTo: ["public.source-code"]),
    ]
  }
}
