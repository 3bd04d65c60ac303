extension ContentTypeCatalog {
  /// Tables, trees and databases.
  static let dataAndDatabases: StaticString = """
    > public.json
    public.geojson | GeoJSON map | geojson | application/geo+json
    org.topojson.topojson | TopoJSON map | topojson
    org.json-ld.jsonld | JSON-LD document | jsonld | application/ld+json
    org.jupyter.notebook | Jupyter notebook | ipynb | application/x-ipynb+json | jupyter
    org.w3.webmanifest | web app manifest | webmanifest | application/manifest+json
    org.w3.har | HTTP archive | har
    > org.sqlite.sqlite3
    org.geopackage.gpkg | GeoPackage | gpkg | application/geopackage+sqlite3 | geopackage
    > public.database
    com.microsoft.access.mdb | Access 2003 database | mdb | application/vnd.ms-access
    com.microsoft.access.accdb | Access database | accdb | | access
    com.dbase.dbf | dBASE table | dbf | application/vnd.dbf application/x-dbf | dbase
    com.filemaker.fmp12 | FileMaker database | fmp12 fp7 | | filemaker
    org.apache.parquet | Parquet table | parquet | application/vnd.apache.parquet
    org.apache.arrow.file | Arrow table | arrow feather | application/vnd.apache.arrow.file
    org.apache.avro | Avro table | avro | application/vnd.apache.avro
    org.apache.orc | ORC table | orc
    org.duckdb.database | DuckDB database | duckdb
    com.microsoft.event-log | Windows event log | evtx
    com.microsoft.registry-hive | Windows registry hive
    org.keepass.kdbx | KeePass database | kdbx kdb | | keepass
    > public.data
    org.hdfgroup.hdf5 | HDF5 file | h5 hdf5 he5 | application/x-hdf5
    org.hdfgroup.hdf4 | HDF4 file | hdf hdf4
    edu.ucar.unidata.netcdf | NetCDF file | nc cdf | application/netcdf | netcdf
    int.wmo.grib | GRIB weather data file | grib grb grib2 grb2
    com.mathworks.matlab.mat | MATLAB data file | mat | application/x-matlab-data | matlab
    org.numpy.npy | NumPy array | npy | | numpy
    > public.zip-archive
    org.numpy.npz | NumPy archive | npz
    > public.data
    org.python.pickle | Python pickle | pkl pickle
    > public.zip-archive
    org.pytorch.checkpoint | PyTorch model | pt pth | | pytorch
    > public.data
    org.ggml.gguf | GGUF model | gguf
    co.huggingface.safetensors | safetensors model | safetensors
    org.onnx.model | ONNX model | onnx
    org.r-project.rds | R data file | rds rdata rda
    com.stata.dta | Stata data file | dta | | stata
    com.ibm.spss.sav | SPSS data file | sav zsav | | spss
    com.sas.sas7bdat | SAS data file | sas7bdat | | sas
    com.sas.xport | SAS transport file | xpt
    com.esri.shapefile | shapefile | shp | application/vnd.shp | shapefile
    org.lasformat.las | LAS point cloud | las laz
    com.garmin.fit | Garmin FIT activity | fit
    public.cbor | CBOR data file | cbor | application/cbor
    org.msgpack.msgpack | MessagePack data file | msgpack mpk | application/vnd.msgpack
    org.bsonspec.bson | BSON data file | bson
    com.google.protobuf-data | Protocol Buffers data file | pb pbf | application/protobuf | protobuf
    org.tensorflow.tfrecord | TFRecord data file | tfrecord
    org.tcpdump.pcap | network capture | pcap cap | application/vnd.tcpdump.pcap
    org.tcpdump.pcapng | network capture (pcapng) | pcapng
    org.bittorrent.torrent | BitTorrent file | torrent | application/x-bittorrent
    > public.plain-text
    org.fasta.sequence | FASTA sequence | fasta fa fna
    org.fastq.sequence | FASTQ sequence | fastq fq
    org.wwpdb.pdb | protein structure | pdb ent | chemical/x-pdb
    """
}
