import ConverterCore

extension CameraRawPlugin {
  static let types: StaticString = """
    > public.camera-raw-image
    com.adobe.raw-image | DNG raw picture | dng | image/x-adobe-dng
    com.canon.crw-raw-image | Canon CRW raw picture | crw | image/x-canon-crw
    com.canon.cr2-raw-image | Canon CR2 raw picture | cr2 | image/x-canon-cr2
    com.canon.cr3-raw-image | Canon CR3 raw picture | cr3 | image/x-canon-cr3
    com.nikon.raw-image | Nikon NEF raw picture | nef | image/x-nikon-nef
    com.nikon.nrw-raw-image | Nikon NRW raw picture | nrw | image/x-nikon-nrw
    com.sony.arw-raw-image | Sony ARW raw picture | arw | image/x-sony-arw
    com.sony.sr2-raw-image | Sony SR2 raw picture | sr2 srf | image/x-sony-sr2
    com.fuji.raw-image | Fujifilm RAF raw picture | raf | image/x-fuji-raf
    com.panasonic.rw2-raw-image | Panasonic RW2 raw picture | rw2 | image/x-panasonic-rw2
    com.panasonic.raw-image | Panasonic raw picture | raw | image/x-panasonic-raw
    com.leica.rwl-raw-image | Leica RWL raw picture | rwl | image/x-leica-rwl
    com.olympus.or-raw-image | Olympus ORF raw picture | orf | image/x-olympus-orf
    com.pentax.raw-image | Pentax PEF raw picture | pef | image/x-pentax-pef
    com.samsung.raw-image | Samsung SRW raw picture | srw | image/x-samsung-srw
    com.hasselblad.3fr-raw-image | Hasselblad 3FR raw picture | 3fr fff | image/x-hasselblad-3fr
    com.phaseone.raw-image | Phase One IIQ raw picture | iiq
    com.leafamerica.raw-image | Leaf MOS raw picture | mos
    com.mamiya.raw-image | Mamiya MEF raw picture | mef
    com.epson.raw-image | Epson ERF raw picture | erf
    com.kodak.raw-image | Kodak raw picture | dcr kdc | image/x-kodak-dcr
    com.konicaminolta.raw-image | Minolta MRW raw picture | mrw | image/x-minolta-mrw
    """

  static var signatures: [Signature] {
    [
      Signature("com.canon.crw-raw-image", "'II' 1A 00 00 00 'HEAPCCDR'"),
      Signature("com.canon.cr2-raw-image", "'II' 2A 00 [4] 'CR' 02"),
      Signature("com.fuji.raw-image", "'FUJIFILMCCD-RAW'"),
      Signature(
        "com.panasonic.rw2-raw-image", "'IIU' 00",
        or: ["com.panasonic.raw-image", "com.leica.rwl-raw-image"]),
      Signature("com.olympus.or-raw-image", "'IIRO' 08"),
      Signature("com.olympus.or-raw-image", "'IIRS' 08"),
      Signature("com.olympus.or-raw-image", "'MMOR' 00"),
      Signature("com.phaseone.raw-image", "'II' 2A 00 [4] 'IIII'"),
      Signature("com.konicaminolta.raw-image", "00 'MRM'"),
    ]
  }
}
