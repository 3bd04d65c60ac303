/// How usual a letter is behind another one in Russian words.
enum CyrillicPairs {
  /// The surprise of a letter from "а" to "я", in nats.
  ///
  /// - Parameters:
  ///   - previous: the letter before, from 0 for "а"; `nil` at the beginning of a word.
  static func surprise(_ letter: Int, behind previous: Int?) -> Double {
    Double(quarters[(previous ?? letterCount) * letterCount + letter]) / 4
  }

  static let letterCount = 32

  /// In quarters of a nat, for each letter before, and for the beginning of a word.
  private static let quarters: [UInt8] = rows.flatMap { $0.utf8.map { $0 - 48 } }

  /// Counted in the words of a dictionary, with some of their endings; a character is its code above that of "0".
  private static let rows = [
    #"K@8@>?A<DC>;<9H?;;8FD?B@BDcNcK<@"#,
    #"8HCGD7EH9\C:B>7P8@E;THFIFCC?COGF"#,
    #"5MIIG:OB<bA?H@9FBADCVQIJ6GP9GZRC"#,
    #"8OFKD;QS8\F:E<5S7EI<V\QFC\\L\NR\"#,
    #"9E=DF7DF8^@@C;7B;>D<QJDCEQE?DQIC"#,
    #"DA<@=DA>DA=:;7@>8:9EEBC@@EbGbOIH"#,
    #"7HMC:5@M5Y@G>:?KEFN?QYJOTYPMDPUY"#,
    #"4?;?<=BG:]B?=;9R?JG>X]KHF]C=DSFD"#,
    #"?D9BA;F>F7>=?;=B;<:CED@>GGcBcQA>"#,
    #"MGJKBHTIOZ>B?<DIE1BPIKEE=FZSZZTN"#,
    #"5RAPQ@YF7_F;O@6T:?<;TRBOE__ER[N_"#,
    #"8HKGH7HH7`@@JC8MWGE>PNRFRQ`?8U?;"#,
    #"7BLNS7WM8^D@A=8@GAK:IPIHNJ^9FRNA"#,
    #":OHDA:KH6bAKV99RN@=>HLBEMKR6BRJ@"#,
    #"G<8<;?@?C?=;;<B=:9:EDCF?CFcJcJNF"#,
    #":XX`T8`Y;`F;UC5F5DB>OSLGML`AFWRC"#,
    #"6EEBD7EF8bBFA>6FG@?;HEHEDIY?CRH?"#,
    #"=F@HH=LU=b9=A>:=F>6?GEEDFPJ?CTL7"#,
    #":H=IH9ON9b@AG=9E:=D>NMKEIMM<6SIC"#,
    #"B=<?<>>?EG=;<=E<;:7IG?G<<A^K^I<I"#,
    #"8MRKR8WR5WR<DC6R;D>=@WWPMRWEHNJI"#,
    #"7H;EG>MF8XC9>;6D:@>?NJJDDSIKPIXX"#,
    #"7M?SQ4YL4YADIC<JPGHBYSKYLYYAYSQY"#,
    #"8VJ\V5N\6\<DI8@WHM@=\PTPL\\LA\\\"#,
    #"<SF]]:]]1]>@H@CDNMABXPRU]]]K>XK]"#,
    #";ZOZZ9ZZ1ZZMZDGZGOQ@ZZZZZZZLPZZZ"#,
    #"OOOOO1OOOOOOOOOOOOOOOOOOOOOOOO>6"#,
    #">D8CD;FBC3@=C><@@>?A_CMDBH_?___N"#,
    #"GADFD:NDE[=J>6DG[3?KDMACDA[I[RA>"#,
    #"NE>A@SKEPD67<:E=:<8I?ELSESSSSNSK"#,
    #"H?GFAIDDIHB@@?FH@@:LLCF?D1ZLZMIT"#,
    #"J>8=<==<ID?AB9HB>=7HQB@?G:ZKZZ:Q"#,
    #">=:?<GE<>Q<@=;:7;:>>ACFBBJdddBKG"#,
  ]
}
