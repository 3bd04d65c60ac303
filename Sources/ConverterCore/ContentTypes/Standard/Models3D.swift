extension ContentTypeCatalog {
  /// Solids, scenes and drawings to measure by.
  static let models3D: StaticString = """
    > public.3d-content
    public.standard-tesselated-geometry-format | STL model | stl | model/stl
    > public.3d-content public.plain-text
    public.geometry-definition-format | Wavefront OBJ model | obj | model/obj
    public.wavefront-mtl | Wavefront material | mtl | model/mtl
    > public.3d-content
    public.polygon-file-format | PLY model | ply
    > public.3d-content public.json
    org.khronos.gltf | glTF scene | gltf | model/gltf+json
    > public.3d-content
    org.khronos.glb | binary glTF scene | glb | model/gltf-binary
    > public.3d-content public.xml
    org.khronos.collada.digital-asset-exchange | COLLADA scene | dae | model/vnd.collada+xml | collada
    > public.3d-content
    com.autodesk.fbx | FBX scene | fbx
    com.autodesk.3ds | 3D Studio scene | 3ds | image/x-3ds
    org.blender.blend | Blender scene | blend | application/x-blender
    com.pixar.universal-scene-description | USD scene | usd usda usdc | model/vnd.usda
    > public.zip-archive public.3d-content
    com.pixar.universal-scene-description-mobile | USDZ scene | usdz | model/vnd.usdz+zip
    org.3mf.3mf | 3MF model | 3mf | model/3mf
    > public.3d-content public.xml
    org.iso.amf | AMF model | amf | application/x-amf
    org.web3d.x3d | X3D scene | x3d | model/x3d+xml
    > public.3d-content public.plain-text
    org.web3d.vrml | VRML scene | wrl vrml | model/vrml
    > public.3d-content
    com.rhino3d.3dm | Rhino model | 3dm | model/vnd.3dm
    com.sketchup.skp | SketchUp model | skp | application/vnd.sketchup.skp
    > public.3d-content public.plain-text
    org.iso.step | STEP model | step stp p21 | model/step
    > org.iso.step
    org.buildingsmart.ifc | IFC building model | ifc | application/x-step
    > public.3d-content public.plain-text
    org.ansi.iges | IGES model | iges igs | model/iges
    > public.3d-content
    com.autodesk.dwg | AutoCAD drawing | dwg | image/vnd.dwg
    > public.3d-content public.plain-text
    com.autodesk.dxf | DXF drawing | dxf | image/vnd.dxf
    > public.3d-content
    com.solidworks.part | SolidWorks file | sldprt sldasm slddrw
    > public.zip-archive public.3d-content
    org.freecad.document | FreeCAD document | fcstd
    > public.3d-content public.plain-text
    org.reprap.gcode | G-code program | gcode nc1 ngc | text/x.gcode
    """
}
