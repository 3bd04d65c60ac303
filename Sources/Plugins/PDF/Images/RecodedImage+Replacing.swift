import ConverterCore
import PDFObjects

extension RecodedImage {
  /// Puts it in the place of the stream that it was made from; on the thread that has the file.
  func replace(_ stream: PDFObject, in context: ConversionContext) throws(ConversionError) {
    let file = stream.file
    var values: [(String, PDFObject)] = [
      ("/Width", file.integer(width)), ("/Height", file.integer(height)),
      ("/BitsPerComponent", file.integer(bits)),
    ]
    if let space = object(for: colourSpace, of: stream) { values.append(("/ColorSpace", space)) }
    switch decode {
    case .kept: break
    case .removed: stream.removeKey("/Decode")
    case .replaced(let numbers):
      values.append(("/Decode", file.array(numbers.map { file.real($0) })))
    }
    for (key, value) in values { stream[key] = value }
    // Of the coding that was: JPEG 2000's own opacity, the length once decoded, abbreviated names.
    for key in ["/SMaskInData", "/DL", "/DP", "/W", "/H", "/BPC", "/CS"] { stream.removeKey(key) }
    var parameters = file.null
    if !self.parameters.isEmpty {
      parameters = file.dictionary()
      for (key, value) in self.parameters {
        switch value {
        case .integer(let number): parameters[key] = file.integer(number)
        case .boolean(let flag): parameters[key] = file.boolean(flag)
        }
      }
    }
    try stream.fill(
      with: bytes, filter: file.name(filter), parameters: parameters, in: context)
    try file.check()
  }

  /// `nil` where the stream's own stays.
  private func object(for choice: ColourSpaceChoice, of stream: PDFObject) -> PDFObject? {
    let file = stream.file
    switch choice {
    case .kept: return nil
    case .gray: return file.name("/DeviceGray")
    case .rgb: return file.name("/DeviceRGB")
    case .cmyk: return file.name("/DeviceCMYK")
    case .base: return stream["/ColorSpace"][1]
    case .indexed(let base, let colours, let palette):
      let space = object(for: base, of: stream) ?? stream["/ColorSpace"]
      return file.array([
        file.name("/Indexed"), space, file.integer(colours - 1), file.string(palette),
      ])
    }
  }
}
