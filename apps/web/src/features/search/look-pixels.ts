import { LOOK_SIDE_MAX } from '@mixreel/contract';

/** A part of a picture, in fractions of its sides. */
export type Box = { x: number; y: number; width: number; height: number };

type Place = { x: number; y: number };

/** The box between two corners, within the picture. */
export function boxBetween(a: Place, b: Place): Box {
  const within = (value: number) => Math.min(1, Math.max(0, value));
  const [left, right] = [within(Math.min(a.x, b.x)), within(Math.max(a.x, b.x))];
  const [top, bottom] = [within(Math.min(a.y, b.y)), within(Math.max(a.y, b.y))];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** How large a part of a picture is sent: no side longer than the models look at, none too short for them. */
function sizeToSend(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, LOOK_SIDE_MAX / Math.max(width, height));
  const side = (length: number) => Math.min(LOOK_SIDE_MAX, Math.max(16, Math.round(length * scale)));
  return { width: side(width), height: side(height) };
}

/** A picture, or a part of it, as the server wants it: small, red, green and blue by rows. */
export function pixelsOf(picture: HTMLImageElement, box: Box | null) {
  const { naturalWidth, naturalHeight } = picture;
  const part = box ?? { x: 0, y: 0, width: 1, height: 1 };
  const cut = { width: part.width * naturalWidth, height: part.height * naturalHeight };
  const { width, height } = sizeToSend(cut.width, cut.height);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas to draw on');
  const { x, y } = part;
  context.drawImage(picture, x * naturalWidth, y * naturalHeight, cut.width, cut.height, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  let bytes = '';
  for (let at = 0; at < data.length; at += 4) bytes += String.fromCharCode(data[at]!, data[at + 1]!, data[at + 2]!);
  return { width, height, pixels: btoa(bytes) };
}
