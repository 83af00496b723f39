import type { SheetLayer } from '@mixreel/contract/sheet';
import { pulledCorners } from '@mixreel/sheet';
import Konva from 'konva';
import { cropTo, pullCorner, turned, uncropped } from './crop.ts';
import { editLayers, type Studio } from './studio.ts';

type Given = {
  overlay: Konva.Layer;
  studio: Studio;
  zoomOf: () => number;
  /** Shows a layer as it would be; null: as it is. */
  preview: (layer: SheetLayer | null) => void;
  /** Shows all of a picture behind what is left of it. */
  haunt: (ghost: SheetLayer | null) => void;
};

const ACCENT = '#4C7DF0';
const RADIUS = 7;

/** Handles on a picture: its edges, for what of it is shown, and its corners, for how it is seen. */
export function startShaping({ overlay, studio, zoomOf, preview, haunt }: Given) {
  const frame = new Konva.Rect({ name: 'crop', listening: false });
  const edges = new Konva.Transformer({
    nodes: [frame],
    rotateEnabled: false,
    keepRatio: false,
    flipEnabled: false,
    ignoreStroke: true,
    anchorSize: 11,
    anchorStroke: ACCENT,
    borderStroke: ACCENT,
    borderDash: [6, 4],
    visible: false,
  });
  const outline = new Konva.Line({
    closed: true,
    stroke: ACCENT,
    strokeScaleEnabled: false,
    listening: false,
    visible: false,
  });
  const corners = [0, 1, 2, 3].map(
    (n) =>
      new Konva.Circle({
        name: `corner${n}`,
        fill: '#fff',
        stroke: ACCENT,
        strokeScaleEnabled: false,
        draggable: true,
        visible: false,
      }),
  );
  overlay.add(frame, edges, outline, ...corners);

  const chosen = (): { layer: SheetLayer; whole: { width: number; height: number } } | null => {
    const { content, selected, can_edit } = studio.getState();
    const layer = selected.length === 1 ? content.layers.find(({ layer_id }) => layer_id === selected[0]) : undefined;
    const whole = layer?.picture ? studio.shelf.factsOf(layer.picture.source) : undefined;
    return layer && whole && can_edit && !layer.is_locked ? { layer, whole } : null;
  };
  const put = (layer: SheetLayer) => {
    preview(null);
    editLayers(studio, (layers) => layers.map((one) => (one.layer_id === layer.layer_id ? layer : one)));
  };

  const cropped = (): SheetLayer | null => {
    const found = chosen();
    if (!found) return null;
    const { layer, whole } = found;
    const { width, height } = layer;
    const [wide, high] = [frame.scaleX(), frame.scaleY()];
    const by = turned({ x: frame.x() - layer.x - width / 2, y: frame.y() - layer.y - height / 2 }, -layer.rotation);
    const box = { x: 0.5 + by.x / width - wide / 2, y: 0.5 + by.y / height - high / 2, width: wide, height: high };
    return cropTo(layer, whole, box);
  };
  edges.on('transform', () => preview(cropped()));
  edges.on('transformend', () => {
    const layer = cropped();
    if (layer) put(layer);
    layOut();
  });

  /** Places of corners on the canvas. */
  const placesOf = (layer: SheetLayer) => {
    const { x, y, width, height, rotation, picture } = layer;
    return pulledCorners(width, height, picture?.corners ?? []).map((point) => {
      const by = turned({ x: point.x - width / 2, y: point.y - height / 2 }, rotation);
      return { x: x + width / 2 + by.x, y: y + height / 2 + by.y };
    });
  };
  const draw = (layer: SheetLayer) => {
    const places = placesOf(layer);
    outline.points(places.flatMap(({ x, y }) => [x, y]));
    for (const [n, place] of places.entries()) corners[n]?.position(place);
  };
  let pulled: SheetLayer | null = null;
  for (const [n, circle] of corners.entries()) {
    circle.on('dragstart dragmove', () => {
      const layer = pulled ?? chosen()?.layer;
      if (!layer) return;
      const { x, y, width, height, rotation } = layer;
      const at = turned({ x: circle.x() - x - width / 2, y: circle.y() - y - height / 2 }, -rotation);
      pulled = pullCorner(layer, n, { x: at.x + width / 2, y: at.y + height / 2 }) ?? layer;
      draw(pulled);
      preview(pulled);
    });
    circle.on('dragend', () => {
      if (pulled) put(pulled);
      pulled = null;
    });
  }

  /** After a change of what is chosen, of the tool or of the zoom. */
  function layOut(): void {
    const { tool } = studio.getState();
    const found = chosen();
    const isCrop = tool === 'crop' && found !== null;
    const isPull = tool === 'pull' && found !== null;
    edges.visible(isCrop);
    outline.visible(isPull);
    const zoom = zoomOf();
    for (const circle of corners) circle.setAttrs({ visible: isPull, radius: RADIUS / zoom });
    haunt(isCrop ? uncropped(found.layer, found.whole) : null);
    if (isCrop) {
      const { x, y, width, height, rotation } = found.layer;
      const middle = { x: x + width / 2, y: y + height / 2, offsetX: width / 2, offsetY: height / 2 };
      frame.setAttrs({ ...middle, width, height, rotation, scaleX: 1, scaleY: 1 });
      edges.moveToTop();
      edges.forceUpdate();
    }
    if (isPull && !pulled) {
      draw(found.layer);
      outline.moveToTop();
      for (const circle of corners) circle.moveToTop();
    }
  }

  return { layOut };
}
