import Barcodes
import ConverterCore
import PictureModel
import SystemPackage
import Testing

@testable import Broker
@testable import FairyWeb

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct QRCodeTests {
  /// A code as it stands on a screen.
  private func picture(_ code: QRCode, module: Int) -> PixelBuffer {
    let side = (code.side + 8) * module
    let picture = PixelBuffer(.gray8, width: side, height: side)
    for y in 0..<side {
      let row = picture.planes[0].row(y, as: UInt8.self)
      for x in 0..<side {
        let (column, line) = (x / module - 4, y / module - 4)
        let isInside = (0..<code.side).contains(column) && (0..<code.side).contains(line)
        row[x] = isInside && code.modules[line][column] ? 0 : 255
      }
    }
    return picture
  }

  /// Every length of text, and so every version, is read by somebody else's reader.
  @Test(arguments: [1, 14, 15, 26, 27, 42, 62, 84, 106, 122, 152, 180, 181, 213])
  func isRead(count: Int) throws {
    let text = String((0..<count).map { Character(UnicodeScalar(UInt8(33 + ($0 * 7) % 90))) })
    let picture = picture(try #require(QRCode(text)), module: 4)
    #expect(try ZBarReader().barcodes(in: picture, of: [.qr]) == [Barcode(.qr, text)])
  }

  @Test func whatIsTooLongIsRefused() {
    #expect(QRCode(String(repeating: "a", count: 214)) == nil)
    #expect(QRCode("a")?.side == 21)
    #expect(QRCode(String(repeating: "a", count: 213))?.side == 57)
  }

  /// A seventh of a code may be unreadable.
  @Test func isReadWithAStain() throws {
    let text = "https://192.168.178.100:40213/#0123456789abcdef0123456789abcdef"
    let code = try #require(QRCode(text))
    let picture = picture(code, module: 6)
    for y in 120..<160 {
      let row = picture.planes[0].row(y, as: UInt8.self)
      for x in 120..<160 { row[x] = 255 }
    }
    #expect(try ZBarReader().barcodes(in: picture, of: [.qr]) == [Barcode(.qr, text)])
  }
}

/// A clock that is set by hand.
private final class HandClock: @unchecked Sendable {
  var seconds = 1000
}

@Suite struct PhoneSessionTests {
  private let clock = HandClock()

  private func session() -> PhoneSession {
    let clock = clock
    return PhoneSession(for: "/") { clock.seconds }
  }

  @Test func theSecretWorksOnceAndForTenMinutes() throws {
    let session = session()
    clock.seconds += 599
    #expect(session.remaining == 1)
    let cookie = try #require(session.begin(with: session.secret))
    #expect(session.begin(with: session.secret) == nil)
    #expect(session.isPhone(cookie) && !session.isPhone(session.secret) && !session.isPhone(nil))
    #expect(session.phase == .asking && session.code.count == 6)
    #expect(session.answer(true, code: session.code))
    #expect(session.reservePage())
    clock.seconds += 1
    #expect(session.phase == .closed && !session.reservePage() && !session.take(1))
  }

  @Test func anExpiredSecretIsWorthNothing() {
    let session = session()
    clock.seconds += 600
    #expect(session.begin(with: session.secret) == nil)
    #expect(!session.answer(true, code: session.code))
  }

  /// A clock that is set back gives nobody more than ten minutes.
  @Test func thereIsNeverMoreTime() {
    let session = session()
    clock.seconds -= 5000
    #expect(session.remaining == 600)
  }

  @Test func pagesAndBytesAreLimited() throws {
    let session = session()
    #expect(!session.reservePage())
    _ = session.begin(with: session.secret)
    #expect(!session.answer(true, code: "") && !session.reservePage())
    #expect(session.answer(true, code: session.code))
    for _ in 0..<PhoneSession.mostPages { #expect(session.reservePage()) }
    #expect(!session.reservePage())
    session.abandonPage()
    #expect(session.reservePage())
    #expect(session.take(PhoneSession.mostBytes) && !session.take(1))
  }
}

@Suite struct PhonePortTests {
  private func isListening(_ socket: FileDescriptor) -> Bool {
    var (answer, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    return getsockopt(socket.rawValue, SOL_SOCKET, SO_ACCEPTCONN, &answer, &length) == 0
      && answer == 1
  }

  /// Whoever holds the socket, too, cannot listen longer than allowed.
  @Test func itIsClosedForEverybodyInTime() async throws {
    let port = try PhonePort(address: "127.0.0.3", seconds: 1)
    let (socket, _) = try port.open()
    defer { try? socket.close() }
    #expect(isListening(socket))
    try await Task.sleep(for: .milliseconds(1500))
    #expect(!isListening(socket))
  }

  @Test(arguments: [
    "", "1.2.3", "1.2.3.4.5", "256.1.1.1", "a.b.c.d", "::1", "1.2.3.-4", " 1.2.3.4", "٣.1.1.1",
  ])
  func whatIsNoAddressIsRefused(_ text: String) {
    #expect(throws: ConversionError.self) { try PhonePort(address: text) }
  }

  /// An address of the documentation (RFC 5737) is nobody's.
  @Test func anAddressOfSomebodyElseIsRefused() throws {
    let port = try PhonePort(address: "192.0.2.1")
    #expect(throws: ConversionError.self) { try port.open() }
  }
}

@Suite struct PictureBeginningTests {
  @Test func whatCamerasWrite() {
    let rest = [UInt8](repeating: 0, count: 12)
    #expect(PictureBeginning.isPicture([0xff, 0xd8, 0xff] + rest))
    #expect(PictureBeginning.isPicture(rest.prefix(4) + Array("ftypheic".utf8)))
    #expect(PictureBeginning.isPicture(Array("RIFF1234WEBP".utf8)))
    for other in ["<!doctype html>", "%PDF-1.7 1234", "PK\u{3}\u{4}12345678", "RIFF1234WAVE"] {
      #expect(!PictureBeginning.isPicture(Array(other.utf8)))
    }
    #expect(!PictureBeginning.isPicture([0xff, 0xd8, 0xff]))
  }
}
