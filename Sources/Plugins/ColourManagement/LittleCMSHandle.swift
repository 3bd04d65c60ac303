internal import CLittleCMS
internal import ConverterCore
internal import PictureModel

/// A conversion of samples from one profile to another, by Little CMS.
struct LittleCMSConversion {
  private let source: LittleCMSProfile
  private let target: LittleCMSProfile
  private let sourceSpace: Int32
  private let targetSpace: Int32

  /// - Returns: `nil` where the library cannot use one of the profiles.
  /// - Throws: `missingLibrary`.
  init?(from source: ICCProfile, to target: ICCProfile) throws(ConversionError) {
    try SystemLibrary.littleCMS.open()
    guard let sourceSpace = source.colourSpace.littleCMSCode,
      let targetSpace = target.colourSpace.littleCMSCode,
      let source = LittleCMSProfile(source), let target = LittleCMSProfile(target)
    else { return nil }
    (self.source, self.target) = (source, target)
    (self.sourceSpace, self.targetSpace) = (sourceSpace, targetSpace)
    // Reads all of the tags that matter, which opening a profile does not.
    guard Transform(self, hasAlpha: false, from: 16, to: 16) != nil else { return nil }
  }

  /// - Parameters:
  ///   - hasAlpha: whether both sides have a last sample that stays.
  ///   - sourceDepth: 8 or 16; so is `targetDepth`.
  func transform(hasAlpha: Bool, from sourceDepth: Int, to targetDepth: Int)
    throws(ConversionError) -> Transform
  {
    guard
      let transform = Transform(
        self, hasAlpha: hasAlpha, from: sourceDepth, to: targetDepth)
    else {
      throw ConversionError(
        .damagedInput,
        "Little CMS cannot prepare a conversion with the picture's colour profile")
    }
    return transform
  }

  /// A prepared conversion between two layouts of pixels.
  ///
  /// Unchecked, since it is only read once it is made: with `cmsFLAGS_NOCACHE` cmsDoTransform keeps no
  /// state in it (Little CMS 2 API, "cmsDoTransform"). It is deleted with the last reference.
  @safe final class Transform: @unchecked Sendable {
    private let handle: cmsHTRANSFORM

    fileprivate init?(
      _ conversion: borrowing LittleCMSConversion, hasAlpha: Bool, from sourceDepth: Int,
      to targetDepth: Int
    ) {
      var flags = cmsFLAGS_NOCACHE | cmsFLAGS_BLACKPOINTCOMPENSATION
      if hasAlpha { flags |= cmsFLAGS_COPY_ALPHA }
      // Deep samples go through the profiles' own functions: the grid that the library would put in
      // their place is off by up to 14/255. For bytes it has an exact way for matrix profiles, and a
      // fine grid for tables.
      flags |= sourceDepth > 8 ? cmsFLAGS_NOOPTIMIZE : cmsFLAGS_HIGHRESPRECALC
      guard
        let handle = unsafe cmsCreateTransform(
          conversion.source.handle,
          LittleCMSConversion.format(conversion.sourceSpace, hasAlpha, sourceDepth),
          conversion.target.handle,
          LittleCMSConversion.format(conversion.targetSpace, hasAlpha, targetDepth),
          cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC), cmsUInt32Number(flags))
      else { return nil }
      unsafe self.handle = handle
    }

    deinit {
      unsafe cmsDeleteTransform(handle)
    }

    func callAsFunction(_ from: UnsafeRawPointer, _ to: UnsafeMutableRawPointer, _ count: Int) {
      unsafe cmsDoTransform(handle, from, to, cmsUInt32Number(count))
    }
  }

  private static func format(_ space: Int32, _ hasAlpha: Bool, _ depth: Int) -> cmsUInt32Number {
    let channels: Int32 = space == PT_GRAY ? 1 : space == PT_CMYK ? 4 : 3
    return fairy_lcms_format(space, channels, hasAlpha ? 1 : 0, depth > 8 ? 2 : 1)
  }
}

/// An open profile; the library copies its bytes.
@safe private final class LittleCMSProfile {
  let handle: cmsHPROFILE

  init?(_ profile: ICCProfile) {
    let handle = unsafe profile.bytes.withUnsafeBytes {
      unsafe cmsOpenProfileFromMem($0.baseAddress, cmsUInt32Number($0.count))
    }
    guard let handle = unsafe handle else { return nil }
    unsafe self.handle = handle
  }

  deinit {
    _ = unsafe cmsCloseProfile(handle)
  }
}

extension ICCProfile.ColourSpace {
  fileprivate var littleCMSCode: Int32? {
    switch self {
    case .gray: PT_GRAY
    case .rgb: PT_RGB
    case .cmyk: PT_CMYK
    case .other: nil
    }
  }
}

extension SystemLibrary {
  static let littleCMS = unsafe SystemLibrary(
    "Little CMS", package: "liblcms2-2", opening: { unsafe fairy_lcms_open() })
}
