// Arrows and circles over the board, in units of squares.

import type { Geometry } from "./geometry";
import { svg } from "./pieces";

export type Brush = "green" | "red" | "blue" | "yellow";

/** An arrow, or a circle when it goes from a square to itself. */
export interface Shape {
  from: string;
  to: string;
  color?: Brush;
}

export function brush(event: PointerEvent): Brush {
  if (event.altKey) return event.shiftKey ? "yellow" : "blue";
  return event.shiftKey ? "red" : "green";
}

/** toggle adds a shape, or removes it if it exists in the same colour. */
export function toggle(shapes: Shape[], shape: Shape): Shape[] {
  const rest = shapes.filter((s) => s.from !== shape.from || s.to !== shape.to);
  const known = shapes.find((s) => s.from === shape.from && s.to === shape.to);
  return known && known.color === shape.color ? rest : [...rest, shape];
}

export function drawShape(shape: Shape, geometry: Geometry): SVGElement | null {
  const from = geometry.place(shape.from);
  const to = geometry.place(shape.to);
  if (!from || !to) return null;
  const color = shape.color ?? "green";
  const [x1, y1, x2, y2] = [from.x + 0.5, from.y + 0.5, to.x + 0.5, to.y + 0.5];
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length === 0) return svg("circle", { class: `arrow circle ${color}`, cx: x1, cy: y1, r: 0.45 });
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  const neck = (length - 0.46).toFixed(3);
  const tip = (length - 0.14).toFixed(3);
  return svg("path", {
    class: `arrow ${color}`,
    "stroke-width": 0,
    transform: `translate(${x1} ${y1}) rotate(${angle.toFixed(2)})`,
    d: `M.2-.07H${neck}V-.2L${tip} 0 ${neck} .2V.07H.2Z`,
  });
}

/** drawWay draws the way of a piece to the square where it is reborn, with a ring there. */
export function drawWay(fromName: string, toName: string, geometry: Geometry): SVGElement[] {
  const from = geometry.place(fromName);
  const to = geometry.place(toName);
  if (!to) return [];
  const ring = svg("circle", { class: "ring", cx: to.x + 0.5, cy: to.y + 0.5, r: 0.46 });
  if (!from || fromName === toName) return [ring];
  return [svg("path", { class: "way", d: `M${from.x + 0.5} ${from.y + 0.5}L${to.x + 0.5} ${to.y + 0.5}` }), ring];
}
