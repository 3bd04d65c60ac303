/// Adobe's form, which Ultra HDR (Google, version 1) made that of JPEG files.
extension GainMap {
  /// Reads the packet of a gain map picture.
  ///
  /// - Returns: `nil` for a packet that says nothing of gain maps, or where the base is the HDR picture.
  public init?(xmp: [UInt8]) {
    guard let properties = XMP.properties(of: xmp) else { return nil }
    let reader = PropertyReader(properties, in: xmp, namespace: XMP.Namespace.gainMap)
    // Of the numbers only these two have no default.
    guard reader.text("BaseRenditionIsHDR")?.lowercased() != "true",
      let maxima = reader.numbers("GainMapMax"), let capacity = reader.number("HDRCapacityMax")
    else { return nil }
    let minima = reader.numbers("GainMapMin") ?? [0]
    let gammas = reader.numbers("Gamma") ?? [1]
    let baseOffsets = reader.numbers("OffsetSDR") ?? [1.0 / 64]
    let alternateOffsets = reader.numbers("OffsetHDR") ?? [1.0 / 64]
    let all = [minima, maxima, gammas, baseOffsets, alternateOffsets]
    guard all.allSatisfy({ $0.count == 1 || $0.count == 3 }) else { return nil }
    let count = all.contains { $0.count == 3 } ? 3 : 1
    func value(_ values: [Double], _ index: Int) -> Double {
      values.count == 1 ? values[0] : values[index]
    }
    let channels = (0..<count).map { index in
      var channel = Channel(minimum: value(minima, index), maximum: value(maxima, index))
      channel.gamma = value(gammas, index)
      channel.baseOffset = value(baseOffsets, index)
      channel.alternateOffset = value(alternateOffsets, index)
      return channel
    }
    self.init(.ultraHDR, channels: channels, alternateHeadroom: capacity)
    baseHeadroom = reader.number("HDRCapacityMin") ?? 0
    guard isPlausible else { return nil }
  }

  /// The packet for a gain map picture.
  public var xmpPacket: [UInt8] {
    func item(_ name: String, _ keyPath: KeyPath<Channel, Double>) -> String {
      let numbers = channels.map { $0[keyPath: keyPath].rounded(places: 9) }
      guard Set(numbers).count > 1 else { return "<hdrgm:\(name)>\(numbers[0])</hdrgm:\(name)>" }
      let items = numbers.map { "<rdf:li>\($0)</rdf:li>" }.joined()
      return "<hdrgm:\(name)><rdf:Seq>\(items)</rdf:Seq></hdrgm:\(name)>"
    }
    func attribute(_ name: String, _ keyPath: KeyPath<Channel, Double>) -> String {
      "hdrgm:\(name)=\"\(channels[0][keyPath: keyPath].rounded(places: 9))\""
    }
    let fields: [(String, KeyPath<Channel, Double>)] = [
      ("GainMapMin", \.minimum), ("GainMapMax", \.maximum), ("Gamma", \.gamma),
      ("OffsetSDR", \.baseOffset), ("OffsetHDR", \.alternateOffset),
    ]
    let isUniform = channels.allSatisfy { $0 == channels[0] }
    var attributes = isUniform ? fields.map(attribute) : []
    attributes += [
      "hdrgm:HDRCapacityMin=\"\(baseHeadroom.rounded(places: 9))\"",
      "hdrgm:HDRCapacityMax=\"\(alternateHeadroom.rounded(places: 9))\"",
      "hdrgm:BaseRenditionIsHDR=\"False\"",
    ]
    let elements = isUniform ? "" : fields.map(item).joined(separator: "\n") + "\n"
    return XMP.packet(
      of: """
        <rdf:Description rdf:about="" xmlns:hdrgm="\(XMP.Namespace.gainMap)"
         hdrgm:Version="1.0" \(attributes.joined(separator: "\n "))>
        \(elements)</rdf:Description>
        """)
  }

  /// What the packet of a base picture says of the gain map that follows it in the file, as an
  /// `rdf:Description`: Google's container, and that it is there at all.
  ///
  /// - Parameter byteCount: of the gain map's own JPEG stream.
  public static func container(byteCount: Int) -> [UInt8] {
    Array(
      """
      <rdf:Description rdf:about="" xmlns:hdrgm="\(XMP.Namespace.gainMap)"
       xmlns:Container="\(XMP.Namespace.container)"
       xmlns:Item="\(XMP.Namespace.container)item/" hdrgm:Version="1.0">
      <Container:Directory><rdf:Seq>
      <rdf:li rdf:parseType="Resource">\
      <Container:Item Item:Semantic="Primary" Item:Mime="image/jpeg"/></rdf:li>
      <rdf:li rdf:parseType="Resource">\
      <Container:Item Item:Semantic="GainMap" Item:Mime="image/jpeg" Item:Length="\(byteCount)"/></rdf:li>
      </rdf:Seq></Container:Directory>
      </rdf:Description>

      """.utf8)
  }

  /// A whole packet with nothing but ``container(byteCount:)``.
  public static func containerPacket(byteCount: Int) -> [UInt8] {
    XMP.packet(of: String(decoding: container(byteCount: byteCount), as: UTF8.self))
  }
}

/// The properties of one namespace, as texts and numbers.
struct PropertyReader {
  private let properties: [XMP.Property]
  private let xmp: [UInt8]
  private let namespace: String

  init(_ properties: [XMP.Property], in xmp: [UInt8], namespace: String) {
    self.properties = properties
    self.xmp = xmp
    self.namespace = namespace
  }

  func text(_ name: String) -> String? {
    property(name)?.value.flatMap { XMP.text($0, in: xmp) }
  }

  func number(_ name: String) -> Double? {
    text(name).flatMap(Double.init)
  }

  /// A single number, or those of an array; empty where one of them is none.
  func numbers(_ name: String) -> [Double]? {
    guard let property = property(name) else { return nil }
    let texts = (property.value.map { [$0] } ?? property.items).map { XMP.text($0, in: xmp) }
    let numbers = texts.compactMap { $0.flatMap(Double.init) }
    return numbers.count == texts.count ? numbers : []
  }

  private func property(_ name: String) -> XMP.Property? {
    properties.first { $0.name == XMP.Name(namespace, name) }
  }
}
