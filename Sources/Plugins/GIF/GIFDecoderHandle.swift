internal import CLibGIF
import ConverterCore

/// giflib expanding one picture, line by line.
///
/// It is given a file of this picture alone, without colours, so that nothing of the others is read or kept.
@safe struct GIFDecoderHandle: ~Copyable {
  private let file: UnsafeMutablePointer<GifFileType>
  private let feed: Feed
  private let width: Int

  /// - Precondition: the picture has pixels.
  /// - Throws: `missingLibrary`, `damagedInput`, `readFailed`.
  static func open(
    _ frame: GIFFrame, of input: InputFile
  ) throws(ConversionError) -> GIFDecoderHandle {
    try SystemLibrary.giflib.open()
    let feed = Feed(frame, of: input)
    let read: InputFunc = { file, bytes, count in
      guard let feed = unsafe file?.pointee.UserData, let bytes = unsafe bytes else { return 0 }
      return unsafe Unmanaged<Feed>.fromOpaque(feed).takeUnretainedValue().fill(
        UnsafeMutableRawBufferPointer(start: bytes, count: Int(max(0, count))))
    }
    var code: Int32 = 0
    guard let file = unsafe DGifOpen(Unmanaged.passUnretained(feed).toOpaque(), read, &code) else {
      throw feed.failure
        ?? ConversionError.exceeding(
          .init(unresolved: .memory), "there is not enough memory to run giflib")
    }
    let handle = unsafe GIFDecoderHandle(file: file, feed: feed, width: frame.width)
    var kind = UNDEFINED_RECORD_TYPE
    guard unsafe DGifGetRecordType(file, &kind) == GIF_OK, kind == IMAGE_DESC_RECORD_TYPE,
      unsafe DGifGetImageDesc(file) == GIF_OK
    else { throw handle.failure }
    return handle
  }

  private init(file: UnsafeMutablePointer<GifFileType>, feed: Feed, width: Int) {
    unsafe self.file = file
    self.feed = feed
    self.width = width
  }

  deinit {
    var code: Int32 = 0
    _ = unsafe DGifCloseFile(file, &code)
  }

  /// Puts the indices of the next line into `line`, which has room for the picture's width.
  ///
  /// - Throws: `damagedInput`, `readFailed`.
  borrowing func readLine(into line: UnsafeMutablePointer<UInt8>) throws(ConversionError) {
    guard unsafe DGifGetLine(file, line, Int32(clamping: width)) == GIF_OK else { throw failure }
  }

  private var failure: ConversionError {
    feed.failure
      ?? ConversionError(.damagedInput, "the data of a picture in it are damaged or cut off")
  }

  /// What the library's callback reads from; it lives as long as the handle.
  private final class Feed {
    private let input: InputFile
    private var offset: Int
    private let end: Int
    private var window: [UInt8]
    private var used = 0
    private(set) var failure: ConversionError?

    private static let windowSize = 1 << 16

    init(_ frame: GIFFrame, of input: InputFile) {
      self.input = input
      offset = frame.data.lowerBound
      end = frame.data.upperBound
      let size = [frame.width, frame.height].flatMap {
        [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
      }
      window = Array("GIF89a".utf8) + size + [0, 0, 0] + [0x2C, 0, 0, 0, 0] + size + [0]
    }

    /// Fills `target`, unless the picture's data end before.
    func fill(_ target: UnsafeMutableRawBufferPointer) -> Int32 {
      var filled = 0
      while filled < target.count {
        if used == window.count {
          guard refill() else { break }
        }
        let count = min(target.count - filled, window.count - used)
        // The part is checked; `count` is no more than `target` has room for.
        unsafe window[used..<used + count].withUnsafeBytes {
          unsafe UnsafeMutableRawBufferPointer(rebasing: target[filled...]).copyMemory(from: $0)
        }
        used += count
        filled += count
      }
      return Int32(clamping: filled)
    }

    private func refill() -> Bool {
      do throws(ConversionError) {
        window = try input.read(at: offset, count: min(Self.windowSize, end - offset))
      } catch {
        failure = error
        return false
      }
      used = 0
      offset += window.count
      return !window.isEmpty
    }
  }
}

extension SystemLibrary {
  static let giflib = unsafe SystemLibrary(
    "giflib", package: "libgif7", opening: { unsafe fairy_libgif_open() })
}
