extension ContentTypeCatalog {
  /// What other types conform to, and the two answers for bytes that are of no type.
  static let foundations: StaticString = """
    >
    public.data | file | | application/octet-stream
    > public.data
    public.empty | empty file | | | empty
    >
    public.folder | folder | | | folder directory | | plain
    > public.data
    public.composite-content | document
    public.image | picture
    > public.image
    public.camera-raw-image | raw camera picture
    > public.data
    public.audiovisual-content | recording
    > public.audiovisual-content
    public.movie | movie
    public.audio | sound
    > public.data
    public.archive | archive
    > public.archive
    public.disk-image | disk image
    > public.data
    public.font | font
    public.executable | program
    public.3d-content | 3D scene
    public.database | database
    public.message | message
    public.contact | contact
    public.calendar-event | calendar event
    > public.composite-content
    public.spreadsheet | spreadsheet
    public.presentation | presentation
    > public.data
    public.security-object | key or certificate
    public.text | text
    > public.plain-text
    public.source-code | source file
    > public.source-code
    public.script | script
    """
}
