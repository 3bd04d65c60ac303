extension ContentTypeCatalog {
  static var sounds: [ContentType] {
    [
      audio("public.mp3", "MP3 sound", ["mp3"], ["audio/mpeg", "audio/mp3"]),
      audio("public.mp2", "MPEG audio layer 2 sound", ["mp2", "mpa"], ["audio/mpeg"]),
      audio("public.aac-audio", "AAC sound", ["aac", "adts"], ["audio/aac"]),
      audio("com.apple.m4a-audio", "MPEG-4 sound", ["m4a"], ["audio/mp4", "audio/x-m4a"]),
      audio("com.apple.protected-mpeg-4-audio", "protected MPEG-4 sound", ["m4p"], []),
      audio("com.apple.m4b-audio", "MPEG-4 audiobook", ["m4b"], []),
      audio(
        "com.audible.aa-audiobook", "Audible audiobook", ["aa", "aax"], ["audio/vnd.audible.aax"]),
      audio("org.xiph.flac", "FLAC sound", ["flac"], ["audio/flac", "audio/x-flac"]),
      audio("org.xiph.ogg-audio", "Ogg Vorbis sound", ["ogg", "oga"], ["audio/ogg"], ["vorbis"]),
      audio("org.xiph.opus", "Opus sound", ["opus"], ["audio/ogg", "audio/opus"]),
      audio("org.xiph.speex", "Speex sound", ["spx"], ["audio/ogg"], ["speex"]),
      audio(
        "com.microsoft.waveform-audio", "WAV sound", ["wav", "wave"],
        ["audio/vnd.wave", "audio/wav"]),
      audio("public.rf64-audio", "RF64 sound", ["rf64", "w64", "bwf"], []),
      audio("public.aiff-audio", "AIFF sound", ["aiff", "aif"], ["audio/aiff", "audio/x-aiff"]),
      audio("public.aifc-audio", "AIFF-C sound", ["aifc"], ["audio/aiff"]),
      audio("public.au-audio", "AU sound", ["au", "snd"], ["audio/basic"]),
      audio("com.apple.coreaudio-format", "Core Audio sound", ["caf"], ["audio/x-caf"]),
      audio("public.midi-audio", "MIDI score", ["mid", "midi", "kar", "rmi"], ["audio/midi"]),
      audio("org.3gpp.adaptive-multi-rate-audio", "AMR sound", ["amr", "awb"], ["audio/amr"]),
      audio("com.microsoft.windows-media-wma", "Windows Media sound", ["wma"], ["audio/x-ms-wma"]),
      audio("com.real.realaudio", "RealAudio sound", ["ra", "ram"], ["audio/vnd.rn-realaudio"]),
      audio("public.ac3-audio", "AC-3 sound", ["ac3"], ["audio/ac3"]),
      audio("public.enhanced-ac3-audio", "E-AC-3 sound", ["eac3", "ec3"], ["audio/eac3"]),
      audio("com.dts.audio", "DTS sound", ["dts"], ["audio/vnd.dts"]),
      audio("com.monkeysaudio.ape", "Monkey's Audio sound", ["ape"], ["audio/x-ape"]),
      audio("com.wavpack.wv", "WavPack sound", ["wv"], ["audio/x-wavpack"], ["wavpack"]),
      audio("org.musepack.mpc", "Musepack sound", ["mpc"], ["audio/x-musepack"], ["musepack"]),
      audio("com.true-audio.tta", "True Audio sound", ["tta"], ["audio/x-tta"]),
      audio("com.sony.dsf", "DSD sound", ["dsf", "dff"], ["audio/x-dsf"]),
      audio("com.creative.voc", "Creative Voice sound", ["voc"], ["audio/x-voc"]),
      audio("org.modarchive.mod", "tracker module", ["mod", "xm", "it", "s3m"], ["audio/x-mod"]),
      audio("org.matroska.mka", "Matroska sound", ["mka"], ["audio/matroska", "audio/x-matroska"]),
      audio("org.webmproject.webm-audio", "WebM sound", ["weba"], ["audio/webm"]),
      audio("com.microsoft.soundfont", "sound font", ["sf2", "sf3"], ["audio/x-soundfont"]),
    ]
  }

  static var movies: [ContentType] {
    [
      ContentType("public.iso-base-media", "ISO base media file"),
      movie(
        "public.mpeg-4", "MPEG-4 movie", ["mp4", "mp4v", "mpg4"], ["video/mp4"], ["mpeg4"]),
      movie("com.apple.m4v-video", "MPEG-4 movie (M4V)", ["m4v"], ["video/x-m4v"]),
      movie(
        "com.apple.quicktime-movie", "QuickTime movie", ["mov", "qt"], ["video/quicktime"],
        ["quicktime"]),
      movie("public.3gpp", "3GPP movie", ["3gp", "3gpp"], ["video/3gpp"]),
      movie("public.3gpp2", "3GPP2 movie", ["3g2", "3gp2"], ["video/3gpp2"]),
      movie("com.adobe.f4v", "Flash MP4 movie", ["f4v"], ["video/mp4"]),
      movie("public.motion-jpeg-2000", "Motion JPEG 2000 movie", ["mj2", "mjp2"], ["video/mj2"]),
      movie(
        "org.matroska.mkv", "Matroska movie", ["mkv", "mk3d"],
        ["video/matroska", "video/x-matroska"], ["matroska"]),
      movie("org.webmproject.webm", "WebM movie", ["webm"], ["video/webm"]),
      movie("public.avi", "AVI movie", ["avi", "divx"], ["video/vnd.avi", "video/x-msvideo"]),
      movie(
        "com.microsoft.advanced-systems-format", "Windows Media file", ["asf"], ["video/x-ms-asf"]),
      movie("com.microsoft.windows-media-wmv", "Windows Media movie", ["wmv"], ["video/x-ms-wmv"]),
      movie("com.adobe.flash.video", "Flash movie", ["flv"], ["video/x-flv"]),
      movie(
        "com.adobe.swf", "Flash animation", ["swf"], ["application/vnd.adobe.flash.movie"],
        ["flash"]),
      movie("public.mpeg", "MPEG movie", ["mpg", "mpeg", "mpe", "vob"], ["video/mpeg"]),
      movie("public.mpeg-2-video", "MPEG video stream", ["m2v", "m1v"], ["video/mpeg"]),
      movie(
        "public.mpeg-2-transport-stream", "MPEG transport stream", ["m2ts", "mts", "ts", "m2t"],
        ["video/mp2t"]),
      movie("org.xiph.ogg-video", "Ogg movie", ["ogv", "ogm", "ogx"], ["video/ogg"], ["theora"]),
      movie("org.smpte.mxf", "MXF movie", ["mxf"], ["application/mxf"]),
      movie(
        "com.real.realmedia", "RealMedia movie", ["rm", "rmvb"], ["application/vnd.rn-realmedia"]),
      movie("public.dv-movie", "DV movie", ["dv", "dif"], ["video/dv"]),
      movie("org.webmproject.ivf", "IVF video", ["ivf"], ["video/x-ivf"]),
      movie("org.mjpegtools.y4m", "raw YUV movie", ["y4m"], ["video/x-yuv4mpeg"]),
      movie("public.h264-stream", "H.264 stream", ["h264", "264", "avc"], ["video/h264"]),
      movie("public.h265-stream", "H.265 stream", ["h265", "265", "hevc"], ["video/h265"]),
      movie("com.radgametools.bink", "Bink movie", ["bik", "bk2"], []),
      movie("com.autodesk.flic", "FLIC animation", ["flc", "fli"], ["video/x-flc"]),
      movie("public.nut", "NUT movie", ["nut"], []),
    ]
  }

  private static func audio(
    _ id: ContentType.ID, _ name: String, _ extensions: [String], _ mediaTypes: [String],
    _ shortNames: [String] = []
  ) -> ContentType {
    ContentType(
      id, name, conformsTo: ["public.audio"], extensions: extensions, mediaTypes: mediaTypes,
      shortNames: shortNames)
  }

  private static func movie(
    _ id: ContentType.ID, _ name: String, _ extensions: [String], _ mediaTypes: [String],
    _ shortNames: [String] = []
  ) -> ContentType {
    ContentType(
      id, name, conformsTo: ["public.movie"], extensions: extensions, mediaTypes: mediaTypes,
      shortNames: shortNames)
  }
}
