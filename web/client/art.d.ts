// The drawings of package diagram, which tool/bundle puts into the bundle. For the name of a piece
// type: its strokes, from back to front, on a field of 100×100.
declare module "kirke:art" {
  const art: Record<string, ["body" | "line" | "spot", string][]>;
  export default art;
}
