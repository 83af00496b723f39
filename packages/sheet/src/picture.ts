import { paintOf, withForm } from '#fill.ts';
import { type Context, contextOf, type Kit, type Picture, type Surface } from '#kit.ts';
import type { Blend, LayerMask, PicturePart } from '#layer.ts';
import { drawMask } from '#mask.ts';
import { blurPixels, isPlain, sharpenPixels, tonePixels } from '#pixels.ts';

type Box = { width: number; height: number };
type Area = Box & { x: number; y: number };

/** A picture layer as pixels of its box, not yet turned. */
export function shapePicture(
  kit: Kit,
  part: PicturePart,
  mask: LayerMask | null,
  box: Box,
  scale: number,
): Surface | null {
  const picture = kit.picture(part.source);
  if (!picture) return null;
  const surface = kit.surface(box.width, box.height);
  const context = contextOf(surface);
  placePicture(kit, context, picture, part, box);
  changePixels(kit, context, part, box, scale);
  if (part.light) lighten(kit, surface, context, part.light, box);
  const { form } = part;
  if (form.kind !== 'rect' || form.radius > 0) {
    const scaled = form.kind === 'rect' ? { ...form, radius: form.radius * scale } : form;
    context.globalCompositeOperation = 'destination-in';
    context.fillStyle = '#000';
    withForm(context, kit, scaled, box, (path) => (path ? context.fill(path) : context.fill()));
  }
  if (part.fade < 1) fadeDown(context, part.fade, box);
  if (mask) {
    context.globalCompositeOperation = 'destination-in';
    context.drawImage(drawMask(kit, mask, box), 0, 0);
  }
  context.globalCompositeOperation = 'source-over';
  return surface;
}

export function blendOf(blend: Blend): GlobalCompositeOperation {
  return blend === 'normal' ? 'source-over' : blend;
}

/** Lays the wanted part of the picture into the box. */
function placePicture(kit: Kit, context: Context, picture: Picture, part: PicturePart, box: Box): void {
  const area = areaOf(picture, part, box);
  const to = part.fit === 'cover' ? { x: 0, y: 0, ...box } : insideOf(area, box);
  context.save();
  context.translate(part.is_mirrored ? box.width : 0, part.is_flipped ? box.height : 0);
  context.scale(part.is_mirrored ? -1 : 1, part.is_flipped ? -1 : 1);
  const { image, x, y, width, height } = halve(kit, picture, area, to);
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'low';
  context.drawImage(image, x, y, width, height, to.x, to.y, to.width, to.height);
  context.restore();
}

/**
 * Made half as large again and again while it is more than twice too large, then read between pixels: by the same steps
 * everywhere, because what engines do by themselves when they make a picture smaller differs.
 */
function halve(kit: Kit, picture: Picture, area: Area, to: Box): Area & { image: CanvasImageSource } {
  let now: Area & { image: CanvasImageSource } = { image: picture.image, ...area };
  let whole = picture;
  while (now.width >= 2 * to.width && now.height >= 2 * to.height && whole.width >= 2 && whole.height >= 2) {
    whole = halfOf(kit, whole);
    now = { image: whole.image, x: now.x / 2, y: now.y / 2, width: now.width / 2, height: now.height / 2 };
  }
  return now;
}

/** A layer that is made larger under the hand asks for the same ones with every frame. */
const halves = new WeakMap<object, Picture>();

function halfOf(kit: Kit, { image, width, height }: Picture): Picture {
  const known = halves.get(image);
  if (known) return known;
  const half = { width: Math.floor(width / 2), height: Math.floor(height / 2) };
  const surface = kit.surface(half.width, half.height);
  const context = contextOf(surface);
  context.imageSmoothingQuality = 'low';
  context.drawImage(image, 0, 0, 2 * half.width, 2 * half.height, 0, 0, half.width, half.height);
  const made = { image: surface, ...half };
  halves.set(image, made);
  return made;
}

/** The part of a picture that is shown: what was cropped, and of that what fills the box with what matters in it. */
export function areaOf({ width, height }: Box, { crop, fit, focus }: PicturePart, box: Box): Area {
  const { x, y, width: w, height: h } = crop ?? { x: 0, y: 0, width: 1, height: 1 };
  const whole = { x: x * width, y: y * height, width: Math.max(1, w * width), height: Math.max(1, h * height) };
  if (fit === 'contain') return whole;
  const ratio = box.width / box.height;
  const size =
    whole.width / whole.height > ratio
      ? { width: whole.height * ratio, height: whole.height }
      : { width: whole.width, height: whole.width / ratio };
  return {
    x: within(focus.x * width, whole.x, whole.width, size.width),
    y: within(focus.y * height, whole.y, whole.height, size.height),
    ...size,
  };
}

function within(middle: number, from: number, room: number, length: number): number {
  return Math.min(from + room - length, Math.max(from, middle - length / 2));
}

function insideOf(area: Box, box: Box): Area {
  const scale = Math.min(box.width / area.width, box.height / area.height);
  const [width, height] = [area.width * scale, area.height * scale];
  return { x: (box.width - width) / 2, y: (box.height - height) / 2, width, height };
}

function changePixels(kit: Kit, context: Context, part: PicturePart, { width, height }: Box, scale: number): void {
  const { blur, brightness, saturation, adjust = null } = part;
  const tone = { brightness, saturation, adjust };
  if (blur * scale < 0.3 && isPlain(tone)) return;
  const pixels = context.getImageData(0, 0, width, height);
  if (!isPlain(tone)) tonePixels(pixels, tone, adjust?.look_id ? kit.look(adjust.look_id) : null);
  if (adjust) sharpenPixels(pixels, adjust.sharpness, scale);
  blurPixels(pixels, blur * scale);
  context.putImageData(pixels, 0, 0);
}

/** Colours between the picture and what the light makes of it; where it is seen stays. */
function lighten(
  kit: Kit,
  surface: Surface,
  context: Context,
  { fill, blend, opacity }: NonNullable<PicturePart['light']>,
  box: Box,
): void {
  const lit = kit.surface(box.width, box.height);
  const over = contextOf(lit);
  over.drawImage(surface, 0, 0);
  over.globalCompositeOperation = blendOf(blend);
  over.fillStyle = paintOf(over, fill, box);
  over.fillRect(0, 0, box.width, box.height);
  context.globalAlpha = opacity;
  context.globalCompositeOperation = 'source-atop';
  context.drawImage(lit, 0, 0);
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'source-over';
}

/** Less and less of it towards its lower end. */
function fadeDown(context: Context, left: number, { width, height }: Box): void {
  const lost = (1 - left) * 1.6;
  const gradient = context.createLinearGradient(0, 0, 0, height);
  gradient.addColorStop(0, '#000000FF');
  if (lost > 1) gradient.addColorStop(1 / lost, '#00000000');
  const end = Math.round(Math.max(0, 1 - lost) * 255);
  gradient.addColorStop(1, `#000000${end.toString(16).padStart(2, '0')}`);
  context.globalCompositeOperation = 'destination-in';
  context.fillStyle = gradient;
  context.fillRect(0, 0, width, height);
}
