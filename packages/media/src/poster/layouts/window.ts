import { column, words } from '#poster/block.ts';
import type { Brief } from '#poster/brief.ts';
import { alpha, readable } from '#poster/colour.ts';
import { headline, kicker, points, price, rule, subtitle, when } from '#poster/items.ts';
import type { Layout } from '#poster/layouts/layout.ts';
import { arch } from '#poster/paths.ts';

/** Layouts that look at photographs through windows. */
export const WINDOW: Layout[] = [
  {
    key: 'arch',
    name: '拱窗',
    mood: 'light',
    needs: 'photo',
    suits: { brand: 4, new: 3, festival: 2 },
    styles: ['plain', 'luxury', 'chinese'],
    build(kit) {
      const { palette: p, unit } = kit;
      kit.ground(p.ground2);
      const window = kit.by({
        tall: [0.13, 0.27, 0.74, 0.55],
        square: [0.5, 0.1, 0.42, 0.8],
        wide: [0.58, 0.09, 0.34, 0.82],
      });
      const ring = 18 * unit;
      const outer = {
        x: window.x - ring,
        y: window.y - ring,
        width: window.width + 2 * ring,
        height: window.height + 2 * ring,
      };
      kit.draw(outer, { kind: 'path', path: arch(outer.width / outer.height) }, null, {
        stroke: { colour: p.onGround, width: 2.5 * unit, dash: 0 },
      });
      kit.photo(window, { form: { kind: 'path', path: arch(window.width / window.height) } });
      const align = kit.form === 'tall' ? 'center' : 'left';
      const ink = readable(p.ground2, [p.onGround]);
      kit.put(
        column(
          unit,
          [
            kicker(kit, 'plain', { ink }),
            headline(kit, 108, { lines: 3, fill: ink }),
            kit.form === 'tall' ? null : rule(kit, 70, 4),
            kit.form === 'tall' ? null : subtitle(kit, 40, { fill: ink }),
            kit.form === 'tall' ? null : points(kit, { style: 'dots', most: 3, ink }),
            kit.form === 'tall' ? null : price(kit, 90, ink),
          ],
          24,
        ),
        kit.by({ tall: [0.08, 0.06, 0.84, 0.18], square: [0.07, 0.12, 0.37, 0.76], wide: [0.07, 0.12, 0.44, 0.76] }),
        { align, at: 'middle' },
      );
      if (kit.form === 'tall') {
        kit.put(
          column(
            unit,
            [
              subtitle(kit, 40, { fill: ink }),
              price(kit, 84, ink) ?? points(kit, { style: 'lines', most: 2, ink, size: 32 }),
            ],
            10,
          ),
          kit.box([0.08, 0.845, 0.84, 0.12]),
          { align, at: 'middle' },
        );
      }
    },
  },
  {
    key: 'circles',
    name: '圆窗组图',
    mood: 'paper',
    needs: 'photo',
    suits: { brand: 2, festival: 3, tutorial: 2, sale: 2, new: 2 },
    build(kit) {
      const { palette: p, unit, canvas } = kit;
      kit.ground(p.panel);
      const side = Math.min(canvas.width, canvas.height);
      const spots: [number, number, number][] =
        kit.form === 'tall'
          ? [kit.isTall ? [0.64, 0.44, 0.78] : [0.64, 0.505, 0.7], [0.2, 0.64, 0.4], [0.8, 0.72, 0.32]]
          : kit.form === 'square'
            ? [
                [0.72, 0.36, 0.6],
                [0.42, 0.72, 0.34],
                [0.86, 0.8, 0.28],
              ]
            : [
                [0.74, 0.44, 0.76],
                [0.54, 0.8, 0.32],
                [0.92, 0.84, 0.28],
              ];
      for (const [n, [x, y, size]] of spots.entries()) {
        const d = size * side;
        const edge = 14 * unit;
        const at = { x: x * canvas.width - d / 2, y: y * canvas.height - d / 2, width: d, height: d };
        kit.draw(
          { x: at.x - edge, y: at.y - edge, width: d + 2 * edge, height: d + 2 * edge },
          { kind: 'ellipse' },
          p.ground,
        );
        const focus =
          n === 0 || kit.pictures.length > n
            ? {}
            : {
                focus: { x: n === 1 ? 0.3 : 0.7, y: n === 1 ? 0.65 : 0.35 },
                crop: { x: n === 1 ? 0.05 : 0.4, y: n === 1 ? 0.4 : 0.05, width: 0.55, height: 0.55 },
              };
        kit.photo(at, { n, form: { kind: 'ellipse' }, ...focus });
      }
      const ink = p.onPanel;
      kit.put(
        column(
          unit,
          [
            kicker(kit, 'pill', { fill: p.ground, ink: p.onGround }),
            headline(kit, 124, { fill: ink, lines: 2 }),
            subtitle(kit, 40, { fill: ink }),
          ],
          18,
        ),
        kit.by({ tall: [0.07, 0.05, 0.86, 0.18], square: [0.06, 0.07, 0.36, 0.46], wide: [0.05, 0.1, 0.42, 0.5] }),
        { at: 'top' },
      );
      kit.put(
        column(
          unit,
          [
            price(kit, 110, ink),
            points(kit, { style: 'dots', ink, most: 3, fill: p.ground }),
            when(kit, { fill: ink }),
          ],
          14,
        ),
        kit.by({ tall: [0.07, 0.84, 0.6, 0.12], square: [0.06, 0.58, 0.18, 0.36], wide: [0.05, 0.64, 0.34, 0.28] }),
        { at: 'bottom' },
      );
    },
  },
  {
    key: 'strip',
    name: '胶片长条',
    mood: 'dark',
    needs: 'photo',
    suits: { brand: 2, new: 2, festival: 1, tutorial: 2, sale: 1 },
    build(kit) {
      const { palette: p, unit, pictures, canvas } = kit;
      kit.ground(p.ground2);
      const isSide = kit.form !== 'wide';
      const count = 3;
      const strip = kit.by({ tall: [0.5, 0, 0.44, 1], square: [0.54, 0, 0.4, 1], wide: [0, 0.5, 1, 0.44] });
      kit.draw(strip, { kind: 'rect', radius: 0 }, '#0B0B0D');
      const [long, thick] = isSide ? [strip.height, strip.width] : [strip.width, strip.height];
      for (let n = 0; n < 24; n += 1) {
        for (const side of [0.03, 0.91]) {
          const along = (n + 0.3) * (long / 24);
          const hole = { width: thick * 0.06, height: (long / 24) * 0.44 };
          kit.draw(
            isSide
              ? { x: strip.x + thick * side, y: along, ...hole }
              : { x: along, y: strip.y + thick * side, width: hole.height, height: hole.width },
            { kind: 'rect', radius: 4 * unit },
            '#EDEDED',
          );
        }
      }
      for (let n = 0; n < count; n += 1) {
        const step = long / count;
        const room = { along: n * step + step * 0.03, long: step * 0.94, from: thick * 0.13, thick: thick * 0.74 };
        const at = isSide
          ? { x: strip.x + room.from, y: room.along, width: room.thick, height: room.long }
          : { x: room.along, y: strip.y + room.from, width: room.long, height: room.thick };
        const crop =
          pictures.length > n
            ? {}
            : {
                crop: { x: [0, 0.3, 0.15][n]!, y: [0.3, 0, 0.2][n]!, width: 0.7, height: 0.7 },
                focus: { x: [0.35, 0.65, 0.5][n]!, y: [0.6, 0.4, 0.5][n]! },
              };
        kit.photo(at, { n, form: { kind: 'rect', radius: 8 * unit }, ...crop });
      }
      const text = kit.by({
        tall: [0.06, 0.08, 0.4, 0.84],
        square: [0.06, 0.1, 0.44, 0.8],
        wide: [0.05, 0.07, 0.9, 0.38],
      });
      kit.put(
        column(
          unit,
          [
            kicker(kit, 'frame', { ink: p.accent }),
            headline(kit, 110, { lines: isSide ? 5 : 1 }),
            rule(kit, 60, 5),
            subtitle(kit, 38, { lines: 3 }),
            isSide ? points(kit, { style: 'dots', most: 4, size: 32 }) : null,
            price(kit, 92, p.accent),
            when(kit),
          ],
          22,
        ),
        text,
        { at: 'middle', align: 'left' },
      );
      if (canvas.width > canvas.height * 1.5) {
        kit.draw(kit.box([0, 0.485, 1, 0.006]), { kind: 'rect', radius: 0 }, p.accent);
      }
    },
  },
  {
    key: 'type',
    name: '纯文字',
    mood: 'light',
    needs: 'nothing',
    suits: { brand: 2, new: 2, tutorial: 2, versus: 2 },
    build(kit) {
      const { palette: p, unit, canvas } = kit;
      kit.ground(p.ground);
      const side = Math.min(canvas.width, canvas.height);
      kit.draw(
        { x: canvas.width - side * 0.34, y: -side * 0.18, width: side * 0.52, height: side * 0.52 },
        { kind: 'ellipse' },
        p.accent,
      );
      kit.draw(
        { x: -side * 0.2, y: canvas.height - side * 0.36, width: side * 0.6, height: side * 0.6 },
        { kind: 'ellipse' },
        null,
        { stroke: { colour: p.panel, width: side * 0.09, dash: 0 } },
      );
      kit.draw(
        { x: canvas.width * 0.86, y: canvas.height * 0.52, width: side * 0.3, height: side * 0.3 },
        { kind: 'rect', radius: 0 },
        p.glow,
        { rotation: 24 },
      );
      kit.put(
        column(
          unit,
          [
            kicker(kit, 'frame'),
            headline(kit, 190, { lines: 4 }),
            rule(kit, 120, 10),
            subtitle(kit, 48),
            points(kit, { style: 'dots', most: 4, size: 40 }),
            price(kit, 140, readable(p.ground, [p.accent, p.onGround])),
            when(kit, { size: 38 }),
          ],
          30,
        ),
        kit.by({ tall: [0.08, 0.16, 0.76, 0.68], square: [0.08, 0.14, 0.7, 0.72], wide: [0.08, 0.12, 0.7, 0.76] }),
        { at: 'middle' },
      );
    },
  },
  {
    key: 'stripes',
    name: '斜纹标语',
    mood: 'bold',
    needs: 'nothing',
    suits: { sale: 2, festival: 2, new: 1, brand: 1, tutorial: 1, versus: 1 },
    build(kit) {
      const { palette: p, unit, canvas } = kit;
      kit.ground(p.ground);
      const step = 1000 / 14;
      const lines = Array.from({ length: 34 }, (_, n) => {
        const x = (n - 18) * step * 1.4;
        return `M${x} 1000L${x + 500} 0L${x + 500 + step * 0.6} 0L${x + step * 0.6} 1000Z`;
      });
      kit.draw(kit.box([0, 0, 1, 1]), { kind: 'path', path: lines.join('') }, alpha(p.ground2, 0.55));
      const card = kit.by({
        tall: [0.08, 0.22, 0.84, 0.56],
        square: [0.1, 0.16, 0.8, 0.68],
        wide: [0.14, 0.16, 0.72, 0.68],
      });
      const off = 18 * unit;
      kit.draw({ ...card, x: card.x + off, y: card.y + off }, { kind: 'rect', radius: 0 }, p.accent);
      kit.draw(card, { kind: 'rect', radius: 0 }, p.panel);
      const inner = {
        x: card.x + card.width * 0.09,
        y: card.y + card.height * 0.1,
        width: card.width * 0.82,
        height: card.height * 0.8,
      };
      const ink = p.onPanel;
      const items = [
        kicker(kit, 'bar', { fill: p.ground, ink: p.onGround }),
        headline(kit, 160, { lines: 3, fill: ink }),
        subtitle(kit, 46, { fill: ink }),
        points(kit, { style: 'checks', ink, most: 4, size: 38 }),
        price(kit, 120, ink),
      ];
      kit.put(column(unit, items, 26), inner, { at: 'middle' });
      const foot = { x: card.x, y: card.y + card.height + off * 2, width: card.width, height: canvas.height * 0.08 };
      kit.put(when(kit, { fill: p.onGround, size: 38 }), foot, { align: 'center', at: 'middle' });
    },
  },
  {
    key: 'letter',
    name: '信笺',
    mood: 'paper',
    needs: 'nothing',
    suits: { brand: 2, festival: 2, new: 1, tutorial: 1, versus: 1, sale: 1 },
    styles: ['chinese', 'plain'],
    build(kit) {
      const { palette: p, unit, canvas } = kit;
      kit.ground(p.ground);
      const top = kit.by({ tall: [0, 0, 1, 0.3], square: [0, 0, 1, 0.26], wide: [0, 0, 0.36, 1] });
      kit.draw(top, { kind: 'rect', radius: 0 }, p.panel);
      const side = 0.34 * Math.min(canvas.width, canvas.height);
      const seal =
        kit.form === 'wide'
          ? { x: top.width - side / 2, y: (canvas.height - side) / 2, width: side, height: side }
          : { x: (canvas.width - side) / 2, y: top.height - side / 2, width: side, height: side };
      kit.draw(seal, { kind: 'ellipse' }, p.accent, { stroke: { colour: p.ground, width: 12 * unit, dash: 0 } });
      const said = kit.brief.kicker || kit.brief.offer || sealOf(kit.brief);
      const room = { x: seal.x + side * 0.16, y: seal.y + side * 0.2, width: side * 0.68, height: side * 0.6 };
      const mark = words(unit, said, { font: kit.fonts.head, size: 76, fill: p.onAccent, lines: 2 });
      kit.put(mark, room, { align: 'center', at: 'middle' });
      const text = kit.by({
        tall: [0.1, 0.42, 0.8, 0.5],
        square: [0.1, 0.46, 0.8, 0.5],
        wide: [0.5, 0.1, 0.44, 0.8],
      });
      const align = kit.form === 'wide' ? 'left' : 'center';
      const items = [
        headline(kit, 140, { lines: 3 }),
        rule(kit, 90, 6, p.panel),
        subtitle(kit, 44),
        points(kit, { style: 'lines', most: 4, size: 38 }),
        price(kit, 110, p.onGround),
        when(kit, { size: 36 }),
      ];
      kit.put(column(unit, items, 24), text, { align, at: 'middle' });
    },
  },
];

/** What a seal says of a headline: four characters at most, or a whole word where it is not Chinese. */
function sealOf({ headline, versus }: Brief): string {
  if (versus) return 'VS';
  return /^\p{Script=Han}{1,4}/u.exec(headline)?.[0] ?? headline.split(/\s+/)[0] ?? '';
}
