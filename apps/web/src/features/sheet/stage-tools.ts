import { MASK_STROKES_MAX, type SheetLayer } from '@mixreel/contract/sheet';
import Konva from 'konva';
import { showToast } from '#lib/toast.ts';
import { newLayer } from './layers.ts';
import type { View } from './painter.ts';
import { marksOfPicks } from './pick-marks.ts';
import { pickAt } from './picking.ts';
import { retouch, toBox, toSource } from './retouch.ts';
import { editLayers, select, type Studio, type Tool } from './studio.ts';

type Given = {
  konva: Konva.Stage;
  overlay: Konva.Layer;
  studio: Studio;
  viewOf: () => View;
  show: (view: View) => void;
};
type Point = { x: number; y: number };

const CURSORS: Record<Tool, string> = {
  select: 'default',
  hand: 'grab',
  crop: 'default',
  pull: 'default',
  text: 'text',
  rect: 'crosshair',
  ellipse: 'crosshair',
  brush: 'crosshair',
  lasso: 'crosshair',
  erase: 'crosshair',
  pick: 'crosshair',
};
const TEXT_SHARE = 0.08;
const POINTS_MAX = 1000;
const PAINTS: Tool[] = ['brush', 'lasso', 'erase'];
const TRAIL = 'rgba(224,64,154,0.5)';

/** What the pointer does that is not choosing: moving the view, drawing new layers, painting masks. */
export function startTools({ konva, overlay, studio, viewOf, show }: Given): () => void {
  const container = konva.container();
  let isSpace = false;
  let from: { at: Point; screen: Point; view: View } | null = null;
  let path: Point[] = [];

  const toolNow = (): Tool => (isSpace ? 'hand' : studio.getState().tool);
  const showCursor = () => {
    container.style.cursor = CURSORS[toolNow()];
  };
  const pointer = (): Point => konva.getRelativePointerPosition() ?? { x: 0, y: 0 };
  const screen = (): Point => konva.getPointerPosition() ?? { x: 0, y: 0 };

  const trail = new Konva.Line({
    listening: false,
    lineCap: 'round',
    lineJoin: 'round',
    stroke: TRAIL,
  });
  trail.hide();
  overlay.add(trail);
  const showTrail = (tool: Tool) => {
    const layer = chosenOf(studio);
    const wide = layer ? studio.getState().brush.width * Math.min(layer.width, layer.height) : 1;
    const strokeWidth = tool === 'lasso' ? 2 / viewOf().zoom : wide;
    trail.points(path.flatMap(({ x, y }) => [x, y]));
    trail.strokeWidth(strokeWidth);
    trail.closed(tool === 'lasso');
    trail.show();
    trail.moveToTop();
  };

  const begin = (event: { evt: MouseEvent | TouchEvent }) => {
    const isMiddle = 'button' in event.evt && event.evt.button === 1;
    if (isMiddle) isSpace = true;
    const tool = toolNow();
    if (tool === 'select' || tool === 'crop' || tool === 'pull') return;
    from = { at: pointer(), screen: screen(), view: viewOf() };
    path = [from.at];
    if (tool === 'hand') container.style.cursor = 'grabbing';
  };
  const go = () => {
    if (!from) return;
    const tool = toolNow();
    if (tool === 'hand') {
      const at = screen();
      show({ ...from.view, x: from.view.x + at.x - from.screen.x, y: from.view.y + at.y - from.screen.y });
    } else if (PAINTS.includes(tool) && path.length < POINTS_MAX) {
      path.push(pointer());
      showTrail(tool);
    }
  };
  const end = ({ evt }: { evt: MouseEvent | TouchEvent }) => {
    const done = from && { from: from.at, to: pointer(), path, evt };
    const work = done && studio.getState().can_edit ? finish(studio, toolNow(), done) : null;
    if (work) {
      // What was painted over stays to be seen until it is gone.
      const line = trail.clone() as Konva.Line;
      overlay.add(line);
      void work.finally(() => line.destroy());
    }
    from = null;
    path = [];
    trail.hide();
    if (!isKeyDown) isSpace = false;
    showCursor();
  };
  let isKeyDown = false;
  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== ' ' || isField(event.target)) return;
    isKeyDown = true;
    isSpace = true;
    event.preventDefault();
    showCursor();
  };
  const keyUp = (event: KeyboardEvent) => {
    if (event.key !== ' ') return;
    isKeyDown = false;
    if (!from) isSpace = false;
    showCursor();
  };
  konva.on('mousedown.tool touchstart.tool', begin);
  konva.on('mousemove.tool touchmove.tool', go);
  konva.on('mouseup.tool touchend.tool', end);
  window.addEventListener('keydown', keyDown);
  window.addEventListener('keyup', keyUp);
  const marks = marksOfPicks(overlay, studio, () => viewOf().zoom);
  const unsubscribe = studio.subscribe(showCursor);
  showCursor();
  return () => {
    window.removeEventListener('keydown', keyDown);
    window.removeEventListener('keyup', keyUp);
    unsubscribe();
    marks.end();
  };
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, button, [role="slider"], [role="tab"]') !== null
  );
}

