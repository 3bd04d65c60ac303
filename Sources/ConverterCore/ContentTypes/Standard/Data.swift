extension ContentTypeCatalog {
  /// Tables, trees and databases.
  static var dataAndDatabases: [ContentType] {
    structuredText + databases + scientificData
  }

  private static var structuredText: [ContentType] {
    [
      ContentType(
        "public.delimited-values-text", "table in text", conformsTo: [.text],
        extensions: ["psv", "dsv"]),
      ContentType(
        "public.comma-separated-values-text", "CSV table",
        conformsTo: ["public.delimited-values-text"],
        extensions: ["csv"], mediaTypes: ["text/csv", "text/comma-separated-values"]),
      ContentType(
        "public.tab-separated-values-text", "TSV table",
        conformsTo: ["public.delimited-values-text"],
        extensions: ["tsv", "tab"], mediaTypes: ["text/tab-separated-values"]),
      ContentType(
        "public.json", "JSON document", conformsTo: [.text],
        extensions: ["json"], mediaTypes: ["application/json", "text/json"]),
      ContentType(
        "public.ndjson", "NDJSON document", conformsTo: [.text],
        extensions: ["ndjson", "jsonl", "ldjson"],
        mediaTypes: ["application/x-ndjson", "application/jsonl"]),
      ContentType(
        "public.geojson", "GeoJSON map", conformsTo: ["public.json"],
        extensions: ["geojson"], mediaTypes: ["application/geo+json"]),
      ContentType(
        "org.topojson.topojson", "TopoJSON map", conformsTo: ["public.json"],
        extensions: ["topojson"]),
      ContentType(
        "org.json-ld.jsonld", "JSON-LD document", conformsTo: ["public.json"],
        extensions: ["jsonld"], mediaTypes: ["application/ld+json"]),
      ContentType(
        "org.jupyter.notebook", "Jupyter notebook", conformsTo: ["public.json"],
        extensions: ["ipynb"], mediaTypes: ["application/x-ipynb+json"], shortNames: ["jupyter"]),
      ContentType(
        "org.w3.webmanifest", "web app manifest", conformsTo: ["public.json"],
        extensions: ["webmanifest"], mediaTypes: ["application/manifest+json"]),
      ContentType(
        "org.w3.har", "HTTP archive", conformsTo: ["public.json"], extensions: ["har"]),
      ContentType(
        "org.json5.json5", "JSON5 document", conformsTo: [.plainText],
        extensions: ["json5"], mediaTypes: ["application/json5"]),
      ContentType(
        "com.microsoft.jsonc", "JSON document with comments", conformsTo: [.plainText],
        extensions: ["jsonc", "hjson"]),
    ]
  }

  private static var databases: [ContentType] {
    [
      ContentType(
        "org.sqlite.sqlite3", "SQLite database", conformsTo: ["public.database"],
        extensions: ["sqlite", "sqlite3", "db", "db3"], mediaTypes: ["application/vnd.sqlite3"]),
      ContentType(
        "org.geopackage.gpkg", "GeoPackage", conformsTo: ["org.sqlite.sqlite3"],
        extensions: ["gpkg"], mediaTypes: ["application/geopackage+sqlite3"],
        shortNames: ["geopackage"]),
      ContentType(
        "com.microsoft.access.mdb", "Access 2003 database", conformsTo: ["public.database"],
        extensions: ["mdb"], mediaTypes: ["application/vnd.ms-access"]),
      ContentType(
        "com.microsoft.access.accdb", "Access database", conformsTo: ["public.database"],
        extensions: ["accdb"], shortNames: ["access"]),
      ContentType(
        "com.dbase.dbf", "dBASE table", conformsTo: ["public.database"],
        extensions: ["dbf"], mediaTypes: ["application/vnd.dbf", "application/x-dbf"],
        shortNames: ["dbase"]),
      ContentType(
        "com.filemaker.fmp12", "FileMaker database", conformsTo: ["public.database"],
        extensions: ["fmp12", "fp7"], shortNames: ["filemaker"]),
      ContentType(
        "org.apache.parquet", "Parquet table", conformsTo: ["public.database"],
        extensions: ["parquet"], mediaTypes: ["application/vnd.apache.parquet"]),
      ContentType(
        "org.apache.arrow.file", "Arrow table", conformsTo: ["public.database"],
        extensions: ["arrow", "feather"], mediaTypes: ["application/vnd.apache.arrow.file"]),
      ContentType(
        "org.apache.avro", "Avro table", conformsTo: ["public.database"],
        extensions: ["avro"], mediaTypes: ["application/vnd.apache.avro"]),
      ContentType(
        "org.apache.orc", "ORC table", conformsTo: ["public.database"], extensions: ["orc"]),
      ContentType(
        "org.duckdb.database", "DuckDB database", conformsTo: ["public.database"],
        extensions: ["duckdb"]),
      ContentType(
        "com.microsoft.event-log", "Windows event log", conformsTo: ["public.database"],
        extensions: ["evtx"]),
      ContentType(
        "com.microsoft.registry-hive", "Windows registry hive", conformsTo: ["public.database"]),
      ContentType(
        "org.keepass.kdbx", "KeePass database", conformsTo: ["public.database"],
        extensions: ["kdbx", "kdb"], shortNames: ["keepass"]),
    ]
  }

  private static var scientificData: [ContentType] {
    [
      ContentType(
        "org.hdfgroup.hdf5", "HDF5 file", extensions: ["h5", "hdf5", "he5"],
        mediaTypes: ["application/x-hdf5"]),
      ContentType("org.hdfgroup.hdf4", "HDF4 file", extensions: ["hdf", "hdf4"]),
      ContentType(
        "edu.ucar.unidata.netcdf", "NetCDF file", extensions: ["nc", "cdf"],
        mediaTypes: ["application/netcdf"], shortNames: ["netcdf"]),
      ContentType(
        "int.wmo.grib", "GRIB weather data file", extensions: ["grib", "grb", "grib2", "grb2"]),
      ContentType(
        "com.mathworks.matlab.mat", "MATLAB data file", extensions: ["mat"],
        mediaTypes: ["application/x-matlab-data"], shortNames: ["matlab"]),
      ContentType("org.numpy.npy", "NumPy array", extensions: ["npy"], shortNames: ["numpy"]),
      ContentType(
        "org.numpy.npz", "NumPy archive", conformsTo: ["public.zip-archive"],
        extensions: ["npz"]),
      ContentType("org.python.pickle", "Python pickle", extensions: ["pkl", "pickle"]),
      ContentType(
        "org.pytorch.checkpoint", "PyTorch model", conformsTo: ["public.zip-archive"],
        extensions: ["pt", "pth"], shortNames: ["pytorch"]),
      ContentType("org.ggml.gguf", "GGUF model", extensions: ["gguf"]),
      ContentType("co.huggingface.safetensors", "safetensors model", extensions: ["safetensors"]),
      ContentType("org.onnx.model", "ONNX model", extensions: ["onnx"]),
      ContentType("org.r-project.rds", "R data file", extensions: ["rds", "rdata", "rda"]),
      ContentType("com.stata.dta", "Stata data file", extensions: ["dta"], shortNames: ["stata"]),
      ContentType(
        "com.ibm.spss.sav", "SPSS data file", extensions: ["sav", "zsav"], shortNames: ["spss"]),
      ContentType(
        "com.sas.sas7bdat", "SAS data file", extensions: ["sas7bdat"], shortNames: ["sas"]),
      ContentType("com.sas.xport", "SAS transport file", extensions: ["xpt"]),
      ContentType(
        "com.esri.shapefile", "shapefile", extensions: ["shp"],
        mediaTypes: ["application/vnd.shp"], shortNames: ["shapefile"]),
      ContentType("org.lasformat.las", "LAS point cloud", extensions: ["las", "laz"]),
      ContentType("com.garmin.fit", "Garmin FIT activity", extensions: ["fit"]),
      ContentType(
        "public.cbor", "CBOR data file", extensions: ["cbor"], mediaTypes: ["application/cbor"]),
      ContentType(
        "org.msgpack.msgpack", "MessagePack data file", extensions: ["msgpack", "mpk"],
        mediaTypes: ["application/vnd.msgpack"]),
      ContentType("org.bsonspec.bson", "BSON data file", extensions: ["bson"]),
      ContentType(
        "com.google.protobuf-data", "Protocol Buffers data file", extensions: ["pb", "pbf"],
        mediaTypes: ["application/protobuf"], shortNames: ["protobuf"]),
      ContentType("org.tensorflow.tfrecord", "TFRecord data file", extensions: ["tfrecord"]),
      ContentType(
        "org.tcpdump.pcap", "network capture", extensions: ["pcap", "cap"],
        mediaTypes: ["application/vnd.tcpdump.pcap"]),
      ContentType(
        "org.tcpdump.pcapng", "network capture (pcapng)", extensions: ["pcapng"]),
      ContentType(
        "org.bittorrent.torrent", "BitTorrent file", extensions: ["torrent"],
        mediaTypes: ["application/x-bittorrent"]),
      ContentType(
        "org.fasta.sequence", "FASTA sequence", conformsTo: [.plainText],
        extensions: ["fasta", "fa", "fna"]),
      ContentType(
        "org.fastq.sequence", "FASTQ sequence", conformsTo: [.plainText],
        extensions: ["fastq", "fq"]),
      ContentType(
        "org.wwpdb.pdb", "protein structure", conformsTo: [.plainText],
        extensions: ["pdb", "ent"], mediaTypes: ["chemical/x-pdb"]),
    ]
  }
}
