import { ERRORS, PICK_POINTS_MAX } from '@mixreel/contract';
import type { SheetLayer } from '@mixreel/contract/sheet';
import { call, CallError } from '#lib/call.ts';
import { delay } from '#lib/timing.ts';
import { showToast } from '#lib/toast.ts';
import { isAnyOf } from './layers.ts';
import { drawVeil } from './pick-veil.ts';
import { retouch, toBox, toSource } from './retouch.ts';
import { type Picking, select, type Studio } from './studio.ts';

const LOOK_MS = 400;
const OVER = ['succeeded', 'failed', 'canceled', 'partial'];

type Point = { x: number; y: number };

/** Points at something in a picture: it is shown what belongs to it, and more points add to that or take away. */
export async function pickAt(studio: Studio, at: Point, { adds }: { adds: boolean | null }): Promise<void> {
  const layer = pictureAt(studio, at);
  const size = layer?.picture ? studio.shelf.factsOf(layer.picture.source) : undefined;
  if (!layer?.picture || !size) return void showToast('info', '请点在图片上');
  const [x, y] = toSource(layer, size, toBox(layer, at));
  const { picking, pick_adds } = studio.getState();
  const known = picking?.layer_id === layer.layer_id ? picking : null;
  if (known?.wait?.for === 'result') return;
  if ((known?.points.length ?? 0) >= PICK_POINTS_MAX) return void showToast('info', `最多点 ${PICK_POINTS_MAX} 下`);
  const is_in = adds ?? (known ? pick_adds : true);
  if (!known && !is_in) return void showToast('info', '先点一下要抠的东西，再点要去掉的地方');
  const points = [...(known?.points ?? []), { x, y, is_in, at }];
  if (known) return change(studio, { points });
  const begun: Picking = {
    layer_id: layer.layer_id,
    source: layer.picture.source,
    points,
    wait: { for: 'mask' },
    veil: null,
    sure: 1,
    stop: new AbortController(),
  };
  select(studio, [layer.layer_id]);
  studio.setState({ picking: begun, pick_adds: true });
  const unsubscribe = studio.subscribe(() => leaveIfOther(studio, begun));
  try {
    if (await look(studio, begun)) await follow(studio, begun);
  } catch {
    // Said by the request itself.
    if (isStill(studio, begun)) cancelPick(studio);
  } finally {
    unsubscribe();
  }
}

/** Without a pointer: what is in the middle of the chosen picture. */
export function pickMiddle(studio: Studio): Promise<void> {
  const { content, selected } = studio.getState();
  const layer = content.layers.find(({ layer_id }) => layer_id === selected[0]);
  const { x, y, width, height } = layer ?? { x: 0, y: 0, width: content.width, height: content.height };
  return pickAt(studio, { x: x + width / 2, y: y + height / 2 }, { adds: null });
}

/** Takes the last point back; with the first one goes all of it. */
export function undoPick(studio: Studio): void {
  const { picking } = studio.getState();
  if (!picking || picking.wait?.for === 'result') return;
  if (picking.points.length > 1) change(studio, { points: picking.points.slice(0, -1) });
  else cancelPick(studio);
}

export function cancelPick(studio: Studio): void {
  const { picking } = studio.getState();
  if (!picking) return;
  picking.stop.abort();
  if (picking.veil?.picture) studio.shelf.takeBack(picking.veil.picture.source);
  studio.setState({ picking: null });
}

/** Cuts it out: the picture in the layer is another one then, as after every other retouching. */
export async function finishPick(studio: Studio): Promise<void> {
  const { picking, content } = studio.getState();
  const layer = content.layers.find(({ layer_id }) => layer_id === picking?.layer_id);
  if (!picking?.veil || picking.wait || !layer) return;
  change(studio, { wait: { for: 'result' } });
  try {
    const points = picking.points.map(({ x, y, is_in }) => ({ x, y, is_in }));
    await retouch(studio, layer, 'pick', { points });
    cancelPick(studio);
    studio.setState({ tool: 'select' });
  } catch {
    // Said by the task or the request itself; the points stay.
    if (studio.getState().picking) change(studio, { wait: null });
  }
}

function change(studio: Studio, part: Partial<Picking>): void {
  const { picking } = studio.getState();
  if (picking) studio.setState({ picking: { ...picking, ...part } });
}

/** The same one, however far it has come. */
function isStill(studio: Studio, { stop }: Picking): boolean {
  return studio.getState().picking?.stop === stop;
}

/** With another tool, another layer or another picture in it, nothing is pointed at any more. */
function leaveIfOther(studio: Studio, begun: Picking): void {
  const { tool, selected, content, can_edit } = studio.getState();
  if (!isStill(studio, begun)) return;
  const layer = content.layers.find(({ layer_id }) => layer_id === begun.layer_id);
  const isThere = layer?.picture?.source === begun.source && selected[0] === begun.layer_id;
  if (!isThere || tool !== 'pick' || !can_edit) cancelPick(studio);
}

