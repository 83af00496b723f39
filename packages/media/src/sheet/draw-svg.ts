import type { Fill, Form, Layer, Sheet, ShapePart, TextPart } from '#sheet/layer.ts';
import { letterPaths } from '#sheet/set-text.ts';

type Box = { width: number; height: number };

const PATH_SIDE = 1000;

/** Definitions of a drawing and the names that they got. */
type Drawing = { defs: string[] };

/** Shapes and texts as one drawing in the size of the canvas. */
export function drawVectors(canvas: Box, layers: Layer[], scale = 1): string {
  const drawing: Drawing = { defs: [] };
  const body = layers.map((layer) => drawLayer(drawing, layer)).join('');
  const size = `width="${Math.round(canvas.width * scale)}" height="${Math.round(canvas.height * scale)}"`;
  const view = `viewBox="0 0 ${canvas.width} ${canvas.height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${view}><defs>${drawing.defs.join('')}</defs>${body}</svg>`;
}

/** A fill over a whole rectangle, as a drawing. */
export function drawFill({ width, height }: Box, fill: Fill): string {
  return drawVectors({ width, height }, [fillLayer({ width, height }, fill)]);
}

/** A form, white: what of a picture is to be seen. */
export function drawForm(box: Box, form: Form): string {
  const layer = fillLayer(box, { kind: 'solid', colour: '#FFFFFF' });
  return drawVectors(box, [{ ...layer, shape: { form, fill: layer.shape!.fill, stroke: null } }]);
}

export function backgroundOf({ width, height, background }: Sheet): Layer {
  return fillLayer({ width, height }, background);
}

function fillLayer({ width, height }: Box, fill: Fill): Layer {
  return {
    kind: 'shape',
    x: 0,
    y: 0,
    width,
    height,
    rotation: 0,
    opacity: 1,
    blend: 'normal',
    shadow: null,
    is_hidden: false,
    picture: null,
    text: null,
    shape: { form: { kind: 'rect', radius: 0 }, fill, stroke: null },
  };
}

function drawLayer(drawing: Drawing, layer: Layer): string {
  const { x, y, width, height, rotation, opacity, shadow, text, shape } = layer;
  const turn = rotation === 0 ? '' : ` rotate(${rotation} ${width / 2} ${height / 2})`;
  const inside = text ? drawText(drawing, text, layer) : shape ? drawShape(drawing, shape, layer) : '';
  const below = shadow
    ? `<g transform="translate(${shadow.x} ${shadow.y})"${blurOf(drawing, shadow.blur)}>${silhouette(layer, shadow.colour)}</g>`
    : '';
  const alpha = opacity < 1 ? ` opacity="${opacity}"` : '';
  return `<g transform="translate(${x} ${y})${turn}"${alpha}>${below}${inside}</g>`;
}

function blurOf({ defs }: Drawing, blur: number): string {
  if (blur <= 0) return '';
  const id = `b${defs.length}`;
  defs.push(
    `<filter id="${id}" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="${blur / 2}"/></filter>`,
  );
  return ` filter="url(#${id})"`;
}

function silhouette({ text, shape, width, height }: Layer, colour: string): string {
  if (text) {
    const reach = text.outlines.reduce((sum, { width: band }) => sum + band, 0);
    const stroke = reach > 0 ? strokeOf(colour) : '';
    return `<g ${paintOf(colour)}${stroke}>${letterPaths(text, { width, height }, reach)}</g>`;
  }
  return shape ? formTag(shape.form, { width, height }, paintOf(colour)) : '';
}

function drawText(drawing: Drawing, text: TextPart, box: Box): string {
  const bands: string[] = [];
  let reach = 0;
  for (const { colour, width } of text.outlines) {
    reach += width;
    bands.unshift(`<g ${paintOf(colour)}${strokeOf(colour)}>${letterPaths(text, box, reach)}</g>`);
  }
  return `${bands.join('')}<g ${fillOf(drawing, text.fill, box)}>${letterPaths(text, box)}</g>`;
}

function strokeOf(colour: string): string {
  const { rgb, alpha } = split(colour);
  return ` stroke="${rgb}" stroke-opacity="${alpha}" stroke-linejoin="round"`;
}

function drawShape(drawing: Drawing, { form, fill, stroke }: ShapePart, box: Box): string {
  // A path is drawn in its own square: what belongs to it is measured there, too.
  const scale = form.kind === 'path' ? Math.sqrt(box.width * box.height) / PATH_SIDE : 1;
  const within = form.kind === 'path' ? { width: PATH_SIDE, height: PATH_SIDE } : box;
  const inside = fill ? fillOf(drawing, fill, within) : 'fill="none"';
  const { rgb, alpha } = split(stroke?.colour ?? '#000000');
  const dash = stroke && stroke.dash > 0 ? ` stroke-dasharray="${stroke.dash} ${stroke.dash}"` : '';
  const line = stroke ? ` stroke="${rgb}" stroke-opacity="${alpha}" stroke-width="${stroke.width / scale}"${dash}` : '';
  return formTag(form, box, `${inside}${line}`);
}

function formTag(form: Form, { width, height }: Box, attributes: string): string {
  if (form.kind === 'ellipse') {
    const [rx, ry] = [width / 2, height / 2];
    return `<ellipse cx="${rx}" cy="${ry}" rx="${rx}" ry="${ry}" ${attributes}/>`;
  }
  if (form.kind === 'path') {
    const place = `scale(${width / PATH_SIDE} ${height / PATH_SIDE})`;
    return `<path transform="${place}" d="${form.path}" ${attributes}/>`;
  }
  const radius = Math.min(form.radius, width / 2, height / 2);
  return `<rect width="${width}" height="${height}" rx="${radius}" ${attributes}/>`;
}

function fillOf({ defs }: Drawing, fill: Fill, { width, height }: Box): string {
  if (fill.kind === 'solid') return paintOf(fill.colour);
  const id = `g${defs.length}`;
  const stops = fill.stops
    .map(({ at, colour }) => {
      const { rgb, alpha } = split(colour);
      return `<stop offset="${at}" stop-color="${rgb}" stop-opacity="${alpha}"/>`;
    })
    .join('');
  const units = 'gradientUnits="userSpaceOnUse"';
  if (fill.kind === 'radial') {
    const middle = `cx="${fill.x * width}" cy="${fill.y * height}" r="${fill.radius * Math.max(width, height)}"`;
    defs.push(`<radialGradient id="${id}" ${units} ${middle}>${stops}</radialGradient>`);
  } else {
    const angle = (fill.angle * Math.PI) / 180;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    const reach = (Math.abs(dx) * width + Math.abs(dy) * height) / 2;
    const [cx, cy] = [width / 2, height / 2];
    const from = `x1="${cx - dx * reach}" y1="${cy - dy * reach}"`;
    const to = `x2="${cx + dx * reach}" y2="${cy + dy * reach}"`;
    defs.push(`<linearGradient id="${id}" ${units} ${from} ${to}>${stops}</linearGradient>`);
  }
  return `fill="url(#${id})"`;
}

function paintOf(colour: string): string {
  const { rgb, alpha } = split(colour);
  return `fill="${rgb}" fill-opacity="${alpha}"`;
}

function split(colour: string): { rgb: string; alpha: string } {
  const alpha = colour.length > 7 ? Number.parseInt(colour.slice(7, 9), 16) / 255 : 1;
  return { rgb: colour.slice(0, 7), alpha: alpha.toFixed(3) };
}
