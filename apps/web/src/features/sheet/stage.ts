import type { SheetLayer } from '@mixreel/contract/sheet';
import { boundsOf, type Rect, scaleText } from '@mixreel/sheet';
import Konva from 'konva';
import { boundsOfAll, drawnOf, isAnyOf, moveLayers, outermost } from './layers.ts';
import { createPainter, type Moved, type View } from './painter.ts';
import { snapBox, type SnapLine, snapTargets } from './snap.ts';
import { startGuides } from './stage-guides.ts';
import { startShaping } from './stage-shape.ts';
import { startTools } from './stage-tools.ts';
import { editLayers, select, type Studio, type Tool } from './studio.ts';

const ZOOM_LEAST = 0.02;
const ZOOM_MOST = 16;
/** How near, in pixels of the screen, something must come to a line to be drawn to it. */
const SNAP = 6;
const MARGIN = 48;
const ACCENT = '#4C7DF0';
/** With these a layer is taken hold of. */
const TAKES: Tool[] = ['select', 'crop', 'pull'];

/** What the page asks of the stage. */
export type Stage = {
  zoomTo(zoom: number): void;
  fit(): void;
  /** Draws again, with the next frame. */
  draw(): void;
  resize(): void;
  end(): void;
};

/**
 * The canvas under the hands. The picture is drawn by the painter; Konva lies over it, unseen but for handles: it knows what
 * is under the pointer, drags, and makes larger and turns.
 */
