/** The picture of a variant: size in pixels, frames per second. */
export type Canvas = { width: number; height: number; fps: number };

/** A part of a picture, each number a share of its width or height, 0 to 1. */
export type Area = { x: number; y: number; width: number; height: number };

const TICKS_PER_FRAME = 512;

/** Ticks per second of every piece on this canvas: a frame is a whole number of them at any rate we offer. */
export function timescaleOf({ fps }: Canvas): number {
  return fps * TICKS_PER_FRAME;
}

/** Frames that a length makes on the canvas; at least one. Start and end are rounded by the caller, never the length. */
export function framesOf(seconds: number, { fps }: Canvas): number {
  return Math.max(1, Math.round(seconds * fps));
}

/** Throws for a canvas that H.264 in 4:2:0 cannot hold, or that nobody could play. */
export function requireCanvas({ width, height, fps }: Canvas): void {
  const isEven = width % 2 === 0 && height % 2 === 0;
  if (!isEven || width < 16 || height < 16 || width > 4096 || height > 4096) {
    throw new RangeError(`画布尺寸 ${width}×${height} 无法编码`);
  }
  if (!Number.isInteger(fps) || fps < 1 || fps > 120) throw new RangeError(`帧率 ${fps} 不支持`);
}
