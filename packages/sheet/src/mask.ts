import { type Context, contextOf, type Kit, type Surface } from '#kit.ts';
import type { LayerMask, MaskStroke } from '#layer.ts';
import { blurPixels } from '#pixels.ts';

type Box = { width: number; height: number };

/** Opaque where the layer is seen. */
export function drawMask(kit: Kit, { is_empty, strokes }: LayerMask, box: Box): Surface {
  const surface = kit.surface(box.width, box.height);
  const context = contextOf(surface);
  context.fillStyle = '#000';
  if (!is_empty) context.fillRect(0, 0, box.width, box.height);
  for (const stroke of strokes) {
    context.globalCompositeOperation = stroke.shows ? 'source-over' : 'destination-out';
    const soft = stroke.softness * stroke.width * Math.min(box.width, box.height) * 0.5;
    if (soft < 0.5) drawStroke(context, stroke, box);
    else context.drawImage(softened(kit, stroke, box, soft), 0, 0);
  }
  return surface;
}

function softened(kit: Kit, stroke: MaskStroke, box: Box, deviation: number): Surface {
  const surface = kit.surface(box.width, box.height);
  const context = contextOf(surface);
  drawStroke(context, stroke, box);
  const pixels = context.getImageData(0, 0, box.width, box.height);
  blurPixels(pixels, deviation);
  context.putImageData(pixels, 0, 0);
  return surface;
}

function drawStroke(context: Context, { tool, width, points }: MaskStroke, box: Box): void {
  context.fillStyle = '#000';
  context.strokeStyle = '#000';
  context.beginPath();
  for (let n = 0; n + 1 < points.length; n += 2) {
    const [x, y] = [points[n]! * box.width, points[n + 1]! * box.height];
    if (n === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
  if (tool === 'lasso') {
    context.closePath();
    context.fill();
    return;
  }
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.lineWidth = width * Math.min(box.width, box.height);
  // A tap is a dot: a line of no length is drawn by nobody.
  if (points.length === 2) context.lineTo(points[0]! * box.width + 0.01, points[1]! * box.height);
  context.stroke();
}
