import Konva from 'konva';
import type { SnapLine } from './snap.ts';
import { edit, type Studio } from './studio.ts';

const ACCENT = '#4C7DF0';
const SNAPPED = '#E0409A';
/** How near, in pixels of the screen, a guide is taken hold of. */
const NEAR = 9;

/**
 * The lines over the picture: guides, which are dragged, and off the canvas taken away; and what something is drawn to while
 * it is moved. They lie below the hands, so that no handle is hidden by a guide that it stands on.
 */
export function startGuides(konva: Konva.Stage, studio: Studio) {
  const overlay = new Konva.Layer();
  konva.add(overlay);

  const reach = ({ axis, at }: SnapLine): number[] => {
    const { width, height } = studio.getState().content;
    return axis === 'x' ? [at, -3 * height, at, 4 * height] : [-3 * width, at, 4 * width, at];
  };
  const guideOf = (guide: SnapLine, n: number, zoom: number) => {
    const { can_edit, tool } = studio.getState();
    const isAcross = guide.axis === 'x';
    const line = new Konva.Line({
      points: reach(guide),
      stroke: ACCENT,
      strokeWidth: 1 / zoom,
      hitStrokeWidth: NEAR / zoom,
      draggable: can_edit && tool === 'select',
      listening: can_edit && tool === 'select',
      // Along its own axis only.
      dragBoundFunc: ({ x, y }) => (isAcross ? { x, y: konva.y() } : { x: konva.x(), y }),
    });
    const point = (cursor: string) => () => {
      konva.container().style.cursor = cursor;
    };
    line.on('mouseenter', point(isAcross ? 'ew-resize' : 'ns-resize'));
    line.on('mouseleave', point('default'));
    line.on('dragend', () => {
      point('default')();
      const { guides, width, height } = studio.getState().content;
      const at = Math.round(guide.at + (isAcross ? line.x() : line.y()));
      const isOff = at < 0 || at > (isAcross ? width : height);
      const moved = guides.flatMap((one, i) => (i === n ? (isOff ? [] : [{ ...one, at }]) : [one]));
      edit(studio, { guides: moved });
    });
    return line;
  };
  return {
    draw(snapped: readonly SnapLine[], zoom: number): void {
      if (overlay.getChildren().some((line) => line.isDragging())) return;
      overlay.destroyChildren();
      for (const [n, guide] of studio.getState().content.guides.entries()) overlay.add(guideOf(guide, n, zoom));
      for (const line of snapped) {
        overlay.add(new Konva.Line({ points: reach(line), stroke: SNAPPED, strokeWidth: 1 / zoom, listening: false }));
      }
    },
  };
}
