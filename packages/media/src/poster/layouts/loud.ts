import { column, onPlate, words } from '#poster/block.ts';
import { alpha, readable, shade } from '#poster/colour.ts';
import { badge, besideOffer, button, headline, kicker, offer, points, price, subtitle, when } from '#poster/items.ts';
import { linear, radial } from '#poster/layers.ts';
import type { Layout } from '#poster/layouts/layout.ts';
import { burst, dots, rays, ticket } from '#poster/paths.ts';

/** Layouts that shout. */
export const LOUD: Layout[] = [
  {
    key: 'rays',
    name: '放射爆款',
    mood: 'bold',
    needs: 'cut',
    suits: { sale: 5, festival: 2, new: 1 },
    build(kit) {
      const { palette: p, canvas, unit } = kit;
      const stage = kit.by({
        tall: [0.1, 0.39, 0.8, 0.4],
        square: [0.44, 0.2, 0.52, 0.62],
        wide: [0.5, 0.14, 0.44, 0.7],
      });
      const [cx, cy] = [(stage.x + stage.width / 2) / canvas.width, (stage.y + stage.height / 2) / canvas.height];
      kit.ground(radial(cx, cy, 0.75, p.glow, p.ground, p.ground2));
      const whole = kit.box([0, 0, 1, 1]);
      kit.draw(
        whole,
        { kind: 'path', path: rays(cx * 1000, cy * 1000, 18, canvas.width / canvas.height) },
        radial(cx, cy, 0.6, alpha('#FFFFFF', 0.26), alpha('#FFFFFF', 0)),
      );
      kit.product(stage, { light: 90 });
      const text = kit.by({
        tall: [0.07, 0.07, 0.86, 0.3],
        square: [0.06, 0.08, 0.5, 0.52],
        wide: [0.06, 0.12, 0.44, 0.5],
      });
      const align = kit.form === 'tall' ? 'center' : 'left';
      const outlines = [{ colour: shade(p.ground2, -0.12), width: 9 }];
      kit.put(
        column(
          unit,
          [
            kicker(besideOffer(kit), 'pill'),
            headline(kit, 150, { outlines, fill: linear(90, '#FFFFFF', '#FFF3C9') }),
            subtitle(kit, 44, { fill: p.onGround }),
          ],
          22,
        ),
        text,
        { align, at: 'top' },
      );
      badge(
        kit,
        kit.by({ tall: [0.6, 0.6, 0.36, 0.2], square: [0.7, 0.66, 0.27, 0.27], wide: [0.79, 0.58, 0.2, 0.34] }),
        { form: 'burst' },
      );
      const foot = kit.by({
        tall: [0.07, 0.83, 0.86, 0.12],
        square: [0.06, 0.68, 0.46, 0.24],
        wide: [0.06, 0.68, 0.44, 0.2],
      });
      kit.put(
        column(
          unit,
          [points(kit, { style: 'chips', fill: p.panel, ink: p.onPanel, most: 3 }), when(kit, { fill: p.onGround })],
          20,
        ),
        foot,
        { align, at: 'middle' },
      );
    },
  },
  {
    key: 'ticket',
    name: '优惠券',
    mood: 'bold',
    needs: 'cut',
    suits: { sale: 5 },
    wants: ({ price: cost, offer: given }) => cost !== null || given !== '',
    build(kit) {
      const { palette: p, unit, brief } = kit;
      kit.ground(linear(90, p.ground, p.ground2));
      kit.draw(
        kit.box([0, 0, 1, 1]),
        { kind: 'path', path: dots(26, kit.canvas.width / kit.canvas.height, 0.4, 'bottom') },
        alpha('#FFFFFF', 0.1),
      );
      const card = kit.by({
        tall: [0.06, 0.7, 0.88, 0.22],
        square: [0.05, 0.66, 0.9, 0.28],
        wide: [0.05, 0.62, 0.56, 0.3],
      });
      kit.product(
        kit.by({ tall: [0.12, 0.3, 0.76, 0.4], square: [0.5, 0.1, 0.46, 0.55], wide: [0.6, 0.12, 0.38, 0.76] }),
        { light: 70 },
      );
      const head = kit.by({
        tall: [0.07, 0.07, 0.86, 0.22],
        square: [0.06, 0.08, 0.46, 0.54],
        wide: [0.05, 0.1, 0.54, 0.46],
      });
      kit.put(
        column(
          unit,
          [
            kicker(besideOffer(kit), 'bar', { fill: p.panel, ink: p.onPanel }),
            headline(kit, 132),
            subtitle(kit, 42, { fill: p.onGround }),
          ],
          20,
        ),
        head,
        { align: kit.form === 'tall' ? 'center' : 'left', at: 'middle' },
      );
      const ratio = card.width / card.height;
      kit.draw(card, { kind: 'path', path: ticket(ratio, 640, 34) }, p.panel, {
        shadow: { colour: '#00000055', x: 0, y: 12 * unit, blur: 30 * unit },
      });
      const fold = {
        x: card.x + card.width * 0.64 - unit,
        y: card.y + card.height * 0.12,
        width: 2 * unit,
        height: card.height * 0.76,
      };
      for (let n = 0; n < 9; n += 1) {
        kit.draw(
          { ...fold, y: fold.y + (n * fold.height) / 9, height: fold.height / 18 },
          { kind: 'rect', radius: 0 },
          alpha(p.ground2, 0.55),
        );
      }
      const left = {
        x: card.x + card.width * 0.05,
        y: card.y + card.height * 0.1,
        width: card.width * 0.54,
        height: card.height * 0.8,
      };
      const right = {
        x: card.x + card.width * 0.69,
        y: card.y + card.height * 0.1,
        width: card.width * 0.27,
        height: card.height * 0.8,
      };
      const strong = readable(p.panel, [p.ground, p.ground2]);
      kit.put(
        price(kit, 170, strong, p.onPanel) ??
          words(unit, brief.offer, { font: kit.fonts.figures, size: 110, fill: strong, lines: 2 }),
        left,
        { align: 'center', at: 'middle' },
      );
      const side = brief.price
        ? brief.offer || brief.points[0] || brief.headline
        : brief.when || brief.points[0] || brief.headline;
      kit.put(
        column(
          unit,
          [words(unit, side, { font: kit.fonts.strong, size: 46, fill: p.onPanel, lines: 3 }), button(kit, strong)],
          16,
        ),
        right,
        { align: 'center', at: 'middle' },
      );
    },
  },
  {
    key: 'slant',
    name: '斜切撞色',
    mood: 'bold',
    needs: 'bust',
    suits: { sale: 4, new: 3, brand: 2 },
    build(kit) {
      const { palette: p, unit } = kit;
      kit.ground(p.ground);
      const path = kit.form === 'tall' ? 'M0 420L1000 620L1000 1000L0 1000Z' : 'M560 0L1000 0L1000 1000L420 1000Z';
      kit.draw(kit.box([0, 0, 1, 1]), { kind: 'path', path }, linear(45, p.accent, shade(p.accent, -0.08)));
      const strip = kit.form === 'tall' ? 'M0 400L1000 600L1000 612L0 412Z' : 'M548 0L556 0L416 1000L408 1000Z';
      kit.draw(kit.box([0, 0, 1, 1]), { kind: 'path', path: strip }, p.panel);
      kit.product(
        kit.by({ tall: [0.14, 0.44, 0.82, 0.38], square: [0.46, 0.28, 0.52, 0.62], wide: [0.52, 0.12, 0.44, 0.76] }),
        { light: 30, shadow: 'drop' },
      );
      const text = kit.by({
        tall: [0.07, 0.06, 0.84, 0.33],
        square: [0.06, 0.08, 0.4, 0.58],
        wide: [0.05, 0.09, 0.42, 0.5],
      });
      kit.put(column(unit, [kicker(kit, 'frame'), headline(kit, 148, { lines: 3 }), subtitle(kit, 42)], 24), text, {
        at: 'top',
      });
      const foot = kit.by({
        tall: [0.07, 0.82, 0.6, 0.13],
        square: [0.06, 0.72, 0.36, 0.22],
        wide: [0.05, 0.62, 0.36, 0.3],
      });
      const plate = onPlate(
        unit,
        column(
          unit,
          [price(kit, 120, p.onPanel), points(kit, { style: 'lines', ink: p.onPanel, size: 30, most: 2 })],
          6,
        ),
        { fill: p.panel, radius: 16, padX: 28, padY: 16 },
      );
      kit.put(plate, foot, { at: 'bottom' });
    },
  },
  {
    key: 'pricewall',
    name: '价格大字',
    mood: 'bold',
    needs: 'photo',
    suits: { sale: 4 },
    wants: ({ price: cost }) => cost !== null,
    build(kit) {
      const { palette: p, unit } = kit;
      kit.ground(p.accent);
      const ink = p.onAccent;
      const photo = kit.by({
        tall: [0.06, 0.5, 0.88, 0.36],
        square: [0.52, 0.06, 0.42, 0.88],
        wide: [0.6, 0.07, 0.36, 0.86],
      });
      kit.draw(
        { ...photo, x: photo.x + 18 * unit, y: photo.y + 18 * unit },
        { kind: 'rect', radius: 10 * unit },
        p.ground,
      );
      kit.photo(photo, { form: { kind: 'rect', radius: 10 * unit } });
      kit.put(
        column(unit, [headline(kit, 88, { fill: ink }), subtitle(kit, 38, { fill: ink })], 12),
        kit.by({ tall: [0.06, 0.06, 0.88, 0.16], square: [0.06, 0.07, 0.42, 0.3], wide: [0.05, 0.09, 0.5, 0.26] }),
        { at: 'top' },
      );
      kit.put(
        price(kit, 330, ink),
        kit.by({ tall: [0.06, 0.22, 0.88, 0.28], square: [0.06, 0.4, 0.42, 0.3], wide: [0.05, 0.34, 0.52, 0.4] }),
        { at: 'middle' },
      );
      const tag = column(unit, [kicker(kit, 'bar', { fill: p.ground, ink: p.onGround }), when(kit, { fill: ink })], 12);
      kit.put(
        tag,
        kit.by({ tall: [0.06, 0.885, 0.88, 0.09], square: [0.06, 0.76, 0.42, 0.17], wide: [0.05, 0.76, 0.5, 0.17] }),
        { at: 'bottom' },
      );
    },
  },
  {
    key: 'pop',
    name: '波普大字',
    mood: 'bold',
    needs: 'nothing',
    suits: { sale: 2, festival: 1, new: 1, tutorial: 1 },
    build(kit) {
      const { palette: p, unit, canvas } = kit;
      kit.ground(p.accent);
      const ratio = canvas.width / canvas.height;
      kit.draw(
        kit.box([0, 0, 1, 1]),
        { kind: 'path', path: dots(30, ratio, 0.62, 'bottom') },
        alpha(shade(p.accent, -0.12), 0.9),
      );
      const star = kit.by({
        tall: [-0.1, 0.12, 1.2, 0.66],
        square: [-0.06, 0.02, 1.12, 0.9],
        wide: [0.02, -0.02, 0.96, 0.98],
      });
      kit.draw(star, { kind: 'path', path: burst(14, 0.8) }, p.onAccent, { rotation: 4 });
      kit.draw(
        {
          x: star.x + 14 * unit,
          y: star.y + 10 * unit,
          width: star.width - 40 * unit,
          height: star.height - 34 * unit,
        },
        { kind: 'path', path: burst(14, 0.8) },
        p.ground,
        { rotation: 4 },
      );
      const inner = kit.by({
        tall: [0.14, 0.3, 0.72, 0.3],
        square: [0.2, 0.26, 0.6, 0.42],
        wide: [0.24, 0.26, 0.52, 0.42],
      });
      kit.put(
        column(
          unit,
          [kicker(kit, 'plain'), headline(kit, 170, { lines: 3 }), subtitle(kit, 44, { fill: p.onGround })],
          16,
        ),
        inner,
        { align: 'center', at: 'middle' },
      );
      const foot = kit.by({
        tall: [0.08, 0.82, 0.84, 0.13],
        square: [0.08, 0.84, 0.84, 0.12],
        wide: [0.2, 0.86, 0.6, 0.11],
      });
      const cost = price(kit, 110, p.onPanel);
      kit.put(
        onPlate(
          unit,
          column(
            unit,
            [
              cost ?? points(kit, { style: 'lines', ink: p.onPanel, most: 2 }) ?? offer(kit, 50, { fill: p.onPanel }),
              when(kit, { fill: p.onPanel }),
            ],
            8,
          ),
          { fill: p.panel, radius: 14, padX: 36, padY: 14 },
        ),
        foot,
        { align: 'center', at: 'middle' },
      );
    },
  },
];
