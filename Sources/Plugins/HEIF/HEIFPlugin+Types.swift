import ConverterCore

extension HEIFPlugin {
  static let types: StaticString = """
    > public.image
    public.heif-standard | HEIF picture | heif hif | image/heif
    > public.heif-standard
    public.heif-sequence | HEIF picture sequence | heifs | image/heif-sequence
    public.heic | HEIC picture | heic | image/heic
    > public.heic
    public.heics | HEIC picture sequence | heics | image/heic-sequence
    > public.heif-standard
    public.avif | AVIF picture | avif | image/avif
    > public.avif
    public.avis | AVIF picture sequence | avifs avis | image/avif image/avif-sequence
    > public.heif-standard
    public.avci | AVC picture in HEIF | avci | image/avci
    public.avcs | AVC picture sequence in HEIF | avcs | image/avcs
    """
}
