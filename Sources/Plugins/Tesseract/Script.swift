/// Letters of one kind, and the languages that are written in them.
struct Script {
  /// As tesseract's data of orientations name it: "Cyrillic".
  let name: String
  /// As tesseract names them, those with most readers first.
  let languages: [String]

  /// - Returns: `nil` for one that many languages have, which cannot be chosen from, or that is not known.
  init?(_ name: String) {
    guard let languages = Self.byName[name] else { return nil }
    (self.name, self.languages) = (name, languages)
  }

  /// What to do where none of its languages is installed.
  var advice: String {
    "the page seems to be in \(name) letters, of which no language is installed: "
      + "apt install \(LanguageData.package(of: languages[0])), then --languages \(languages[0])"
  }

  private static let byName: [String: [String]] = [
    "Arabic": ["ara", "fas", "urd", "uig", "pus", "snd"],
    "Armenian": ["hye"], "Bengali": ["ben", "asm"], "Cherokee": ["chr"],
    "Cyrillic": ["rus", "ukr", "bul", "srp", "bel", "mkd", "kaz", "mon"],
    "Devanagari": ["hin", "mar", "nep", "san"], "Ethiopic": ["amh", "tir"],
    "Georgian": ["kat"], "Greek": ["ell", "grc"], "Gujarati": ["guj"], "Gurmukhi": ["pan"],
    "Han": ["chi_sim", "chi_tra", "jpn"], "Hangul": ["kor"], "Hebrew": ["heb", "yid"],
    "Hiragana": ["jpn"], "Japanese": ["jpn"], "Kannada": ["kan"], "Katakana": ["jpn"],
    "Khmer": ["khm"], "Korean": ["kor"], "Lao": ["lao"],
    "Latin": ["eng", "deu", "fra", "spa", "ita", "por", "pol", "nld"],
    "Malayalam": ["mal"], "Myanmar": ["mya"], "Oriya": ["ori"], "Sinhala": ["sin"],
    "Syriac": ["syr"], "Tamil": ["tam"], "Telugu": ["tel"], "Thai": ["tha"], "Tibetan": ["bod"],
  ]
}
