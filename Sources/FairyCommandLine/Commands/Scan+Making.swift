import ArgumentParser
import ConverterCore
import Runner
import SystemPackage

// From a batch to its documents, and pictures of their pages.
extension Scan {
  func make(
    _ batch: ScanBatch, _ options: ConversionOptions, until interruption: Interruption? = nil
  ) throws {
    let naming = output.map(OutputNaming.init(ofOne:)) ?? .besideInput
    try stream.check(isPrinted: naming.isStandardOutput)
    let interruption = try interruption ?? DocumentWork.interruption()
    var (batch, options) = (batch, options)
    let documents = try documents(of: &batch, &options, until: interruption)
    let place = naming.destination(ofScanBeside: batch.folder)
    // A PDF that is not wanted is made all the same, for what is learnt by it.
    let spare = saving.storesDocument || naming.isStandardOutput ? nil : try PrivateFolder()
    defer { spare?.remove() }
    // Pictures of pages come last: that they have no folder is said before all the work is done.
    if spare != nil, saving.storesImages, case .file(let path) = naming, !path.folder.isFolder {
      throw ConversionError.creating(path, Errno.noSuchFileOrDirectory)
    }
    let template = try template(batch, options, naming)
    let output = spare.map { .file($0.path.appending("scan.pdf")) } ?? place
    let requests = documents.all.enumerated().map { index, document in
      let path = output.path.map {
        OutputFile.Destination.file(documents.path(of: index, base: $0))
      }
      return document.request(like: template, output: path ?? output)
    }
    var workload = workload(requests, batch, naming, isSpare: spare != nil)
    // It has made a difference, if not to these.
    if documents.blanks > 0 { workload.implied.insert("scan-drop-blank") }
    var (outcomes, ending) = ([Int: Outcome](), (any Error)?.none)
    do {
      try work.run(workload, until: interruption) { outcomes = $0 }
    } catch {
      // What became of the other documents is saved all the same.
      ending = error
    }
    if saving.storesImages, interruption.isRaised {
      noteInterruption(documents: outcomes, pictures: [:], of: nil)
    } else if saving.storesImages {
      let bases = requests.indices.map { place.path.map(documents.path(of: $0)) }
      try saveImages(of: requests, outcomes, bases, batch, naming, until: interruption)
    }
    if let ending { throw ending }
  }

  /// All but inputs and output.
  private func template(
    _ batch: ScanBatch, _ options: ConversionOptions, _ naming: OutputNaming
  ) throws(ConversionError) -> Request {
    var request = Request(
      input: batch.inputs.first ?? .standardInput, target: try .named("pdf", in: .builtin),
      output: .standardOutput,
      // Two scans of one second are no reason to lose either.
      conflict: work.result.onConflict ?? (naming.namesEachPart ? .rename : nil),
      keepsTimes: false, options: options, limits: work.limits.limits(forOne: true))
    request.isStreamed = naming.isStandardOutput && !stream.whole
    return request
  }

  private func workload(
    _ requests: [Request], _ batch: ScanBatch, _ naming: OutputNaming, isSpare: Bool
  ) -> Workload {
    var workload =
      requests.count == 1
      ? Workload(requests[0], naming: naming) : Workload(requests, naming: naming)
    workload.notes += batch.notes
    workload.names = batch.names
    workload.implied = ScanFlags.implied
    workload.typed = typed
    workload.hidesResult = isSpare
    workload.tellsPages = isSpare && !saving.storesImages
    workload.keepsOutcomes = true
    return workload
  }

  /// - Parameter bases: what names of pictures of each document begin with.
  private func saveImages(
    of requests: [Request], _ outcomes: [Int: Outcome], _ bases: [FilePath?], _ batch: ScanBatch,
    _ naming: OutputNaming, until interruption: Interruption
  ) throws {
    var (pictures, notes) = ([Request](), [String]())
    for (index, request) in requests.enumerated() {
      guard let outcome = outcomes[index],
        let base = saving.storesDocument ? outcome.outputs.first : bases[index]
      else { continue }
      let images = try ScanImages(outcome.receipt, base: base, of: request)
      pictures += images.requests
      notes += images.notes.filter { !notes.contains($0) }
    }
    guard !pictures.isEmpty || !notes.isEmpty else { return }
    var workload = Workload(pictures, naming: naming)
    workload.typed = typed
    workload.notes += notes
    workload.names = batch.names
    workload.keepsOutcomes = true
    var (made, ending) = ([Int: Outcome](), (any Error)?.none)
    do {
      try work.run(workload, until: interruption) { made = $0 }
    } catch {
      ending = error
    }
    notePlaces(made)
    if interruption.isRaised {
      noteInterruption(documents: outcomes, pictures: made, of: pictures.count)
    }
    if let ending { throw ending }
  }

  /// Says that pictures of pages still tell where their photos were taken, which a PDF does not.
  private func notePlaces(_ pictures: [Int: Outcome]) {
    let placed = pictures.sorted { $0.key < $1.key }.map(\.value).filter { outcome in
      outcome.ledger.contains { $0.what == "gps" && $0.action == .kept }
    }
    guard let first = placed.first?.outputs.first else { return }
    let which =
      placed.count == 1
      ? "\(first.display) tells" : "\(placed.count) pictures, such as \(first.display), tell"
    Console.standard.note(
      "fairy: \(which) where the photo was taken (GPS); fairy convert --metadata share leaves that out"
        .printable)
  }

  /// Says what was written before somebody stopped it.
  ///
  /// - Parameter count: how many pictures there would be; `nil` where none was begun.
  private func noteInterruption(
    documents: [Int: Outcome], pictures: [Int: Outcome], of count: Int?
  ) {
    let written =
      saving.storesDocument
      ? documents.sorted { $0.key < $1.key }.flatMap(\.value.outputs).map(\.display) : []
    let made = pictures.values.count { !$0.outputs.isEmpty }
    let images =
      made == 0 ? "no picture of a page" : "\(made) of \(count ?? made) pictures of pages"
    let all = written.isEmpty && made == 0 ? ["nothing"] : written + [images]
    Console.standard.note("fairy: interrupted: written: \(all.listed(with: "and"))".printable)
  }
}
