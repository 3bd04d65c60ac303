extension ContentTypeCatalog {
  /// Solids, scenes and drawings to measure by.
  static var models3D: [ContentType] {
    [
      model("public.standard-tesselated-geometry-format", "STL model", ["stl"], ["model/stl"]),
      model(
        "public.geometry-definition-format", "Wavefront OBJ model", ["obj"], ["model/obj"],
        text: true),
      model("public.wavefront-mtl", "Wavefront material", ["mtl"], ["model/mtl"], text: true),
      model("public.polygon-file-format", "PLY model", ["ply"], []),
      ContentType(
        "org.khronos.gltf", "glTF scene", conformsTo: ["public.3d-content", "public.json"],
        extensions: ["gltf"], mediaTypes: ["model/gltf+json"]),
      model("org.khronos.glb", "binary glTF scene", ["glb"], ["model/gltf-binary"]),
      ContentType(
        "org.khronos.collada.digital-asset-exchange", "COLLADA scene",
        conformsTo: ["public.3d-content", "public.xml"],
        extensions: ["dae"], mediaTypes: ["model/vnd.collada+xml"], shortNames: ["collada"]),
      model("com.autodesk.fbx", "FBX scene", ["fbx"], []),
      model("com.autodesk.3ds", "3D Studio scene", ["3ds"], ["image/x-3ds"]),
      model("org.blender.blend", "Blender scene", ["blend"], ["application/x-blender"]),
      model(
        "com.pixar.universal-scene-description", "USD scene", ["usd", "usda", "usdc"],
        ["model/vnd.usda"]),
      ContentType(
        "com.pixar.universal-scene-description-mobile", "USDZ scene",
        conformsTo: ["public.zip-archive", "public.3d-content"],
        extensions: ["usdz"], mediaTypes: ["model/vnd.usdz+zip"]),
      ContentType(
        "org.3mf.3mf", "3MF model", conformsTo: ["public.zip-archive", "public.3d-content"],
        extensions: ["3mf"], mediaTypes: ["model/3mf"]),
      ContentType(
        "org.iso.amf", "AMF model", conformsTo: ["public.3d-content", "public.xml"],
        extensions: ["amf"], mediaTypes: ["application/x-amf"]),
      ContentType(
        "org.web3d.x3d", "X3D scene", conformsTo: ["public.3d-content", "public.xml"],
        extensions: ["x3d"], mediaTypes: ["model/x3d+xml"]),
      model("org.web3d.vrml", "VRML scene", ["wrl", "vrml"], ["model/vrml"], text: true),
      model("com.rhino3d.3dm", "Rhino model", ["3dm"], ["model/vnd.3dm"], text: false),
      model("com.sketchup.skp", "SketchUp model", ["skp"], ["application/vnd.sketchup.skp"]),
      model("org.iso.step", "STEP model", ["step", "stp", "p21"], ["model/step"], text: true),
      ContentType(
        "org.buildingsmart.ifc", "IFC building model", conformsTo: ["org.iso.step"],
        extensions: ["ifc"], mediaTypes: ["application/x-step"]),
      model("org.ansi.iges", "IGES model", ["iges", "igs"], ["model/iges"], text: true),
      model("com.autodesk.dwg", "AutoCAD drawing", ["dwg"], ["image/vnd.dwg"]),
      model("com.autodesk.dxf", "DXF drawing", ["dxf"], ["image/vnd.dxf"], text: true),
      model("com.solidworks.part", "SolidWorks file", ["sldprt", "sldasm", "slddrw"], []),
      ContentType(
        "org.freecad.document", "FreeCAD document",
        conformsTo: ["public.zip-archive", "public.3d-content"], extensions: ["fcstd"]),
      model(
        "org.reprap.gcode", "G-code program", ["gcode", "nc1", "ngc"], ["text/x.gcode"], text: true),
    ]
  }

  private static func model(
    _ id: ContentType.ID, _ name: String, _ extensions: [String], _ mediaTypes: [String],
    text: Bool = false
  ) -> ContentType {
    ContentType(
      id, name, conformsTo: text ? ["public.3d-content", .plainText] : ["public.3d-content"],
      extensions: extensions, mediaTypes: mediaTypes)
  }
}