/** Has the picture looked at, where nobody did before. Without the model for it, what stands out there is cut out at once. */
async function look(studio: Studio, begun: Picking): Promise<boolean> {
  const { sheet_id } = studio.getState().card;
  const { source, stop, points } = begun;
  const answer = await call('sheet.study', { sheet_id, source }, { is_quiet: true, signal: stop.signal }).catch(
    (error: unknown) => {
      if (error instanceof CallError && error.code === ERRORS.preparing.code) return null;
      if (!stop.signal.aborted) showToast('error', error instanceof CallError ? error.message : '没有看成，请重试');
      throw error;
    },
  );
  if (!answer) {
    const layer = studio.getState().content.layers.find(({ layer_id }) => layer_id === begun.layer_id);
    cancelPick(studio);
    const wanted = points.map(({ x, y, is_in }) => ({ x, y, is_in }));
    if (layer) await retouch(studio, layer, 'pick', { points: wanted });
    studio.setState({ tool: 'select' });
    return false;
  }
  return answer.task_id === null || untilLooked(studio, begun, answer.task_id);
}

async function untilLooked(studio: Studio, begun: Picking, task_id: string): Promise<boolean> {
  const { signal } = begun.stop;
  const since = performance.now();
  const cancel = () => void call('task.cancel', { task_id }, { is_quiet: true }).catch(() => {});
  signal.addEventListener('abort', cancel, { once: true });
  try {
    for (;;) {
      const { items } = await call('task.check', { task_ids: [task_id] }, { is_quiet: true, signal });
      const [task] = items;
      if (task && OVER.includes(task.status)) {
        if (task.status === 'succeeded') return true;
        throw new Error(task.error?.message ?? '没有看成，请重试');
      }
      const left_s = task?.eta_s ?? null;
      const gone_s = (performance.now() - since) / 1000;
      const percent = left_s === null ? 0 : Math.min(99, Math.round((100 * gone_s) / (gone_s + left_s)));
      if (isStill(studio, begun)) change(studio, { wait: { for: 'look', percent, left_s } });
      await delay(LOOK_MS);
      signal.throwIfAborted();
    }
  } catch (error) {
    if (!signal.aborted) showToast('error', error instanceof Error ? error.message : '没有看成，请重试');
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Shows what belongs to the points as they are now, and again when they are others. */
async function follow(studio: Studio, begun: Picking): Promise<void> {
  const { sheet_id } = studio.getState().card;
  let asked: Picking['points'] | null = null;
  while (isStill(studio, begun)) {
    const { picking } = studio.getState();
    const points = picking?.points ?? [];
    if (points === asked) {
      change(studio, { wait: picking?.wait?.for === 'result' ? picking.wait : null });
      await untilOther(studio, begun, points);
      continue;
    }
    asked = points;
    change(studio, { wait: { for: 'mask' } });
    const input = { sheet_id, source: begun.source, points: points.map(({ x, y, is_in }) => ({ x, y, is_in })) };
    try {
      const mask = await call('sheet.pick', input, { signal: begun.stop.signal });
      const veil = await drawVeil(mask.mask_base64);
      if (isStill(studio, begun)) show(studio, begun, veil, mask.sure);
    } catch (error) {
      if (!isStill(studio, begun)) return;
      if (!(error instanceof CallError)) throw error;
      // The point that nothing is at was said to be one; those before it stay.
      const now = studio.getState().picking?.points ?? [];
      const left = now.filter((point) => point !== points.at(-1));
      if (left.length === 0) return cancelPick(studio);
      change(studio, { points: left });
    }
  }
}

function show(studio: Studio, begun: Picking, image: ImageBitmap, sure: number): void {
  const { content, picking } = studio.getState();
  const layer = content.layers.find(({ layer_id }) => layer_id === begun.layer_id);
  if (!layer?.picture) return;
  const source = `veil ${crypto.randomUUID()}`;
  studio.shelf.lend(source, image);
  if (picking?.veil?.picture) studio.shelf.takeBack(picking.veil.picture.source);
  const picture = { ...layer.picture, source, adjust: null, blur: 0 };
  change(studio, { veil: { ...layer, opacity: 1, blend: 'normal', mask: null, picture }, sure });
}

function untilOther(studio: Studio, begun: Picking, points: Picking['points']): Promise<void> {
  return new Promise((done) => {
    const unsubscribe = studio.subscribe(({ picking }) => {
      if (picking?.stop === begun.stop && picking.points === points) return;
      unsubscribe();
      done();
    });
  });
}

/** The chosen picture where the point is on it, else the uppermost there. */
function pictureAt(studio: Studio, at: Point): SheetLayer | undefined {
  const { content, selected } = studio.getState();
  const open = content.layers.filter(
    (layer) =>
      layer.picture !== null &&
      !isAnyOf(content.layers, layer, 'is_hidden') &&
      !isAnyOf(content.layers, layer, 'is_locked') &&
      isOn(studio, layer, at),
  );
  return open.find(({ layer_id }) => layer_id === selected[0]) ?? open.at(-1);
}

function isOn({ shelf }: Studio, layer: SheetLayer, at: Point): boolean {
  const box = toBox(layer, at);
  const size = layer.picture ? shelf.factsOf(layer.picture.source) : undefined;
  if (!size || !box.every((value) => value >= 0 && value <= 1)) return false;
  return toSource(layer, size, box).every((value) => value >= 0 && value <= 1);
}
