extension Signature {
  static var data: [Signature] {
    [
      Signature("org.geopackage.gpkg", "'SQLite format 3' 00 [52] 'GPKG'"),
      Signature("com.microsoft.access.mdb", "00 01 00 00 'Standard Jet DB'"),
      Signature("com.microsoft.access.accdb", "00 01 00 00 'Standard ACE DB'"),
      Signature("com.filemaker.fmp12", "00 01 00 00 00 02 00 01 00 05 00 02 00 02 C0"),
      Signature("org.apache.parquet", "'PAR1'"),
      Signature("org.apache.arrow.file", "'ARROW1' 00 00"),
      Signature("org.apache.arrow.file", "'FEA1'"),
      Signature("org.apache.avro", "'Obj' 01"),
      Signature("org.apache.orc", "'ORC'"),
      Signature("org.duckdb.database", at: 8, "'DUCK'"),
      Signature("com.microsoft.event-log", "'ElfFile' 00"),
      Signature("com.microsoft.registry-hive", "'regf' [4]"),
      Signature("org.keepass.kdbx", "03 D9 A2 9A"),
      Signature("org.hdfgroup.hdf5", "89 'HDF' 0D 0A 1A 0A", or: hdf5),
      Signature("org.hdfgroup.hdf4", "0E 03 13 01"),
      Signature("edu.ucar.unidata.netcdf", "'CDF' 01"),
      Signature("edu.ucar.unidata.netcdf", "'CDF' 02"),
      Signature("edu.ucar.unidata.netcdf", "'CDF' 05"),
      Signature("int.wmo.grib", "'GRIB' [3] 01"),
      Signature("int.wmo.grib", "'GRIB' [3] 02"),
      Signature("com.mathworks.matlab.mat", "'MATLAB 5.0 MAT-file'"),
      Signature("com.mathworks.matlab.mat", "'MATLAB 7.3 MAT-file'"),
      Signature("org.numpy.npy", "93 'NUMPY'"),
      Signature("org.ggml.gguf", "'GGUF'"),
      Signature("com.stata.dta", "'<stata_dta>'"),
      Signature("com.ibm.spss.sav", "'$FL2@(#)'"),
      Signature("com.ibm.spss.sav", "'$FL3@(#)'"),
      Signature(
        "com.sas.sas7bdat",
        "00 00 00 00 00 00 00 00 00 00 00 00 C2 EA 81 60 B3 14 11 CF BD 92 08 00 09 C7 31 8C"),
      Signature("com.sas.xport", "'HEADER RECORD*******LIBRARY HEADER RECORD'", isText: true),
      Signature("com.esri.shapefile", "00 00 27 0A 00 00 00 00"),
      Signature("org.lasformat.las", "'LASF'"),
      Signature("com.garmin.fit", at: 8, "'.FIT'"),
      Signature("public.cbor", "D9 D9 F7"),
      Signature("org.tcpdump.pcap", "D4 C3 B2 A1"),
      Signature("org.tcpdump.pcap", "A1 B2 C3 D4"),
      Signature("org.tcpdump.pcap", "4D 3C B2 A1"),
      Signature("org.tcpdump.pcap", "A1 B2 3C 4D"),
      Signature("org.tcpdump.pcapng", "0A 0D 0D 0A [4] 4D 3C 2B 1A"),
      Signature("org.tcpdump.pcapng", "0A 0D 0D 0A [4] 1A 2B 3C 4D"),
      Signature("org.bittorrent.torrent", "'d8:announce'", isText: true),
      Signature("org.bittorrent.torrent", "'d13:announce-list'", isText: true),
      Signature("org.bittorrent.torrent", "'d13:creation date'", isText: true),
      Signature("org.bittorrent.torrent", "'d10:created by'", isText: true),
      Signature("org.bittorrent.torrent", "'d4:infod'", isText: true),
    ]
  }

  static var models3D: [Signature] {
    [
      Signature("public.polygon-file-format", "'ply' 0A 'format '"),
      Signature("public.polygon-file-format", "'ply' 0D 0A 'format '"),
      Signature("org.khronos.glb", "'glTF' [1] 00 00 00"),
      Signature("com.autodesk.fbx", "'Kaydara FBX Binary  ' 00"),
      Signature("org.blender.blend", "'BLENDER'"),
      Signature("com.pixar.universal-scene-description", "'PXR-USDC'"),
      Signature("com.pixar.universal-scene-description", "'#usda '", isText: true),
      Signature("org.web3d.vrml", "'#VRML V'", isText: true),
      Signature("com.rhino3d.3dm", "'3D Geometry File Format'", isText: true),
      Signature("com.sketchup.skp", "FF FE FF 0E 'S' 00 'k' 00 'e' 00 't' 00 'c' 00 'h' 00"),
      Signature("org.iso.step", "'ISO-10303-21;'", isText: true),
      Signature("com.autodesk.dwg", "'AC10' [2] 00"),
      Signature("com.autodesk.dwg", "'AC1.' [2] 00"),
    ]
  }

  /// HDF5 files that other programs name their own way.
  private static var hdf5: [ContentType.ID] {
    ["edu.ucar.unidata.netcdf", "com.mathworks.matlab.mat"]
  }
}