/** Answers when it is done, where that takes a while. */
function finish(
  studio: Studio,
  tool: Tool,
  { from, to, path, evt }: { from: Point; to: Point; path: Point[]; evt: Partial<MouseEvent> },
): Promise<void> | null {
  if (tool === 'text') addText(studio, from);
  if (tool === 'rect' || tool === 'ellipse') addShape(studio, tool, from, to);
  if (tool === 'brush' || tool === 'lasso') paintMask(studio, tool, path);
  if (tool === 'pick') void pickAt(studio, to, { adds: evt.shiftKey ? true : evt.altKey ? false : null });
  return tool === 'erase' ? erase(studio, path) : null;
}

function add(studio: Studio, layer: SheetLayer): void {
  editLayers(studio, (layers) => [...layers, layer]);
  studio.setState({ selected: [layer.layer_id], tool: 'select' });
}

/** Without a pointer. */
export function addInMiddle(studio: Studio, tool: 'text' | 'rect' | 'ellipse'): void {
  const { width, height } = studio.getState().content;
  const at = { x: width / 2, y: height / 2 };
  if (!studio.getState().can_edit) return;
  if (tool === 'text') addText(studio, { ...at, x: at.x - Math.min(width, height) * TEXT_SHARE * 2 });
  else addShape(studio, tool, at, at);
}

/** A new text where the pointer is, ready to be written over. */
function addText(studio: Studio, at: Point): void {
  const { width, height } = studio.getState().content;
  const size = Math.round(Math.min(width, height) * TEXT_SHARE);
  const box = {
    x: Math.round(at.x),
    y: Math.round(at.y - size * 0.6),
    width: size * 4,
    height: Math.round(size * 1.2),
  };
  const text = {
    text: '双击改字',
    font_id: 'hei-bold',
    size,
    fill: { kind: 'solid', colour: '#171B22' },
    align: 'center',
    line_height: 1.2,
    spacing: 0,
    outlines: [],
    box: null,
  } as const;
  add(studio, newLayer('text', box, { text: { ...text, fill: { ...text.fill }, outlines: [] } }));
}

function addShape(studio: Studio, tool: 'rect' | 'ellipse', from: Point, to: Point): void {
  const { width, height } = studio.getState().content;
  const isTap = Math.abs(to.x - from.x) < 3 && Math.abs(to.y - from.y) < 3;
  const side = Math.round(Math.min(width, height) / 4);
  const box = isTap
    ? { x: Math.round(from.x - side / 2), y: Math.round(from.y - side / 2), width: side, height: side }
    : {
        x: Math.round(Math.min(from.x, to.x)),
        y: Math.round(Math.min(from.y, to.y)),
        width: Math.max(1, Math.round(Math.abs(to.x - from.x))),
        height: Math.max(1, Math.round(Math.abs(to.y - from.y))),
      };
  const form = tool === 'rect' ? ({ kind: 'rect', radius: 0 } as const) : ({ kind: 'ellipse' } as const);
  add(studio, newLayer('shape', box, { shape: { form, fill: { kind: 'solid', colour: '#2B59E0' }, stroke: null } }));
}

/** The line that was painted becomes a part of the chosen layer's mask. */
function paintMask(studio: Studio, tool: 'brush' | 'lasso', path: Point[]): void {
  const { brush } = studio.getState();
  const layer = chosenOf(studio);
  if (!layer || layer.kind === 'group' || (tool === 'lasso' && path.length < 3)) return;
  const points = path.flatMap((point) => toBox(layer, point));
  const stroke = { tool, shows: brush.shows, width: brush.width, softness: brush.softness, points };
  const strokes = [...(layer.mask?.strokes ?? []), stroke].slice(-MASK_STROKES_MAX);
  // A lasso that shows is what one wants to keep: everything else goes.
  const is_empty = layer.mask?.is_empty ?? (tool === 'lasso' && brush.shows);
  editLayers(studio, (layers) =>
    layers.map((one) => (one.layer_id === layer.layer_id ? { ...one, mask: { is_empty, strokes } } : one)),
  );
  select(studio, [layer.layer_id]);
}

function chosenOf(studio: Studio): SheetLayer | undefined {
  const { selected, content } = studio.getState();
  return content.layers.find(({ layer_id }) => layer_id === selected[0]);
}

/** The picture that is chosen, with its size; says what to do where there is none. */
function pictureOf(studio: Studio): { layer: SheetLayer; size: { width: number; height: number } } | null {
  const layer = chosenOf(studio);
  const size = layer?.picture ? studio.shelf.factsOf(layer.picture.source) : undefined;
  if (layer && size) return { layer, size };
  showToast('info', '先选中一张图片，再用这个工具');
  return null;
}

/** What was painted over goes, and what could be there comes in its place. */
function erase(studio: Studio, path: Point[]): Promise<void> | null {
  const found = pictureOf(studio);
  if (!found) return null;
  const { layer, size } = found;
  const points = path.flatMap((point) => toSource(layer, size, toBox(layer, point)));
  // The width of the brush in fractions of the whole picture: it shows more or less of it.
  const [a, b] = [toSource(layer, size, [0, 0]), toSource(layer, size, [1, 0])];
  const across = (Math.abs(b[0] - a[0]) * size.width) / layer.width;
  const wide =
    (studio.getState().brush.width * Math.min(layer.width, layer.height) * across) / Math.min(size.width, size.height);
  const strokes = [{ width: Math.min(1, Math.max(0.001, wide)), points }];
  // Said by the task or the request itself.
  return retouch(studio, layer, 'erase', { strokes }).catch(() => {});
}
