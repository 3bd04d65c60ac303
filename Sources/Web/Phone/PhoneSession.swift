import Broker
import ConverterCore
import Synchronization

/// The ten minutes in which one phone may add pages.
///
/// A phone shows the secret of the QR code, which works once, and gets a cookie. It may send nothing until the user has
/// confirmed at the desk that the phone shows the same six digits.
final class PhoneSession: Sendable {
  /// How it stands.
  enum Phase: String, Sendable {
    /// Nobody has shown the secret yet.
    case waiting
    /// A phone has; the user has to say whether it is theirs.
    case asking
    case allowed
    /// Over: time is up, the user has ended it, or said no.
    case closed
  }

  private struct State {
    var phase = Phase.waiting
    var secret: String?
    /// How often a wrong secret may still be tried.
    var tries = 20
    /// The digest of the phone's cookie.
    var cookie: String?
    var code = ""
    var pages = 0
    var bytes = 0
  }

  static let seconds = 600
  static let mostPages = 200
  /// Of one picture, and of all.
  static let mostPictureBytes = 64 << 20
  static let mostBytes = 4 << 30

  /// What the QR code has behind its `#`: hexadecimal digits.
  let secret = Secret.random(bytes: 16).hexadecimal
  /// The address of the page that the pictures are for.
  let purpose: String
  private let end: Int
  private let now: @Sendable () -> Int
  private let state: Mutex<State>

  /// - Parameter now: the time in seconds.
  init(for purpose: String, now: @escaping @Sendable () -> Int = { Clock.seconds }) {
    (self.purpose, self.now) = (purpose, now)
    end = now() + Self.seconds
    state = Mutex(State(secret: secret))
  }

  var phase: Phase { remaining == 0 ? .closed : state.withLock { $0.phase } }
  /// In seconds.
  var remaining: Int { max(0, min(Self.seconds, end - now())) }
  /// How many pictures have arrived.
  var pages: Int { state.withLock { $0.pages } }
  /// The digits to compare; empty while there is no phone.
  var code: String { state.withLock { $0.code } }

  func close() { state.withLock { $0.phase = .closed } }

  /// Takes the secret from a phone.
  ///
  /// - Returns: the value of its cookie; `nil` for a wrong secret, one that was used, and too many tries.
  func begin(with secret: String) -> String? {
    guard phase == .waiting else { return nil }
    return state.withLock { state in
      guard state.phase == .waiting, let right = state.secret, state.tries > 0,
        right.isEqualInConstantTime(to: secret)
      else {
        state.tries -= 1
        return nil
      }
      let cookie = Secret.random(bytes: 32).hexadecimal
      state.secret = nil
      state.cookie = Digest.sha256(Array(cookie.utf8)).hexadecimal
      state.code = Self.newCode
      state.phase = .asking
      return cookie
    }
  }

  private static var newCode: String {
    var source = SystemRandomNumberGenerator()
    return String(String(Int.random(in: 1_000_000..<2_000_000, using: &source)).dropFirst())
  }

  /// What the user says of the phone.
  ///
  /// - Parameter code: that the user has compared: the phone's that asks now.
  /// - Returns: whether there is a phone with that code that waits for an answer.
  func answer(_ isAllowed: Bool, code: String) -> Bool {
    guard phase == .asking else { return false }
    return state.withLock { state in
      guard state.phase == .asking, state.code.isEqualInConstantTime(to: code) else {
        return false
      }
      state.phase = isAllowed ? .allowed : .closed
      return true
    }
  }

  /// Whether a cookie is that of the phone.
  func isPhone(_ cookie: String?) -> Bool {
    guard let cookie else { return false }
    let digest = Digest.sha256(Array(cookie.utf8)).hexadecimal
    return state.withLock { $0.cookie?.isEqualInConstantTime(to: digest) == true }
  }

  // MARK: Pages

  /// Keeps a place for a page that begins to arrive.
  ///
  /// - Returns: whether there is one.
  func reservePage() -> Bool {
    guard phase == .allowed else { return false }
    return state.withLock { state in
      guard state.pages < Self.mostPages else { return false }
      state.pages += 1
      return true
    }
  }

  /// Takes note of bytes of a page.
  ///
  /// - Returns: whether they may be kept.
  func take(_ count: Int) -> Bool {
    guard phase == .allowed else { return false }
    return state.withLock { state in
      state.bytes += count
      return state.bytes <= Self.mostBytes
    }
  }

  /// Gives back the place of a page that did not arrive.
  func abandonPage() { state.withLock { $0.pages -= 1 } }
}

extension String {
  /// Takes as long whatever the texts are.
  func isEqualInConstantTime(to other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return zip(utf8, other.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
