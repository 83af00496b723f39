/** Over what is not picked, and along the edge of what is. */
const VEIL = [16, 20, 28, 170] as const;
const EDGE = [76, 125, 240, 255] as const;
const IN = 128;

/** What darkens all of a picture but what a mask shows, with a line around that. */
export async function drawVeil(mask_base64: string): Promise<ImageBitmap> {
  const bytes = Uint8Array.from(atob(mask_base64), (byte) => byte.charCodeAt(0));
  const mask = await createImageBitmap(new Blob([bytes], { type: 'image/png' }), { colorSpaceConversion: 'none' });
  const { width, height } = mask;
  const context = new OffscreenCanvas(width, height).getContext('2d')!;
  context.drawImage(mask, 0, 0);
  const pixels = context.getImageData(0, 0, width, height);
  const shown = Uint8Array.from({ length: width * height }, (_, n) => pixels.data[4 * n]!);
  // Thick enough to be seen when all of it is small on the screen.
  const reach = Math.max(1, Math.round(Math.max(width, height) / 600));
  for (let at = 0; at < shown.length; at += 1) {
    const isEdge = shown[at]! < IN && isNear(shown, { width, height, reach }, at);
    const [red, green, blue, alpha] = isEdge ? EDGE : VEIL;
    pixels.data.set([red, green, blue, isEdge ? alpha : alpha * (1 - shown[at]! / 255)], 4 * at);
  }
  context.putImageData(pixels, 0, 0);
  return createImageBitmap(context.canvas);
}

function isNear(
  shown: Uint8Array,
  { width, height, reach }: { width: number; height: number; reach: number },
  at: number,
): boolean {
  const [x, y] = [at % width, Math.floor(at / width)];
  for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row += 1) {
    for (let column = Math.max(0, x - reach); column <= Math.min(width - 1, x + reach); column += 1) {
      if (shown[row * width + column]! >= IN) return true;
    }
  }
  return false;
}
