import ConverterCore
import FairyLibrary
import Hummingbird
import Scanning
import SystemPackage

/// The pages about one draft: its pages, one of them, the camera, the scanner.
struct ScanPage {
  private let routes: ScanRoutes
  private let document: DocumentFolder
  private let metadata: DocumentMetadata
  private let words: Words

  init(
    _ routes: ScanRoutes, _ document: DocumentFolder, _ words: Words
  ) throws(ConversionError) {
    (self.routes, self.document, self.words) = (routes, document, words)
    metadata = try document.metadata()
  }

  private var address: String { "/scan/\(document.id)" }

  /// What all of them have.
  private func values(_ more: [String: Any]) -> [String: Any] {
    var values: [String: Any] = [
      "title": metadata.title, "name": metadata.title, "isScan": true, "address": address,
      "styles": ScanRoutes.styles,
      "about": words.counting("pages_count", metadata.pages.count) + " · "
        + words["state_\(metadata.state.rawValue)"],
    ]
    values.merge(more) { $1 }
    return values
  }

  // MARK: All pages

  /// - Parameter progress: how it stood with the draft before its pages were read.
  func response(_ progress: DraftTasks.Progress) -> Response {
    let isSaved = metadata.state != .draft
    var more: [String: Any] = [
      "scripts": ["draft.js"], "hasPages": !metadata.pages.isEmpty,
      "sheets": metadata.pages.indices.map(sheet), "isBusy": progress.isBusy,
      "revision": metadata.revision,
      "hasFailures": !progress.failures.isEmpty,
      "failures": progress.failures.map { failure in
        [failure.file?.lastComponent?.string, failure.message].compactMap(\.self)
          .joined(separator: ": ")
      },
      "filters": filters(nil), "isSaved": isSaved, "document": "/library/\(document.id)",
    ]
    if let kind = progress.waiting.first {
      more["busy"] = words.text(
        "busy_\(kind.rawValue)", ["count": words.grouped(progress.waiting.count)])
      more["isScanning"] = progress.waiting.contains(.scan)
    }
    more.merge(saveForm()) { $1 }
    return routes.pages.page("draft", values(more), words)
  }

  private func sheet(_ index: Int) -> [String: Any] {
    let page = metadata.pages[index]
    let (number, count) = (index + 1, metadata.pages.count)
    var sheet: [String: Any] = [
      "id": page.id, "number": number, "t": words.texts, "href": "\(address)/pages/\(page.id)",
      "action": "\(address)/pages/\(page.id)",
      "label": words.text("page_label", ["number": "\(number)"]),
      "edit": words.text("edit_page", ["number": "\(number)"]),
      "found": words[
        page.scan.page.isFound || page.scan.changes.corners != nil ? "page_found" : "page_whole"],
      "earlier": number - 1, "later": number + 1, "isFirst": number == 1,
      "isLast": number == count, "width": page.scan.page.width, "height": page.scan.page.height,
    ]
    if let picture = page.picture {
      let id = routes.names.identifier(of: place.appending("pages/\(picture)"))
      sheet["src"] = "/files/\(id)/thumbnail/\(picture)"
    }
    return sheet
  }

  private var place: FilePath {
    FilePath("\(ServicePlaces.libraryWord)/documents/\(document.id)")
  }

  private func filters(_ current: ScannedPage.Filter?) -> [[String: Any]] {
    ScannedPage.Filter.allCases.map { filter in
      [
        "value": filter.rawValue, "label": words["filter_\(filter.rawValue)"],
        "isCurrent": filter == current,
      ]
    }
  }

  private func saveForm() -> [String: Any] {
    func choices(_ values: [String], _ key: String, _ current: String) -> [[String: Any]] {
      values.map { ["value": $0, "label": words["\(key)_\($0)"], "isCurrent": $0 == current] }
    }
    let form = metadata.form
    let writable = routes.folders.filter(\.isWritable)
    let sizes = SaveOrder.pageSizes.contains(form.pageSize) ? [] : [form.pageSize]
    let settings = (try? routes.desk.library.settings()) ?? LibrarySettings()
    return [
      "sizes": choices(SaveOrder.pageSizes, "page_size", form.pageSize)
        + sizes.map { ["value": $0, "label": $0, "isCurrent": true] },
      "presets": choices(DocumentForm.presets, "preset", form.preset),
      "languages": form.languages,
      "ways": SaveWay.allCases.map {
        [
          "value": $0.rawValue, "label": words["way_\($0.rawValue)"],
          "why": words["way_\($0.rawValue)_why"], "isCurrent": $0 == settings.saving,
        ] as [String: Any]
      },
      "hasFolders": !writable.isEmpty, "folders": writable.map(\.word),
    ]
  }

