/// Bytes that an address writes as `%41` (RFC 3986, 2.1).
enum PercentEscapes {
  static func decoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == 0x25, digits.count == 2, digits.allSatisfy({ $0.isDigit || $0.isLetter }),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        rest = rest.dropFirst(2)
        decoded.append(value)
      } else {
        decoded.append(byte)
      }
    }
    return decoded
  }
}
