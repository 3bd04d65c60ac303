import ConverterCore

extension NetpbmPlugin {
  static let types: StaticString = """
    > public.image
    public.pnm | portable anymap | pnm | image/x-portable-anymap
    > public.pnm
    public.pbm | PBM bitmap | pbm | image/x-portable-bitmap
    public.pgm | PGM graymap | pgm | image/x-portable-graymap
    public.ppm | PPM pixmap | ppm | image/x-portable-pixmap
    > public.image
    public.pam | PAM picture | pam | image/x-portable-arbitrarymap
    public.pfm | PFM floating-point picture | pfm | image/x-portable-floatmap
    """
}