export function createStage(container: HTMLDivElement, canvas: HTMLCanvasElement, studio: Studio): Stage {
  const { shelf } = studio;
  const painter = createPainter(canvas, shelf);
  const konva = new Konva.Stage({ container, width: 1, height: 1 });
  const hands = new Konva.Layer();
  const handles = new Konva.Transformer({
    rotationSnaps: [0, 45, 90, 135, 180, 225, 270, 315],
    rotationSnapTolerance: 4,
    anchorSize: 9,
    anchorStroke: ACCENT,
    borderStroke: ACCENT,
    ignoreStroke: true,
    flipEnabled: false,
    shouldOverdrawWholeArea: true,
  });
  const guides = startGuides(konva, studio);
  konva.add(hands);
  hands.add(handles);
  const boxes = new Map<string, Konva.Rect>();
  let view: View = { x: 0, y: 0, zoom: 1 };
  let moved: Moved | null = null;
  let ghost: SheetLayer | null = null;
  let planned = 0;
  let isEnded = false;
  // As long as nobody moved the view, it follows the window.
  let isFitted = true;

  const content = () => studio.getState().content;
  const draw = () => {
    planned ||= requestAnimationFrame(() => {
      planned = 0;
      if (!isEnded) painter.paint(content(), view, moved, { ghost, veil: studio.getState().picking?.veil ?? null });
    });
  };
  const show = (next: View) => {
    view = next;
    isFitted = false;
    konva.scale({ x: view.zoom, y: view.zoom });
    konva.position({ x: view.x, y: view.y });
    studio.setState({ zoom: view.zoom, corner: { x: view.x, y: view.y } });
    drawLines([]);
    shaping.layOut();
    draw();
  };

  /** Around a point of the window, which stays where it is. */
  const zoomAt = (zoom: number, at: { x: number; y: number }) => {
    const to = Math.min(ZOOM_MOST, Math.max(ZOOM_LEAST, zoom));
    const by = to / view.zoom;
    show({ zoom: to, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by });
  };
  const middle = () => ({ x: konva.width() / 2, y: konva.height() / 2 });
  const fit = () => {
    const { width, height } = content();
    const room = { width: konva.width() - 2 * MARGIN, height: konva.height() - 2 * MARGIN };
    const zoom = Math.max(ZOOM_LEAST, Math.min(1, room.width / width, room.height / height));
    show({
      zoom,
      x: Math.round((konva.width() - width * zoom) / 2),
      y: Math.round((konva.height() - height * zoom) / 2),
    });
    isFitted = true;
  };

  /** A box for every layer that can be taken hold of, in their order. */
  const layOut = () => {
    const { content: now, selected, can_edit, tool } = studio.getState();
    const there = new Set(now.layers.map(({ layer_id }) => layer_id));
    for (const [id, box] of boxes) {
      if (there.has(id)) continue;
      box.destroy();
      boxes.delete(id);
    }
    for (const layer of now.layers) {
      if (layer.kind === 'group') continue;
      const box = boxes.get(layer.layer_id) ?? newBox(layer.layer_id);
      const isOpen = !isAnyOf(now.layers, layer, 'is_hidden') && !isAnyOf(now.layers, layer, 'is_locked');
      const { width, height } = layer;
      box.setAttrs({
        x: layer.x + width / 2,
        y: layer.y + height / 2,
        width,
        height,
        offsetX: width / 2,
        offsetY: height / 2,
        rotation: layer.rotation,
        scaleX: 1,
        scaleY: 1,
        listening: isOpen && TAKES.includes(tool),
        visible: isOpen,
        draggable: can_edit && tool === 'select',
      });
      box.moveToTop();
    }
    handles.moveToTop();
    const chosen = drawnOf(now.layers, selected);
    const held = chosen.flatMap(({ layer_id }) => boxes.get(layer_id) ?? []).filter((box) => box.visible());
    handles.nodes(held);
    handles.visible(tool === 'select');
    handles.resizeEnabled(can_edit);
    handles.rotateEnabled(can_edit);
    handles.keepRatio(chosen.length > 1 || chosen.some(({ text }) => text !== null));
    shaping.layOut();
    draw();
  };

  const newBox = (id: string) => {
    const box = new Konva.Rect({ id, fill: 'transparent', strokeScaleEnabled: false });
    boxes.set(id, box);
    hands.add(box);
    box.on('mousedown touchstart', ({ evt }) => take(id, evt.shiftKey));
    box.on('dblclick dbltap', () => {
      select(studio, [id]);
      const layer = content().layers.find(({ layer_id }) => layer_id === id);
      if (layer?.text) document.querySelector<HTMLTextAreaElement>('[data-layer-text]')?.focus();
      if (layer?.picture && studio.getState().can_edit) studio.setState({ tool: 'crop' });
    });
    return box;
  };
  const take = (id: string, isMore: boolean) => {
    const { selected, content: now } = studio.getState();
    const whole = outermost(now.layers, id);
    const held = selected.find((one) => one === id || one === whole);
    if (isMore) select(studio, held ? selected.filter((one) => one !== held) : [...selected, whole]);
    else if (!held) select(studio, [whole]);
  };

  /** Where the boxes are now, against where their layers are. */
  const movesOf = (): Moved => {
    const byId = new Map(content().layers.map((layer) => [layer.layer_id, layer]));
    return new Map(
      handles.nodes().flatMap((node) => {
        const layer = byId.get(node.id());
        return layer ? [[layer.layer_id, movedLayer(layer, node)] as const] : [];
      }),
    );
  };
  const drop = () => {
    const now = movesOf();
    moved = null;
    painter.rest();
    drawLines([]);
    editLayers(studio, (layers) => {
      const shifted = moveLayers(layers, (id) => {
        const move = now.get(id);
        return move && 'dx' in move ? move : null;
      });
      return shifted.map((layer) => {
        const move = now.get(layer.layer_id);
        return move && 'kind' in move ? move : layer;
      });
    });
    layOut();
  };

  let targets: SnapLine[] = [];
  let start: Rect | null = null;
  const beginMove = () => {
    const { content: now, selected } = studio.getState();
    const mine = drawnOf(now.layers, selected);
    const ids = new Set(mine.map(({ layer_id }) => layer_id));
    const others = now.layers.filter(
      (one) => one.kind !== 'group' && !ids.has(one.layer_id) && !isAnyOf(now.layers, one, 'is_hidden'),
    );
    targets = snapTargets(
      now,
      others.map((one) => boundsOf(one)),
      now.guides,
    );
    start = boundsOfAll(mine);
  };
  hands.on('dragstart', beginMove);
  hands.on('dragmove', ({ evt }) => {
    moved = movesOf();
    const first = [...moved.values()].find((move) => 'dx' in move);
    if (start && first && 'dx' in first) {
      const at = { ...start, x: start.x + first.dx, y: start.y + first.dy };
      const isFree = (evt as MouseEvent | undefined)?.ctrlKey === true;
      const snapped = isFree ? { dx: 0, dy: 0, lines: [] } : snapBox(at, targets, SNAP / view.zoom);
      // To whole pixels where nothing else holds: half a pixel beside them every edge is soft.
      const whole = { x: Math.round(at.x + snapped.dx), y: Math.round(at.y + snapped.dy) };
      const [dx, dy] = [
        snapped.lines.some(({ axis }) => axis === 'x') ? snapped.dx : whole.x - at.x,
        snapped.lines.some(({ axis }) => axis === 'y') ? snapped.dy : whole.y - at.y,
      ];
      for (const [id, move] of moved) if ('dx' in move) moved.set(id, { dx: move.dx + dx, dy: move.dy + dy });
      for (const node of handles.nodes()) {
        const move = moved.get(node.id());
        const layer = content().layers.find(({ layer_id }) => layer_id === node.id());
        if (layer && move && 'dx' in move) {
          node.position({ x: layer.x + layer.width / 2 + move.dx, y: layer.y + layer.height / 2 + move.dy });
        }
      }
      drawLines(snapped.lines);
    }
    draw();
  });
  hands.on('dragend', drop);
  handles.on('transform', () => {
    moved = movesOf();
    draw();
  });
  handles.on('transformend', drop);

  const drawLines = (shown: readonly SnapLine[]) => guides.draw(shown, view.zoom);

  // An empty place: nothing is chosen, or a box is drawn around what is to be.
  const frame = new Konva.Rect({
    stroke: ACCENT,
    fill: 'rgba(76,125,240,0.12)',
    visible: false,
    listening: false,
    strokeScaleEnabled: false,
  });
  hands.add(frame);
  let from: { x: number; y: number } | null = null;
  konva.on('mousedown touchstart', ({ target, evt }) => {
    const { tool } = studio.getState();
    if (target !== konva || !TAKES.includes(tool)) return;
    // Beside the picture its handles are done with.
    if (tool !== 'select') return studio.setState({ tool: 'select' });
    from = konva.getRelativePointerPosition();
    if (!evt.shiftKey) select(studio, []);
  });
  konva.on('mousemove touchmove', () => {
    const at = from && konva.getRelativePointerPosition();
    if (!from || !at) return;
    frame.setAttrs({
      x: Math.min(from.x, at.x),
      y: Math.min(from.y, at.y),
      width: Math.abs(at.x - from.x),
      height: Math.abs(at.y - from.y),
      visible: true,
    });
  });
  konva.on('mouseup touchend', () => {
    if (from && frame.visible()) {
      const { layers } = content();
      const area = { x: frame.x(), y: frame.y(), width: frame.width(), height: frame.height() };
      const inside = layers.filter(
        (layer) => layer.kind !== 'group' && boxes.get(layer.layer_id)?.visible() && touches(boundsOf(layer), area),
      );
      select(studio, [...new Set(inside.map(({ layer_id }) => outermost(layers, layer_id)))]);
    }
    from = null;
    frame.visible(false);
  });

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) {
      const { left, top } = container.getBoundingClientRect();
      zoomAt(view.zoom * Math.exp(-event.deltaY * 0.005), { x: event.clientX - left, y: event.clientY - top });
    } else {
      const [dx, dy] = event.shiftKey && event.deltaX === 0 ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
      show({ ...view, x: view.x - dx, y: view.y - dy });
    }
  };
  container.addEventListener('wheel', wheel, { passive: false });

  const resize = () => {
    const { clientWidth: width, clientHeight: height } = container;
    if (width === 0 || height === 0) return;
    konva.size({ width, height });
    canvas.width = Math.round(width * window.devicePixelRatio);
    canvas.height = Math.round(height * window.devicePixelRatio);
    if (isFitted) fit();
    else draw();
  };
  const shaping = startShaping({
    overlay: hands,
    studio,
    zoomOf: () => view.zoom,
    preview(layer) {
      moved = layer && new Map([[layer.layer_id, layer]]);
      draw();
    },
    haunt(whole) {
      ghost = whole;
      draw();
    },
  });
  const endTools = startTools({ konva, overlay: hands, studio, viewOf: () => view, show });
  const unsubscribe = studio.subscribe((now, before) => {
    const isOther =
      now.content !== before.content ||
      now.selected !== before.selected ||
      now.tool !== before.tool ||
      now.can_edit !== before.can_edit;
    if (now.content.width !== before.content.width || now.content.height !== before.content.height) fit();
    const areGuidesOther =
      now.content.guides !== before.content.guides || now.tool !== before.tool || now.can_edit !== before.can_edit;
    if (areGuidesOther) drawLines([]);
    if (isOther && !moved) layOut();
    else if (now.picking?.veil !== before.picking?.veil) draw();
  });
  const unhear = shelf.news.subscribe(draw);
  resize();
  layOut();
  return {
    zoomTo: (zoom) => zoomAt(zoom, middle()),
    fit,
    draw,
    resize,
    end() {
      isEnded = true;
      cancelAnimationFrame(planned);
      container.removeEventListener('wheel', wheel);
      endTools();
      unsubscribe();
      unhear();
      konva.destroy();
    },
  };
}

