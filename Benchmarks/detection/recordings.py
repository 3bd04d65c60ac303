"""Sound and films by ffmpeg."""
import struct

from kinds import kind, through

SOUND = ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=frequency=440:duration=0.4"]
FILM = ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:duration=0.4:rate=10"]
BOTH = FILM + SOUND[3:]
EXACT = ["-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact"]


def made(source, suffix, *options):
    return through(suffix, [*source, *options, *EXACT, "OUT"])


def id3(byte_count, version=4):
    size = bytes((byte_count >> shift) & 0x7F for shift in (21, 14, 7, 0))
    return b"ID3" + bytes([version, 0, 0]) + size + bytes(byte_count)


KINDS_OF_SOUND = {
    "mp3": ("public.mp3", "audio/mpeg", ".mp3", [[], ["-write_id3v2", "0"], ["-id3v2_version", "3"], ["-ac", "2", "-b:a", "320k"], ["-ar", "22050"], ["-ar", "8000"]]),
    "flac": ("org.xiph.flac", "audio/flac audio/x-flac", ".flac", [[]]),
    "ogg_vorbis": ("org.xiph.ogg-audio", "audio/ogg", ".ogg", [["-c:a", "libvorbis"], ["-c:a", "flac"]]),
    "opus": ("org.xiph.opus", "audio/ogg audio/opus", ".opus", [["-c:a", "libopus"]]),
    "wav": ("com.microsoft.waveform-audio", "audio/x-wav audio/wav", ".wav", [[], ["-c:a", "pcm_f32le"], ["-c:a", "adpcm_ms"]]),
    "rf64": ("public.rf64-audio", "audio/x-wav application/octet-stream", ".wav", [["-rf64", "always"]]),
    "aiff": ("public.aiff-audio public.aifc-audio", "audio/x-aiff", ".aiff", [[], ["-c:a", "pcm_f32be"]]),
    "aac": ("public.aac-audio", "audio/x-hx-aac-adts", ".aac", [[]]),
    "ac3": ("public.ac3-audio public.enhanced-ac3-audio", "audio/vnd.dolby.dd-raw audio/ac3", ".ac3", [[]]),
    "m4a": ("com.apple.m4a-audio", "audio/x-m4a audio/mp4", ".m4a", [[], ["-movflags", "faststart"]]),
    "au": ("public.au-audio", "audio/basic", ".au", [[]]),
    "caf": ("com.apple.coreaudio-format", "audio/x-caf", ".caf", [[]]),
    "mp2": ("public.mp2", "audio/mpeg", ".mp2", [[]]),
    "wma": ("com.microsoft.windows-media-wma", "audio/x-ms-wma video/x-ms-asf", ".wma", [[]]),
    "tta": ("com.true-audio.tta", "audio/x-tta application/octet-stream", ".tta", [[]]),
    "wavpack": ("com.wavpack.wv", "audio/x-wavpack application/octet-stream", ".wv", [[]]),
    "mka": ("org.matroska.mka org.matroska.mkv", "video/x-matroska audio/x-matroska", ".mka", [[]]),
}
KINDS_OF_FILM = {
    "mp4": ("public.mpeg-4", "video/mp4", ".mp4", [[], ["-movflags", "faststart"], ["-brand", "mp42"], ["-movflags", "frag_keyframe+empty_moov"], ["-brand", "iso5"]]),
    "mov": ("com.apple.quicktime-movie", "video/quicktime", ".mov", [[], ["-c:v", "mjpeg"]]),
    "mkv": ("org.matroska.mkv", "video/x-matroska", ".mkv", [[]]),
    "webm": ("org.webmproject.webm", "video/webm", ".webm", [["-c:v", "libvpx", "-c:a", "libopus"]]),
    "avi": ("public.avi", "video/x-msvideo", ".avi", [[]]),
    "flv": ("com.adobe.flash.video", "video/x-flv", ".flv", [["-ar", "44100"]]),
    "transport": ("public.mpeg-2-transport-stream", "video/mp2t application/octet-stream", ".ts", [[], ["-f", "mpegts", "-mpegts_m2ts_mode", "1"]]),
    "mpeg": ("public.mpeg", "video/mpeg", ".mpg", [["-r", "25"], ["-r", "25", "-f", "vob"]]),
    "wmv": ("com.microsoft.windows-media-wmv", "video/x-ms-asf video/x-ms-wmv", ".wmv", [[]]),
    "3gp": ("public.3gpp", "video/3gpp", ".3gp", [["-c:v", "mpeg4", "-c:a", "aac"]]),
    "ogv": ("org.xiph.ogg-video", "video/ogg", ".ogv", [["-c:v", "libtheora", "-c:a", "libvorbis"]]),
    "swf": ("com.adobe.swf", "application/x-shockwave-flash application/vnd.adobe.flash.movie", ".swf", [["-ar", "44100"]]),
    "mxf": ("org.smpte.mxf", "application/mxf", ".mxf", [["-c:v", "mpeg2video", "-r", "25", "-ar", "48000"]]),
    "y4m": ("org.mjpegtools.y4m", "application/octet-stream video/x-yuv4mpeg2 text/plain", ".y4m", [["-an", "-pix_fmt", "yuv420p"]]),
    "h264": ("public.h264-stream", "video/h264 application/octet-stream", ".h264", [["-an", "-c:v", "libx264"]]),
}
for table, source in [(KINDS_OF_SOUND, SOUND), (KINDS_OF_FILM, BOTH)]:
    for label, (types, media, suffix, variants) in table.items():
        def make(rng, source=source, suffix=suffix, variants=variants):
            for options in variants:
                yield " ".join(options) or "plain", made(source, suffix, *options)

        make.__name__ = label
        kind(types, media)(make)


@kind("public.mp3", "audio/mpeg")
def mp3_tags(rng):
    plain = made(SOUND, ".mp3", "-write_id3v2", "0")
    yield "a large tag", id3(70000) + plain
    yield "version 2.2", id3(500, 2) + plain
    yield "version 2.3", id3(500, 3) + plain
    yield "two tags", id3(300) + id3(300) + plain
    yield "a tag behind", plain + b"TAG" + bytes(125)
    yield "zeros before", bytes(64) + plain
    yield "cut within the tag", (id3(70000) + plain)[:4000]


@kind("org.xiph.flac", "audio/flac audio/x-flac")
def flac_tags(rng):
    plain = made(SOUND, ".flac")
    yield "behind a tag", id3(500) + plain
    yield "behind a large tag", id3(70000, 3) + plain
    yield "behind two tags", id3(100) + id3(100) + plain


@kind("public.aac-audio", "audio/x-hx-aac-adts audio/mpeg")
def aac_tags(rng):
    yield "behind a tag", id3(200) + made(SOUND, ".aac")


@kind("com.apple.quicktime-movie", "video/quicktime")
def old_mov(rng):
    yield "a free box first", b"\0\0\0\x08wide\0\0\0\x10mdat" + bytes(8) + b"\0\0\0\x10moov" + bytes(8)
    yield "a moov box first", b"\0\0\0\x74moov\0\0\0\x6cmvhd" + bytes(100)


@kind("public.midi-audio", "audio/midi")
def midi(rng):
    yield "plain", b"MThd" + struct.pack(">IHHH", 6, 0, 1, 96) + b"MTrk\0\0\0\4\0\xff\x2f\0"
