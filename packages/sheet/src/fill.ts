import type { Context, Kit } from '#kit.ts';
import type { Fill, Form } from '#layer.ts';

type Box = { width: number; height: number };

/** A path of a form lies in a square of this side. */
const PATH_SIDE = 1000;

/** What a box is painted with. */
export function paintOf(context: Context, fill: Fill, { width, height }: Box): string | CanvasGradient {
  if (fill.kind === 'solid') return fill.colour;
  const gradient = fill.kind === 'radial' ? radial(context, fill, width, height) : linear(context, fill, width, height);
  for (const { at, colour } of fill.stops) gradient.addColorStop(at, colour);
  return gradient;
}

function radial(context: Context, fill: Fill & { kind: 'radial' }, width: number, height: number): CanvasGradient {
  const [x, y] = [fill.x * width, fill.y * height];
  return context.createRadialGradient(x, y, 0, x, y, fill.radius * Math.max(width, height));
}

function linear(context: Context, fill: Fill & { kind: 'linear' }, width: number, height: number): CanvasGradient {
  const angle = (fill.angle * Math.PI) / 180;
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const reach = (Math.abs(dx) * width + Math.abs(dy) * height) / 2;
  const [cx, cy] = [width / 2, height / 2];
  return context.createLinearGradient(cx - dx * reach, cy - dy * reach, cx + dx * reach, cy + dy * reach);
}

/** Draws inside a form that fills a box; what is drawn gets the form's path and the lengths of its own square. */
export function withForm(
  context: Context,
  kit: Kit,
  form: Form,
  { width, height }: Box,
  draw: (path: Path2D | null, within: Box & { scale: number }) => void,
): void {
  context.save();
  if (form.kind === 'path') {
    context.scale(width / PATH_SIDE, height / PATH_SIDE);
    const scale = Math.sqrt(Math.abs(width * height)) / PATH_SIDE;
    draw(kit.path(form.path), { width: PATH_SIDE, height: PATH_SIDE, scale });
  } else {
    context.beginPath();
    if (form.kind === 'ellipse') context.ellipse(width / 2, height / 2, width / 2, height / 2, 0, 0, 2 * Math.PI);
    else context.roundRect(0, 0, width, height, Math.max(0, Math.min(form.radius, width / 2, height / 2)));
    draw(null, { width, height, scale: 1 });
  }
  context.restore();
}