/** Only moved: by how much. Else the layer as it would be. */
function movedLayer(layer: SheetLayer, node: Konva.Node): { dx: number; dy: number } | SheetLayer {
  const [cx, cy] = [layer.x + layer.width / 2, layer.y + layer.height / 2];
  const [scaleX, scaleY] = [node.scaleX(), node.scaleY()];
  const rotation = ((((node.rotation() + 180) % 360) + 360) % 360) - 180;
  const isTurned = Math.abs(rotation - layer.rotation) > 0.01;
  const isSized = Math.abs(scaleX - 1) > 0.0005 || Math.abs(scaleY - 1) > 0.0005;
  if (!isTurned && !isSized) return { dx: node.x() - cx, dy: node.y() - cy };
  const width = isSized ? Math.max(1, Math.round(layer.width * scaleX)) : layer.width;
  const height = isSized ? Math.max(1, Math.round(layer.height * scaleY)) : layer.height;
  const text = layer.text && isSized ? scaleText(layer.text, Math.min(scaleX, scaleY)) : layer.text;
  const place = { x: half(node.x() - width / 2), y: half(node.y() - height / 2) };
  return { ...layer, ...place, width, height, text, rotation: Math.round(rotation * 10) / 10 };
}

function half(value: number): number {
  return Math.round(value * 2) / 2;
}

function touches(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
