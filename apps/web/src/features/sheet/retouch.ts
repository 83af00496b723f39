import type { PickPoint, RetouchStroke, RetouchWay, SheetPicture } from '@mixreel/contract';
import type { SheetLayer } from '@mixreel/contract/sheet';
import { areaOf, beforePull } from '@mixreel/sheet';
import { call } from '#lib/call.ts';
import { delay } from '#lib/timing.ts';
import { showToast } from '#lib/toast.ts';
import { turned } from './crop.ts';
import { finishLayers, type Studio } from './studio.ts';

const LOOK_MS = 700;
const OVER = ['succeeded', 'failed', 'canceled', 'partial'];

type Point = { x: number; y: number };
type Given = { strokes?: RetouchStroke[]; points?: PickPoint[] };

/** Has the picture of a layer changed by a model, and shows what came of it in its place. Taken back like anything else. */
export async function retouch(studio: Studio, layer: SheetLayer, way: RetouchWay, given: Given = {}): Promise<void> {
  const { card, busy } = studio.getState();
  const source = layer.picture?.source;
  if (!source || busy[layer.layer_id]) return;
  const setBusy = (now: RetouchWay | null) =>
    studio.setState(({ busy: all }) => {
      const { [layer.layer_id]: _, ...rest } = all;
      return { busy: now ? { ...rest, [layer.layer_id]: now } : rest };
    });
  setBusy(way);
  try {
    const { task_id } = await call('sheet.retouch', { sheet_id: card.sheet_id, source, way, ...given });
    const picture = await untilMade(task_id);
    studio.shelf.put(picture);
    putPicture(studio, { layer_id: layer.layer_id, source }, picture.vlc_id);
  } finally {
    setBusy(null);
  }
}

/** In the layer that it was made for; where that shows another picture by now, it is said that it was not put in. */
export function putPicture(studio: Studio, from: { layer_id: string; source: string }, made: string): void {
  let isThere = false;
  const put = (one: SheetLayer) => {
    if (one.layer_id !== from.layer_id || one.picture?.source !== from.source) return one;
    isThere = true;
    return { ...one, picture: { ...one.picture, source: made } };
  };
  finishLayers(studio, (layers) => layers.map(put), { cause: 'ai' });
  if (!isThere) showToast('warning', '图层已删除或换了图片，做好的没有放进去');
}

/** Says why in the words of the task; a refusal of the call was said already. */
async function untilMade(task_id: string): Promise<SheetPicture> {
  for (;;) {
    const { items } = await call('task.check', { task_ids: [task_id] }, { is_quiet: true });
    const [task] = items;
    if (task && OVER.includes(task.status)) {
      const picture = task.result?.['picture'] as SheetPicture | undefined;
      const note = task.result?.['note'];
      if (typeof note === 'string') showToast('info', note);
      if (task.status === 'succeeded' && picture) return picture;
      const message = task.error?.message ?? '没有做成，请重试';
      showToast('error', message);
      throw new Error(message);
    }
    await delay(LOOK_MS);
  }
}

/** A point of the canvas in fractions of a box that is turned, and pulled by its corners. */
export function toBox({ x, y, width, height, rotation, picture }: SheetLayer, point: Point): [number, number] {
  const by = turned({ x: point.x - x - width / 2, y: point.y - y - height / 2 }, -rotation);
  const seen = { x: by.x + width / 2, y: by.y + height / 2 };
  const at = picture?.corners ? beforePull({ width, height }, picture.corners, seen) : seen;
  const place = (value: number) => Math.min(5, Math.max(-4, Math.round(value * 10_000) / 10_000));
  return [place(at.x / width), place(at.y / height)];
}

/** A place in a layer's box, in fractions of it, as one of the whole picture that it shows. */
export function toSource(
  layer: SheetLayer,
  whole: { width: number; height: number },
  [u, v]: [number, number],
): [number, number] {
  const { picture } = layer;
  if (!picture) return [u, v];
  const area = areaOf(whole, picture, layer);
  const [x, y] = [picture.is_mirrored ? 1 - u : u, picture.is_flipped ? 1 - v : v];
  const inside = picture.fit === 'cover' ? { x, y } : contained(layer, area, x, y);
  const place = (value: number) => Math.min(2, Math.max(-1, Math.round(value * 10_000) / 10_000));
  return [
    place((area.x + inside.x * area.width) / whole.width),
    place((area.y + inside.y * area.height) / whole.height),
  ];
}

function contained(
  box: { width: number; height: number },
  area: { width: number; height: number },
  x: number,
  y: number,
) {
  const scale = Math.min(box.width / area.width, box.height / area.height);
  const [w, h] = [(area.width * scale) / box.width, (area.height * scale) / box.height];
  return { x: (x - (1 - w) / 2) / w, y: (y - (1 - h) / 2) / h };
}
