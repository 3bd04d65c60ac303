extension ContentTypeCatalog {
  /// Pictures made of pixels.
  static let pictures: StaticString = """
    > public.image
    public.jpeg-ls | JPEG-LS picture | jls | image/jls
    com.microsoft.ani | animated Windows cursor | ani | application/x-navi-animation
    com.apple.icns | Apple icon | icns | image/x-icns
    public.jpeg-2000-compound | JPEG 2000 compound picture | jpm | image/jpm
    public.htj2k | high-throughput JPEG 2000 picture | jph jhc | image/jph
    com.microsoft.jpeg-xr | JPEG XR picture | jxr hdp wdp | image/jxr image/vnd.ms-photo
    public.jpeg-xs | JPEG XS picture | jxs | image/jxs
    com.adobe.photoshop-image | Photoshop picture | psd pdd | image/vnd.adobe.photoshop | photoshop
    com.adobe.photoshop-large-image | large Photoshop picture | psb
    org.gimp.xcf | GIMP picture | xcf | image/x-xcf | gimp
    > public.zip-archive public.image
    org.krita.kra | Krita picture | kra | application/x-krita | krita
    org.freedesktop.openraster | OpenRaster picture | ora | image/openraster | openraster
    > public.image
    com.truevision.tga-image | TGA picture | tga icb vda vst | image/x-tga
    com.ilm.openexr-image | OpenEXR picture | exr | image/x-exr | openexr
    public.radiance | Radiance HDR picture | hdr rgbe | image/vnd.radiance
    public.pcx | PCX picture | pcx | image/vnd.zbrush.pcx image/x-pcx
    > public.image public.plain-text
    public.xbm | X bitmap | xbm | image/x-xbitmap
    public.xpm | X pixmap | xpm | image/x-xpixmap
    > public.image
    com.sgi.sgi-image | SGI picture | sgi rgb rgba bw | image/x-sgi
    com.sun.raster-image | Sun raster picture | ras | image/x-sun-raster
    com.electronic-arts.iff-image | ILBM picture | ilbm lbm iff | image/x-ilbm
    com.microsoft.dds | DirectDraw surface | dds | image/vnd.ms-dds
    org.khronos.ktx | KTX texture | ktx | image/ktx
    org.khronos.ktx2 | KTX 2 texture | ktx2 | image/ktx2
    org.khronos.astc | ASTC texture | astc
    com.powervr.pvr | PVR texture | pvr
    org.flif.flif | FLIF picture | flif | image/flif
    org.bellard.bpg | BPG picture | bpg | image/bpg
    org.suckless.farbfeld | farbfeld picture | ff | | farbfeld
    org.nema.dicom | DICOM picture | dcm dicom | application/dicom
    gov.nasa.gsfc.fits | FITS picture | fits fit fts | image/fits application/fits
    gov.nih.nifti | NIfTI volume | nii
    org.ijg.jbig2 | JBIG2 picture | jb2 jbig2 | image/x-jbig2
    com.kodak.photo-cd | Kodak Photo CD picture | pcd | image/x-photo-cd
    com.aseprite.sprite | Aseprite sprite | aseprite ase
    > public.zip-archive public.image
    com.savageinteractive.procreate | Procreate picture | procreate
    > public.image
    jp.co.celsys.clip | Clip Studio picture | clip
    com.apple.pict | PICT picture | pict pct pic | image/x-pict
    """

  /// Pictures made of strokes and shapes.
  static let drawings: StaticString = """
    > com.adobe.pdf public.image
    com.adobe.illustrator.ai-image | Illustrator drawing | ai | application/vnd.adobe.illustrator | illustrator
    > public.image
    com.microsoft.wmf | Windows metafile | wmf | image/wmf image/x-wmf
    com.microsoft.emf | enhanced Windows metafile | emf | image/emf image/x-emf
    public.cgm | computer graphics metafile | cgm | image/cgm
    com.corel.draw | CorelDRAW drawing | cdr | application/vnd.corel-draw | coreldraw
    > public.zip-archive public.image
    com.bohemiancoding.sketch.drawing | Sketch drawing | sketch
    > public.image
    com.figma.document | Figma drawing | fig
    > public.xml
    net.jgraph.drawio | draw.io diagram | drawio | application/vnd.jgraph.mxfile
    > public.plain-text
    org.graphviz.dot | Graphviz graph | gv | text/vnd.graphviz | graphviz
    > com.adobe.postscript public.image
    com.adobe.encapsulated-postscript | EPS drawing | eps epsf epsi | application/postscript
    """
}
