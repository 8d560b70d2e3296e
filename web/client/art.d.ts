// The drawings of package diagram, which tool/bundle puts into the bundle: by the name of a type, strokes from the back to
// the front on a field of 100×100.
declare module "kirke:art" {
  const art: Record<string, ["body" | "line" | "spot", string][]>;
  export default art;
}