  // MARK: One page

  func editor(of id: Int) throws -> Response {
    guard let index = metadata.pages.firstIndex(where: { $0.id == id }) else {
      throw ConversionError(.inputNotFound, words["not_found_why"])
    }
    let page = metadata.pages[index]
    let scan = page.scan.page
    let original = routes.names.identifier(of: place.appending("originals/\(page.original)"))
    let corners = scan.corners.corners.map { ["x": Self.tenth($0.x), "y": Self.tenth($0.y)] }
    let names = ["top_left", "top_right", "bottom_right", "bottom_left"]
    var more: [String: Any] = [
      "scripts": ["sheet.js"],
      "title": "\(words.text("page_label", ["number": "\(index + 1)"])) · \(metadata.title)",
      "heading": words.text("page_label", ["number": "\(index + 1)"]),
      "back": "\(address)#page-\(id)",
      "action": "\(address)/pages/\(id)",
      "original": "/files/\(original)/picture/\(page.original)"
        + (page.scan.source.page > 1 ? "?page=\(page.scan.source.page)" : ""),
      "width": scan.sourceWidth, "height": scan.sourceHeight,
      "points": scan.corners.corners.map { "\(Self.tenth($0.x)),\(Self.tenth($0.y))" }
        .joined(separator: " "),
      "corners": zip(corners, names).map { corner, name in
        corner.merging(["label": words["corner_\(name)"]]) { $1 }
      },
      "preview": "\(address)/pages/\(id)/preview?turn=0&state=\(Self.state(of: page))",
      "state": Self.state(of: page),
      "filters": filters(page.scan.changes.filter ?? .auto),
      "importedName": page.importedName,
      "found": words[
        scan.isFound || page.scan.changes.corners != nil ? "page_found" : "page_whole"],
      "isChanged": !page.scan.changes.isEmpty,
    ]
    if index > 0 { more["previous"] = "\(address)/pages/\(metadata.pages[index - 1].id)" }
    if index + 1 < metadata.pages.count {
      more["next"] = "\(address)/pages/\(metadata.pages[index + 1].id)"
    }
    return routes.pages.page("sheet", values(more), words)
  }

  /// Changes with what was changed about a page, as its preview does, which browsers keep.
  private static func state(of page: DocumentPage) -> String {
    let digest = Digest.sha256(Array("\(page.scan)".utf8))
    return Array(digest.prefix(8)).hexadecimal
  }

  private static func tenth(_ number: Double) -> String {
    let tenths = (number * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
  }

  // MARK: Camera and scanner

  func camera() -> Response {
    routes.pages.page(
      "camera", values(["scripts": ["camera.js"], "count": metadata.pages.count]), words)
  }

  func scanner() async throws -> Response {
    var more: [String: Any] = [:]
    do {
      let answer = try await routes.broker.ask([.init("broker", .string("scanners"))])
      let scanners = answer.json["answer"]?.elements ?? []
      more["hasScanners"] = !scanners.isEmpty
      let kinds = scanners.map { scanner in
        [scanner["vendor"], scanner["model"], scanner["kind"]].compactMap { $0?.text }
          .joined(separator: " ")
      }
      more["scanners"] = zip(scanners, kinds).map { scanner, kind in
        let device = scanner["device"]?.text ?? ""
        // Two of a kind are told apart by their connections.
        let isOnly = kinds.count { $0 == kind } == 1
        return ["value": device, "label": isOnly ? kind : "\(kind) (\(device))"]
      }
    } catch {
      more["fault"] = error.message
    }
    more["sources"] = ScannerOrder.sources.map { ["value": $0, "label": words["source_\($0)"]] }
    more["modes"] = ScannerOrder.modes.map { ["value": $0, "label": words["mode_\($0)"]] }
    more["resolutions"] = ScannerOrder.resolutions.map {
      ["value": "\($0)", "isCurrent": $0 == 300] as [String: Any]
    }
    return routes.pages.page("scanner", values(more), words)
  }
}
