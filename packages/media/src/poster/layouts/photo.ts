import { column } from '#poster/block.ts';
import { alpha, readable, shade } from '#poster/colour.ts';
import { badge, besideOffer, button, headline, kicker, points, price, rule, subtitle, when } from '#poster/items.ts';
import { linear } from '#poster/layers.ts';
import type { Layout } from '#poster/layouts/layout.ts';
import { wave } from '#poster/paths.ts';

/** Layouts of photographs as they are. */
export const PHOTO: Layout[] = [
  {
    key: 'full',
    name: '全幅大图',
    mood: 'dark',
    needs: 'photo',
    suits: { brand: 4, new: 3, festival: 2, tutorial: 1, sale: 1 },
    build(kit) {
      const { palette: p, unit } = kit;
      kit.photo(kit.box([0, 0, 1, 1]));
      const dark = shade(p.ground2, -0.03);
      const veil =
        kit.form === 'wide'
          ? linear(0, alpha(dark, 0.94), alpha(dark, 0.72), alpha(dark, 0))
          : linear(90, alpha(dark, 0), alpha(dark, 0.78), alpha(dark, 0.96));
      kit.draw(
        kit.by({ tall: [0, 0.42, 1, 0.58], square: [0, 0.2, 1, 0.8], wide: [0, 0, 0.66, 1] }),
        { kind: 'rect', radius: 0 },
        veil,
      );
      kit.put(
        column(
          unit,
          [
            kicker(kit, 'bar'),
            headline(kit, 128, { lines: 2 }),
            rule(kit),
            subtitle(kit, 42),
            points(kit, { style: 'dots', most: 3, size: 32 }),
            price(kit, 100, p.accent),
            when(kit),
          ],
          20,
        ),
        kit.by({ tall: [0.07, 0.56, 0.86, 0.39], square: [0.06, 0.36, 0.88, 0.58], wide: [0.05, 0.1, 0.44, 0.8] }),
        { at: kit.form === 'wide' ? 'middle' : 'bottom' },
      );
    },
  },
  {
    key: 'magazine',
    name: '杂志封面',
    mood: 'light',
    needs: 'photo',
    suits: { brand: 3, new: 3, festival: 1, tutorial: 1 },
    styles: ['luxury', 'plain'],
    build(kit) {
      const { palette: p, unit } = kit;
      kit.ground(p.ground);
      const head = kit.by({
        tall: [0.05, 0.035, 0.9, 0.19],
        square: [0.05, 0.04, 0.9, 0.2],
        wide: [0.04, 0.05, 0.92, 0.2],
      });
      kit.put(
        column(
          unit,
          [headline(kit, 230, { lines: 1, line_height: 1.05, fill: p.onGround }), rule(kit, 960, 3, p.onGround)],
          6,
        ),
        head,
        { align: 'center', at: 'middle' },
      );
      const photo = kit.by({
        tall: [0.05, 0.24, 0.9, 0.62],
        square: [0.05, 0.26, 0.58, 0.69],
        wide: [0.04, 0.27, 0.6, 0.68],
      });
      kit.photo(photo);
      const side = kit.by({
        tall: [0.05, 0.875, 0.9, 0.1],
        square: [0.66, 0.26, 0.3, 0.69],
        wide: [0.67, 0.27, 0.29, 0.68],
      });
      const items =
        kit.form === 'tall'
          ? [
              subtitle(kit, 40, { fill: p.onGround, lines: 1 }),
              points(kit, { style: 'lines', size: 30, most: 1 }),
              when(kit),
            ]
          : [
              kicker(kit, 'pill'),
              subtitle(kit, 44, { fill: p.onGround, lines: 4 }),
              rule(kit, 60, 4),
              points(kit, { style: 'lines', size: 34, most: 4 }),
              price(kit, 96, p.accent),
              when(kit),
            ];
      kit.put(column(unit, items, kit.form === 'tall' ? 8 : 26), side, { at: kit.form === 'tall' ? 'middle' : 'top' });
      if (kit.form === 'tall') {
        kit.put(kicker(besideOffer(kit), 'bar'), {
          x: photo.x + 24 * unit,
          y: photo.y + 24 * unit,
          width: photo.width * 0.6,
          height: 100 * unit,
        });
        badge(
          kit,
          {
            x: photo.x + photo.width * 0.66,
            y: photo.y + photo.height * 0.76,
            width: photo.width * 0.3,
            height: photo.width * 0.3,
          },
          { form: 'circle', rotation: 0 },
        );
      }
    },
  },
  {
    key: 'polaroid',
    name: '拍立得',
    mood: 'paper',
    needs: 'photo',
    suits: { tutorial: 2, brand: 3, festival: 3, new: 1 },
    styles: ['cute', 'plain'],
    build(kit) {
      const { palette: p, unit, pictures } = kit;
      kit.ground(linear(60, p.ground, p.ground2));
      for (let n = 0; n < 14; n += 1) {
        kit.draw(kit.box([0, n / 14, 1, 0.0016]), { kind: 'rect', radius: 0 }, alpha(p.onGround, 0.09));
      }
      const card = (x: number, y: number, side: number, rotation: number, n: number) => {
        const box = { x: x * kit.canvas.width, y: y * kit.canvas.height, width: side, height: side * 1.18 };
        kit.draw(box, { kind: 'rect', radius: 6 * unit }, '#FFFFFF', {
          rotation,
          shadow: { colour: '#00000047', x: 6 * unit, y: 14 * unit, blur: 30 * unit },
        });
        const edge = side * 0.055;
        const inner = { width: side - 2 * edge, height: side - 2 * edge };
        const angle = (rotation * Math.PI) / 180;
        const up = box.height / 2 - edge - inner.height / 2;
        kit.photo(
          {
            x: box.x + box.width / 2 - inner.width / 2 + up * Math.sin(angle),
            y: box.y + box.height / 2 - inner.height / 2 - up * Math.cos(angle),
            ...inner,
          },
          { n, rotation },
        );
      };
      const side = Math.min(kit.canvas.width, kit.canvas.height);
      if (pictures.length > 1) {
        card(
          kit.form === 'tall' ? 0.4 : kit.form === 'square' ? 0.5 : 0.66,
          kit.form === 'tall' ? 0.24 : 0.04,
          side * 0.5,
          9,
          1,
        );
      }
      card(
        kit.form === 'tall' ? (kit.isTall ? 0.1 : 0.16) : kit.form === 'square' ? 0.42 : 0.44,
        kit.form === 'tall' ? (kit.isTall ? 0.3 : 0.24) : kit.form === 'square' ? 0.2 : 0.14,
        side * (kit.isTall ? 0.72 : kit.form === 'tall' ? 0.6 : 0.56),
        -5,
        0,
      );
      kit.put(
        column(unit, [kicker(kit, 'bar', { fill: p.panel, ink: p.onPanel }), headline(kit, 116, { lines: 2 })], 16),
        kit.by({ tall: [0.08, 0.06, 0.84, 0.2], square: [0.06, 0.06, 0.34, 0.4], wide: [0.06, 0.1, 0.36, 0.44] }),
        { at: 'top' },
      );
      kit.put(
        column(
          unit,
          [
            subtitle(kit, 40),
            points(kit, { style: 'checks', fill: p.panel, most: 3, size: 32 }),
            price(kit, 90, readable(p.ground, [p.accent, p.onGround])),
            when(kit),
          ],
          16,
        ),
        kit.by({ tall: [0.1, 0.81, 0.82, 0.15], square: [0.06, 0.52, 0.28, 0.42], wide: [0.06, 0.56, 0.34, 0.36] }),
        { at: 'top' },
      );
    },
  },
  {
    key: 'half',
    name: '图文对半',
    mood: 'bold',
    needs: 'photo',
    suits: { sale: 3, new: 3, tutorial: 3, brand: 2, versus: 1 },
    build(kit) {
      const { palette: p, unit } = kit;
      kit.ground(p.ground);
      kit.photo(kit.by({ tall: [0, 0, 1, 0.62], square: [0, 0, 0.5, 1], wide: [0, 0, 0.56, 1] }));
      if (kit.form === 'tall') kit.draw(kit.box([0, 0.5, 1, 0.5]), { kind: 'path', path: wave(110, 90, 2) }, p.ground);
      const text = kit.by({
        tall: [0.07, 0.6, 0.86, 0.36],
        square: [0.55, 0.08, 0.4, 0.84],
        wide: [0.61, 0.1, 0.34, 0.8],
      });
      kit.put(
        column(
          unit,
          [
            kicker(kit, 'bar'),
            headline(kit, 112, { lines: 3 }),
            subtitle(kit, 40, { fill: p.onGround }),
            rule(kit, 80, 6),
            points(kit, { style: 'checks', most: 4, size: 34 }),
            price(kit, 110, p.onGround),
            button(kit),
          ],
          24,
        ),
        text,
        { at: 'middle' },
      );
    },
  },
  {
    key: 'card',
    name: '虚化卡片',
    mood: 'light',
    needs: 'photo',
    suits: { brand: 3, new: 2, tutorial: 3, festival: 2, sale: 2 },
    build(kit) {
      const { palette: p, unit } = kit;
      kit.photo(kit.box([-0.05, -0.05, 1.1, 1.1]), { blur: 34 * unit, brightness: 0.86 });
      const card = kit.by({
        tall: [0.08, 0.1, 0.84, 0.8],
        square: [0.08, 0.08, 0.84, 0.84],
        wide: [0.09, 0.1, 0.82, 0.8],
      });
      kit.draw(card, { kind: 'rect', radius: 34 * unit }, '#FFFFFFF7', {
        shadow: { colour: '#00000059', x: 0, y: 18 * unit, blur: 50 * unit },
      });
      const edge = 24 * unit;
      const isWide = kit.form === 'wide';
      const photo = isWide
        ? { x: card.x + edge, y: card.y + edge, width: card.width * 0.5, height: card.height - 2 * edge }
        : {
            x: card.x + edge,
            y: card.y + edge,
            width: card.width - 2 * edge,
            height: card.height * (kit.form === 'tall' ? 0.5 : 0.36),
          };
      kit.photo(photo, { form: { kind: 'rect', radius: 22 * unit } });
      const text = isWide
        ? {
            x: photo.x + photo.width + 44 * unit,
            y: card.y + 50 * unit,
            width: card.width - photo.width - edge - 90 * unit,
            height: card.height - 100 * unit,
          }
        : {
            x: card.x + 50 * unit,
            y: photo.y + photo.height + 30 * unit,
            width: card.width - 100 * unit,
            height: card.y + card.height - photo.y - photo.height - 60 * unit,
          };
      const ink = '#1F2024';
      kit.put(
        column(
          unit,
          [
            kicker(kit, 'pill'),
            headline(kit, 92, { fill: ink, lines: 2 }),
            subtitle(kit, 38, { fill: '#55585F' }),
            points(kit, { style: 'checks', ink, most: 3, size: 32 }),
            price(kit, 92, readable('#FFFFFF', [p.accent, '#1F2024'])),
            when(kit, { fill: '#55585F' }),
          ],
          18,
        ),
        text,
        { at: 'middle' },
      );
    },
  },
];
