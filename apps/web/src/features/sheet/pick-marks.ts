import Konva from 'konva';
import type { Studio } from './studio.ts';

const RADIUS = 8;
const COLOURS = { in: '#1A8F4E', out: '#D03A3A' };

/** Where somebody has pointed: a plus where it belongs, a minus where it does not. */
export function marksOfPicks(overlay: Konva.Layer, studio: Studio, zoomOf: () => number): { end: () => void } {
  const marks = new Konva.Group({ listening: false });
  overlay.add(marks);
  const draw = () => {
    marks.destroyChildren();
    const by = 1 / zoomOf();
    for (const { at, is_in } of studio.getState().picking?.points ?? []) {
      const mark = new Konva.Group({ ...at, scaleX: by, scaleY: by });
      const fill = is_in ? COLOURS.in : COLOURS.out;
      mark.add(new Konva.Circle({ radius: RADIUS, fill, stroke: '#fff', strokeWidth: 2 }));
      mark.add(new Konva.Line({ points: [-4, 0, 4, 0], stroke: '#fff', strokeWidth: 2 }));
      if (is_in) mark.add(new Konva.Line({ points: [0, -4, 0, 4], stroke: '#fff', strokeWidth: 2 }));
      marks.add(mark);
    }
    marks.moveToTop();
  };
  const unsubscribe = studio.subscribe((now, before) => {
    if (now.picking?.points !== before.picking?.points || (now.picking && now.zoom !== before.zoom)) draw();
  });
  return { end: unsubscribe };
}
