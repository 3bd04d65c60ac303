import ConverterCore
import HTTPTypes
import Hummingbird
import NIOCore

/// A report of a problem, which the user reads before it is saved or mailed.
struct ReportRoutes {
  let broker: BrokerConnection
  let registry: FormatRegistry
  let jobs: Jobs
  let faults: FaultLog
  let pages: PageRenderer

  private static let mostFormBytes = 256 << 10
  private static let mostFaults = 10
  /// What mail programs take of an address, encoded.
  static let mostMailBytes = 1800
  private static let fileName = "fairy-report.txt"

  func add(to router: RouterGroup<WebContext>) {
    router.get("report") { request, context in
      try await page(hasNames: Form(request.uri)["names"] == "yes", context.words)
    }
    router.post("report") { request, _ in
      let form = try await Form(request, atMost: Self.mostFormBytes)
      return Response(
        status: .ok,
        headers: [
          .contentType: "text/plain; charset=utf-8",
          .contentDisposition: "attachment; filename=\"\(Self.fileName)\"",
        ], body: .init(byteBuffer: ByteBuffer(string: form["text"] ?? "")))
    }
  }

  private func page(hasNames: Bool, _ words: Words) async throws -> Response {
    let answer = try await broker.ask([.init("broker", .string("about"))])
    let report = ProblemReport(
      about: (answer.json["answer"]?.elements ?? []).compactMap(\.text),
      formats: try await registry.formats(), faults: await lastFaults(), hasNames: hasNames)
    let text = report.text
    return pages.page(
      "report",
      [
        "title": words["report"], "text": text, "hasNames": hasNames,
        "mail": Self.mailAddress(of: text), "most": Self.mostMailBytes, "fileName": Self.fileName,
        "styles": ["report.css"], "scripts": ["report.js"],
      ], words)
  }

  /// Those of pages and of conversions, the oldest first.
  private func lastFaults() async -> [FaultLog.Fault] {
    let failed = await jobs.all.prefix(100).compactMap { job -> FaultLog.Fault? in
      guard let error = job.result?["error"], !job.isDone else { return nil }
      let paths = job.request.compactMap { $0.key.hasPrefix("input") ? $0.value.text : nil }
      return FaultLog.Fault(
        time: job.begun, code: error["code"]?.text ?? "", message: error["message"]?.text ?? "",
        names: [job.name, job.outputName] + paths)
    }
    return (faults.all + failed).sorted { $0.time < $1.time }.suffix(Self.mostFaults)
  }

  /// A letter with as much of the text as mail programs take; its receiver is for the user to say.
  static func mailAddress(of text: String) -> String {
    var encoded = ""
    for character in text {
      let next = Form.encoded(String(character))
      guard encoded.utf8.count + next.utf8.count <= mostMailBytes else {
        encoded += Form.encoded("…")
        break
      }
      encoded += next
    }
    return "mailto:?subject=fairy&body=\(encoded)"
  }
}
