import Foundation
import PictureModel
import Testing

/// The bytes of a profile that can be made; none, which fails every comparison, otherwise.
func bytes(_ profile: ICCProfile?) -> [UInt8] { profile?.bytes ?? [] }

/// The first profile in a file, whatever the container: found by its signature.
func embeddedProfile(in file: [UInt8]) throws -> [UInt8] {
  if file.starts(with: [0xff, 0xd8]) { return jpegProfile(in: file) }
  let signature = Array("acsp".utf8)
  let start = try #require(
    file.indices.dropFirst(36).dropLast(4).first { Array(file[$0..<$0 + 4]) == signature })
  let header = start - 36
  let count = file[header..<header + 4].reduce(0) { $0 << 8 | Int($1) }
  return Array(file[header..<header + count])
}

/// The parts of a profile in a JPEG's APP2 segments, put together.
private func jpegProfile(in file: [UInt8]) -> [UInt8] {
  var profile: [UInt8] = []
  var position = 2
  while position + 4 < file.count, file[position] == 0xff, file[position + 1] != 0xda {
    let length = Int(file[position + 2]) << 8 | Int(file[position + 3])
    let body = file[position + 4..<position + 2 + length]
    if file[position + 1] == 0xe2, body.starts(with: Array("ICC_PROFILE\0".utf8)) {
      profile += body.dropFirst(14)
    }
    position += 2 + length
  }
  return profile
}

/// A profile of sRGB's matrix and curves that says by a `cicp` tag what it really is.
func hdrProfile(primaries: UInt8, transfer: UInt8) -> [UInt8] {
  var profile = bytes(ICCProfile(.sRGB))
  let tag = Array("cicp".utf8) + [0, 0, 0, 0, primaries, transfer, 0, 1]
  // In the place of the copyright, whose element is long enough.
  let entry = 132 + 12
  let offset = profile[entry + 4..<entry + 8].reduce(0) { $0 << 8 | Int($1) }
  profile.replaceSubrange(entry..<entry + 4, with: Array("cicp".utf8))
  profile.replaceSubrange(offset..<offset + tag.count, with: tag)
  return profile
}
