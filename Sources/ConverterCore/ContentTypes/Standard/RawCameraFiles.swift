extension ContentTypeCatalog {
  /// What cameras write before they make a picture of it.
  ///
  /// Most are TIFF inside, but do not conform to it here: a TIFF reader would show their thumbnail.
  static let rawCameraFiles: StaticString = """
    > public.camera-raw-image
    com.sigma.x3f-raw-image | Sigma X3F raw picture | x3f | image/x-sigma-x3f
    com.gopro.gpr-raw-image | GoPro GPR raw picture | gpr
    """
}
