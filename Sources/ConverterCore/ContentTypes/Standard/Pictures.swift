extension ContentTypeCatalog {
  /// Pictures made of pixels.
  static var pictures: [ContentType] {
    [
      ContentType(
        "public.jpeg", "JPEG picture", conformsTo: ["public.image"],
        extensions: ["jpg", "jpeg", "jpe", "jfif", "jif", "jfi", "pjpeg", "mpo", "thm"],
        mediaTypes: ["image/jpeg", "image/jpg", "image/pjpeg"]),
      ContentType(
        "public.jpeg-ls", "JPEG-LS picture", conformsTo: ["public.image"],
        extensions: ["jls"], mediaTypes: ["image/jls"]),
      ContentType(
        "public.png", "PNG picture", conformsTo: ["public.image"],
        extensions: ["png"], mediaTypes: ["image/png", "image/x-png"]),
      ContentType(
        "org.w3.apng", "animated PNG picture", conformsTo: ["public.png"],
        extensions: ["apng"], mediaTypes: ["image/apng", "image/vnd.mozilla.apng"]),
      ContentType(
        "public.heif-standard", "HEIF picture", conformsTo: ["public.image"],
        extensions: ["heif", "hif"], mediaTypes: ["image/heif"]),
      ContentType(
        "public.heif-sequence", "HEIF picture sequence", conformsTo: ["public.heif-standard"],
        extensions: ["heifs"], mediaTypes: ["image/heif-sequence"]),
      ContentType(
        "public.heic", "HEIC picture", conformsTo: ["public.heif-standard"],
        extensions: ["heic"], mediaTypes: ["image/heic"]),
      ContentType(
        "public.heics", "HEIC picture sequence", conformsTo: ["public.heic"],
        extensions: ["heics"], mediaTypes: ["image/heic-sequence"]),
      ContentType(
        "public.avif", "AVIF picture", conformsTo: ["public.heif-standard"],
        extensions: ["avif"], mediaTypes: ["image/avif"]),
      ContentType(
        "public.avis", "AVIF picture sequence", conformsTo: ["public.avif"],
        extensions: ["avifs", "avis"], mediaTypes: ["image/avif", "image/avif-sequence"]),
      ContentType(
        "public.avci", "AVC picture in HEIF", conformsTo: ["public.heif-standard"],
        extensions: ["avci"], mediaTypes: ["image/avci"]),
      ContentType(
        "public.avcs", "AVC picture sequence in HEIF", conformsTo: ["public.heif-standard"],
        extensions: ["avcs"], mediaTypes: ["image/avcs"]),
      ContentType(
        "org.webmproject.webp", "WebP picture", conformsTo: ["public.image"],
        extensions: ["webp"], mediaTypes: ["image/webp"]),
      ContentType(
        "com.compuserve.gif", "GIF picture", conformsTo: ["public.image"],
        extensions: ["gif"], mediaTypes: ["image/gif"]),
      ContentType(
        "public.tiff", "TIFF picture", conformsTo: ["public.image"],
        extensions: ["tif", "tiff", "btf", "tf8"], mediaTypes: ["image/tiff", "image/x-tiff"],
        shortNames: ["bigtiff"]),
      ContentType(
        "com.microsoft.bmp", "BMP picture", conformsTo: ["public.image"],
        extensions: ["bmp", "dib"], mediaTypes: ["image/bmp", "image/x-bmp", "image/x-ms-bmp"]),
      ContentType(
        "com.microsoft.ico", "Windows icon", conformsTo: ["public.image"],
        extensions: ["ico"], mediaTypes: ["image/vnd.microsoft.icon", "image/x-icon"]),
      ContentType(
        "com.microsoft.cur", "Windows cursor", conformsTo: ["public.image"],
        extensions: ["cur"], mediaTypes: ["image/x-win-bitmap"]),
      ContentType(
        "com.microsoft.ani", "animated Windows cursor", conformsTo: ["public.image"],
        extensions: ["ani"], mediaTypes: ["application/x-navi-animation"]),
      ContentType(
        "com.apple.icns", "Apple icon", conformsTo: ["public.image"],
        extensions: ["icns"], mediaTypes: ["image/x-icns"]),
      ContentType(
        "public.jpeg-2000", "JPEG 2000 picture", conformsTo: ["public.image"],
        extensions: ["jp2", "jpg2", "jpx", "jpf"],
        mediaTypes: ["image/jp2", "image/jpx"], shortNames: ["jpeg2000"]),
      ContentType(
        "public.jpeg-2000-codestream", "JPEG 2000 codestream", conformsTo: ["public.image"],
        extensions: ["j2k", "j2c", "jpc"], mediaTypes: ["image/j2c"]),
      ContentType(
        "public.jpeg-2000-compound", "JPEG 2000 compound picture", conformsTo: ["public.image"],
        extensions: ["jpm"], mediaTypes: ["image/jpm"]),
      ContentType(
        "public.htj2k", "high-throughput JPEG 2000 picture", conformsTo: ["public.image"],
        extensions: ["jph", "jhc"], mediaTypes: ["image/jph"]),
      ContentType(
        "public.jpeg-xl", "JPEG XL picture", conformsTo: ["public.image"],
        extensions: ["jxl"], mediaTypes: ["image/jxl"], shortNames: ["jpegxl"]),
      ContentType(
        "com.microsoft.jpeg-xr", "JPEG XR picture", conformsTo: ["public.image"],
        extensions: ["jxr", "hdp", "wdp"], mediaTypes: ["image/jxr", "image/vnd.ms-photo"]),
      ContentType(
        "public.jpeg-xs", "JPEG XS picture", conformsTo: ["public.image"],
        extensions: ["jxs"], mediaTypes: ["image/jxs"]),
      ContentType(
        "com.adobe.photoshop-image", "Photoshop picture", conformsTo: ["public.image"],
        extensions: ["psd", "pdd"], mediaTypes: ["image/vnd.adobe.photoshop"],
        shortNames: ["photoshop"]),
      ContentType(
        "com.adobe.photoshop-large-image", "large Photoshop picture", conformsTo: ["public.image"],
        extensions: ["psb"]),
      ContentType(
        "org.gimp.xcf", "GIMP picture", conformsTo: ["public.image"],
        extensions: ["xcf"], mediaTypes: ["image/x-xcf"], shortNames: ["gimp"]),
      ContentType(
        "org.krita.kra", "Krita picture", conformsTo: ["public.zip-archive", "public.image"],
        extensions: ["kra"], mediaTypes: ["application/x-krita"], shortNames: ["krita"]),
      ContentType(
        "org.freedesktop.openraster", "OpenRaster picture",
        conformsTo: ["public.zip-archive", "public.image"],
        extensions: ["ora"], mediaTypes: ["image/openraster"], shortNames: ["openraster"]),
      ContentType(
        "com.truevision.tga-image", "TGA picture", conformsTo: ["public.image"],
        extensions: ["tga", "icb", "vda", "vst"], mediaTypes: ["image/x-tga"]),
      ContentType(
        "com.ilm.openexr-image", "OpenEXR picture", conformsTo: ["public.image"],
        extensions: ["exr"], mediaTypes: ["image/x-exr"], shortNames: ["openexr"]),
      ContentType(
        "public.radiance", "Radiance HDR picture", conformsTo: ["public.image"],
        extensions: ["hdr", "rgbe"], mediaTypes: ["image/vnd.radiance"]),
      ContentType(
        "public.pnm", "portable anymap", conformsTo: ["public.image"],
        extensions: ["pnm"], mediaTypes: ["image/x-portable-anymap"]),
      ContentType(
        "public.pbm", "PBM bitmap", conformsTo: ["public.pnm"],
        extensions: ["pbm"], mediaTypes: ["image/x-portable-bitmap"]),
      ContentType(
        "public.pgm", "PGM graymap", conformsTo: ["public.pnm"],
        extensions: ["pgm"], mediaTypes: ["image/x-portable-graymap"]),
      ContentType(
        "public.ppm", "PPM pixmap", conformsTo: ["public.pnm"],
        extensions: ["ppm"], mediaTypes: ["image/x-portable-pixmap"]),
      ContentType(
        "public.pam", "PAM picture", conformsTo: ["public.image"],
        extensions: ["pam"], mediaTypes: ["image/x-portable-arbitrarymap"]),
      ContentType(
        "public.pfm", "PFM floating-point picture", conformsTo: ["public.image"],
        extensions: ["pfm"], mediaTypes: ["image/x-portable-floatmap"]),
      ContentType(
        "public.pcx", "PCX picture", conformsTo: ["public.image"],
        extensions: ["pcx"], mediaTypes: ["image/vnd.zbrush.pcx", "image/x-pcx"]),
      ContentType(
        "public.xbm", "X bitmap", conformsTo: ["public.image", .plainText],
        extensions: ["xbm"], mediaTypes: ["image/x-xbitmap"]),
      ContentType(
        "public.xpm", "X pixmap", conformsTo: ["public.image", .plainText],
        extensions: ["xpm"], mediaTypes: ["image/x-xpixmap"]),
      ContentType(
        "com.sgi.sgi-image", "SGI picture", conformsTo: ["public.image"],
        extensions: ["sgi", "rgb", "rgba", "bw"], mediaTypes: ["image/x-sgi"]),
      ContentType(
        "com.sun.raster-image", "Sun raster picture", conformsTo: ["public.image"],
        extensions: ["ras"], mediaTypes: ["image/x-sun-raster"]),
      ContentType(
        "com.electronic-arts.iff-image", "ILBM picture", conformsTo: ["public.image"],
        extensions: ["ilbm", "lbm", "iff"], mediaTypes: ["image/x-ilbm"]),
      ContentType(
        "com.microsoft.dds", "DirectDraw surface", conformsTo: ["public.image"],
        extensions: ["dds"], mediaTypes: ["image/vnd.ms-dds"]),
      ContentType(
        "org.khronos.ktx", "KTX texture", conformsTo: ["public.image"],
        extensions: ["ktx"], mediaTypes: ["image/ktx"]),
      ContentType(
        "org.khronos.ktx2", "KTX 2 texture", conformsTo: ["public.image"],
        extensions: ["ktx2"], mediaTypes: ["image/ktx2"]),
      ContentType(
        "org.khronos.astc", "ASTC texture", conformsTo: ["public.image"], extensions: ["astc"]),
      ContentType(
        "com.powervr.pvr", "PVR texture", conformsTo: ["public.image"], extensions: ["pvr"]),
      ContentType(
        "org.qoiformat.qoi", "QOI picture", conformsTo: ["public.image"],
        extensions: ["qoi"], mediaTypes: ["image/qoi"]),
      ContentType(
        "org.flif.flif", "FLIF picture", conformsTo: ["public.image"],
        extensions: ["flif"], mediaTypes: ["image/flif"]),
      ContentType(
        "org.bellard.bpg", "BPG picture", conformsTo: ["public.image"],
        extensions: ["bpg"], mediaTypes: ["image/bpg"]),
      ContentType(
        "org.suckless.farbfeld", "farbfeld picture", conformsTo: ["public.image"],
        extensions: ["ff"], shortNames: ["farbfeld"]),
      ContentType(
        "org.nema.dicom", "DICOM picture", conformsTo: ["public.image"],
        extensions: ["dcm", "dicom"], mediaTypes: ["application/dicom"]),
      ContentType(
        "gov.nasa.gsfc.fits", "FITS picture", conformsTo: ["public.image"],
        extensions: ["fits", "fit", "fts"], mediaTypes: ["image/fits", "application/fits"]),
      ContentType(
        "gov.nih.nifti", "NIfTI volume", conformsTo: ["public.image"], extensions: ["nii"]),
      ContentType(
        "org.ijg.jbig2", "JBIG2 picture", conformsTo: ["public.image"],
        extensions: ["jb2", "jbig2"], mediaTypes: ["image/x-jbig2"]),
      ContentType(
        "com.kodak.photo-cd", "Kodak Photo CD picture", conformsTo: ["public.image"],
        extensions: ["pcd"], mediaTypes: ["image/x-photo-cd"]),
      ContentType(
        "com.aseprite.sprite", "Aseprite sprite", conformsTo: ["public.image"],
        extensions: ["aseprite", "ase"]),
      ContentType(
        "com.savageinteractive.procreate", "Procreate picture",
        conformsTo: ["public.zip-archive", "public.image"],
        extensions: ["procreate"]),
      ContentType(
        "jp.co.celsys.clip", "Clip Studio picture", conformsTo: ["public.image"],
        extensions: ["clip"]),
      ContentType(
        "com.apple.pict", "PICT picture", conformsTo: ["public.image"],
        extensions: ["pict", "pct", "pic"], mediaTypes: ["image/x-pict"]),
    ]
  }

  /// Pictures made of strokes and shapes.
  static var drawings: [ContentType] {
    [
      ContentType(
        "public.svg-image", "SVG picture", conformsTo: ["public.image", "public.xml"],
        extensions: ["svg"], mediaTypes: ["image/svg+xml"]),
      ContentType(
        "public.svgz-image", "compressed SVG picture",
        conformsTo: ["org.gnu.gnu-zip-archive", "public.image"], extensions: ["svgz"],
        mediaTypes: ["image/svg+xml"]),
      ContentType(
        "com.adobe.illustrator.ai-image", "Illustrator drawing",
        conformsTo: ["com.adobe.pdf", "public.image"],
        extensions: ["ai"], mediaTypes: ["application/vnd.adobe.illustrator"],
        shortNames: ["illustrator"]),
      ContentType(
        "com.microsoft.wmf", "Windows metafile", conformsTo: ["public.image"],
        extensions: ["wmf"], mediaTypes: ["image/wmf", "image/x-wmf"]),
      ContentType(
        "com.microsoft.emf", "enhanced Windows metafile", conformsTo: ["public.image"],
        extensions: ["emf"], mediaTypes: ["image/emf", "image/x-emf"]),
      ContentType(
        "public.cgm", "computer graphics metafile", conformsTo: ["public.image"],
        extensions: ["cgm"], mediaTypes: ["image/cgm"]),
      ContentType(
        "com.corel.draw", "CorelDRAW drawing", conformsTo: ["public.image"],
        extensions: ["cdr"], mediaTypes: ["application/vnd.corel-draw"], shortNames: ["coreldraw"]),
      ContentType(
        "com.bohemiancoding.sketch.drawing", "Sketch drawing",
        conformsTo: ["public.zip-archive", "public.image"], extensions: ["sketch"]),
      ContentType(
        "com.figma.document", "Figma drawing", conformsTo: ["public.image"], extensions: ["fig"]),
      ContentType(
        "net.jgraph.drawio", "draw.io diagram", conformsTo: ["public.xml"],
        extensions: ["drawio"], mediaTypes: ["application/vnd.jgraph.mxfile"]),
      ContentType(
        "org.graphviz.dot", "Graphviz graph", conformsTo: [.plainText],
        extensions: ["gv"], mediaTypes: ["text/vnd.graphviz"], shortNames: ["graphviz"]),
      ContentType(
        "com.adobe.encapsulated-postscript", "EPS drawing",
        conformsTo: ["com.adobe.postscript", "public.image"],
        extensions: ["eps", "epsf", "epsi"], mediaTypes: ["application/postscript"]),
    ]
  }
}
