/// Microsoft compound files (MS-CFB): Word, Excel, PowerPoint before 2007, Outlook messages.
///
/// What such a file is shows in the names of its streams, which the first sectors of its directory
/// hold.
enum CompoundFileProbe: FileProbe {
  static let types: [ContentType.ID] = ["com.microsoft.compound-file"] + streams.map(\.type)

  /// Sectors of directory that are looked at: the telling streams come early.
  private static let maximumSectors = 32

  private static let streams: [(name: String, type: ContentType.ID)] = [
    ("EncryptedPackage", "com.microsoft.encrypted-office-package"),
    ("WordDocument", "com.microsoft.word.doc"),
    ("PowerPoint Document", "com.microsoft.powerpoint.ppt"),
    ("Workbook", "com.microsoft.excel.xls"),
    ("Book", "com.microsoft.excel.xls"),
    ("VisioDocument", "com.microsoft.visio.vsd"),
    ("Quill", "com.microsoft.publisher.pub"),
    ("__properties_version1.0", "com.microsoft.outlook.msg"),
    ("__nameid_version1.0", "com.microsoft.outlook.msg"),
    ("HwpSummaryInformation", "com.haansoft.hancomofficehwp.hwp"),
    ("MatOST", "com.microsoft.works.wps"),
    ("Props9", "com.microsoft.project.mpp"),
    ("Props12", "com.microsoft.project.mpp"),
    ("Props14", "com.microsoft.project.mpp"),
    ("SwDocContentMgr", "com.solidworks.part"),
  ]

  static func examine(_ sample: FileSample) throws(ConversionError) -> [TypeFinding] {
    let head = sample.head
    guard BytePattern("D0 CF 11 E0 A1 B1 1A E1").match(head, at: 0) != nil else { return [] }
    let container = TypeFinding(
      .signature, "com.microsoft.compound-file", 0.95, "begins with D0 CF 11 E0 A1 B1 1A E1")
    let names = try streamNames(sample)
    // An installer's stream names are packed into characters of their own (U+4840 marks a table).
    if names.contains(where: { $0.unicodeScalars.first?.value == 0x4840 }) {
      return [
        TypeFinding(
          .container, "com.microsoft.msi-installer", 0.95, "streams named as an installer's"),
        container,
      ]
    }
    for (name, type) in streams where names.contains(where: { $0 == name }) {
      let finding = TypeFinding(.container, type, 0.98, "a stream called \(name)")
      return [finding, container]
    }
    return [container]
  }

  private static func streamNames(_ sample: FileSample) throws(ConversionError) -> [String] {
    let head = sample.head
    guard let shift = head.number(at: 30, width: 2, .little), shift == 9 || shift == 12,
      var sector = head.number(at: 48, width: 4, .little)
    else { return [] }
    let size = 1 << shift
    var names: [String] = []
    for _ in 0..<maximumSectors {
      guard sector < 0xFFFF_FFFA else { break }
      let bytes = try sample.bytes(at: (sector + 1) * size, count: size)
      for entry in stride(from: 0, to: bytes.count - 127, by: 128) {
        let length = bytes.number(at: entry + 64, width: 2, .little) ?? 0
        guard (2...64).contains(length) else { continue }
        let units = stride(from: entry, to: entry + length - 2, by: 2).map {
          UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
        }
        // Property sets begin with a control character.
        let name = String(decoding: units, as: UTF16.self)
        names.append(name.first == "\u{5}" ? String(name.dropFirst()) : name)
      }
      guard let following = try nextSector(after: sector, size: size, sample) else { break }
      sector = following
    }
    return names
  }

  /// The chain in the file allocation table, whose first 109 sectors the header lists.
  private static func nextSector(after sector: Int, size: Int, _ sample: FileSample)
    throws(ConversionError) -> Int?
  {
    let perSector = size / 4
    let table = sector / perSector
    guard table < 109, let position = sample.head.number(at: 76 + 4 * table, width: 4, .little),
      position < 0xFFFF_FFFA
    else { return nil }
    return try sample.bytes(at: (position + 1) * size + 4 * (sector % perSector), count: 4)
      .number(at: 0, width: 4, .little)
  }
}
