extension ContentTypeCatalog {
  static let sounds: StaticString = """
    > public.audio
    public.mp3 | MP3 sound | mp3 | audio/mpeg audio/mp3
    public.mp2 | MPEG audio layer 2 sound | mp2 mpa | audio/mpeg
    public.aac-audio | AAC sound | aac adts | audio/aac
    com.apple.m4a-audio | MPEG-4 sound | m4a | audio/mp4 audio/x-m4a
    com.apple.protected-mpeg-4-audio | protected MPEG-4 sound | m4p
    com.apple.m4b-audio | MPEG-4 audiobook | m4b
    com.audible.aa-audiobook | Audible audiobook | aa aax | audio/vnd.audible.aax
    org.xiph.flac | FLAC sound | flac | audio/flac audio/x-flac
    org.xiph.ogg-audio | Ogg Vorbis sound | ogg oga | audio/ogg | vorbis
    org.xiph.opus | Opus sound | opus | audio/ogg audio/opus
    org.xiph.speex | Speex sound | spx | audio/ogg | speex
    com.microsoft.waveform-audio | WAV sound | wav wave | audio/vnd.wave audio/wav
    public.rf64-audio | RF64 sound | rf64 w64 bwf
    public.aiff-audio | AIFF sound | aiff aif | audio/aiff audio/x-aiff
    public.aifc-audio | AIFF-C sound | aifc | audio/aiff
    public.au-audio | AU sound | au snd | audio/basic
    com.apple.coreaudio-format | Core Audio sound | caf | audio/x-caf
    public.midi-audio | MIDI score | mid midi kar rmi | audio/midi
    org.3gpp.adaptive-multi-rate-audio | AMR sound | amr awb | audio/amr
    com.microsoft.windows-media-wma | Windows Media sound | wma | audio/x-ms-wma
    com.real.realaudio | RealAudio sound | ra ram | audio/vnd.rn-realaudio
    public.ac3-audio | AC-3 sound | ac3 | audio/ac3
    public.enhanced-ac3-audio | E-AC-3 sound | eac3 ec3 | audio/eac3
    com.dts.audio | DTS sound | dts | audio/vnd.dts
    com.monkeysaudio.ape | Monkey's Audio sound | ape | audio/x-ape
    com.wavpack.wv | WavPack sound | wv | audio/x-wavpack | wavpack
    org.musepack.mpc | Musepack sound | mpc | audio/x-musepack | musepack
    com.true-audio.tta | True Audio sound | tta | audio/x-tta
    com.sony.dsf | DSD sound | dsf dff | audio/x-dsf
    com.creative.voc | Creative Voice sound | voc | audio/x-voc
    org.modarchive.mod | tracker module | mod xm it s3m | audio/x-mod
    org.matroska.mka | Matroska sound | mka | audio/matroska audio/x-matroska
    org.webmproject.webm-audio | WebM sound | weba | audio/webm
    com.microsoft.soundfont | sound font | sf2 sf3 | audio/x-soundfont
    """

  static let movies: StaticString = """
    > public.data
    public.iso-base-media | ISO base media file
    > public.movie
    public.mpeg-4 | MPEG-4 movie | mp4 mp4v mpg4 | video/mp4 | mpeg4
    com.apple.m4v-video | MPEG-4 movie (M4V) | m4v | video/x-m4v
    com.apple.quicktime-movie | QuickTime movie | mov qt | video/quicktime | quicktime
    public.3gpp | 3GPP movie | 3gp 3gpp | video/3gpp
    public.3gpp2 | 3GPP2 movie | 3g2 3gp2 | video/3gpp2
    com.adobe.f4v | Flash MP4 movie | f4v | video/mp4
    public.motion-jpeg-2000 | Motion JPEG 2000 movie | mj2 mjp2 | video/mj2
    org.matroska.mkv | Matroska movie | mkv mk3d | video/matroska video/x-matroska | matroska
    org.webmproject.webm | WebM movie | webm | video/webm
    public.avi | AVI movie | avi divx | video/vnd.avi video/x-msvideo
    com.microsoft.advanced-systems-format | Windows Media file | asf | video/x-ms-asf
    com.microsoft.windows-media-wmv | Windows Media movie | wmv | video/x-ms-wmv
    com.adobe.flash.video | Flash movie | flv | video/x-flv
    com.adobe.swf | Flash animation | swf | application/vnd.adobe.flash.movie | flash
    public.mpeg | MPEG movie | mpg mpeg mpe vob | video/mpeg
    public.mpeg-2-video | MPEG video stream | m2v m1v | video/mpeg
    public.mpeg-2-transport-stream | MPEG transport stream | m2ts mts ts m2t | video/mp2t
    org.xiph.ogg-video | Ogg movie | ogv ogm ogx | video/ogg | theora
    org.smpte.mxf | MXF movie | mxf | application/mxf
    com.real.realmedia | RealMedia movie | rm rmvb | application/vnd.rn-realmedia
    public.dv-movie | DV movie | dv dif | video/dv
    org.webmproject.ivf | IVF video | ivf | video/x-ivf
    org.mjpegtools.y4m | raw YUV movie | y4m | video/x-yuv4mpeg
    public.h264-stream | H.264 stream | h264 264 avc | video/h264
    public.h265-stream | H.265 stream | h265 265 hevc | video/h265
    com.radgametools.bink | Bink movie | bik bk2
    com.autodesk.flic | FLIC animation | flc fli | video/x-flc
    public.nut | NUT movie | nut
    """
}
