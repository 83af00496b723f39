import { column, onPlate, words } from '#poster/block.ts';
import { readable } from '#poster/colour.ts';
import { badge, besideOffer, headline, kicker, points, price, subtitle } from '#poster/items.ts';
import type { Layout } from '#poster/layouts/layout.ts';
import { ARROW } from '#poster/paths.ts';

/** Layouts that explain: steps, comparisons, lists. */
export const TOLD: Layout[] = [
  {
    key: 'steps',
    name: '分步图解',
    mood: 'light',
    needs: 'photo',
    suits: { tutorial: 6, versus: 1 },
    wants: ({ points: said, subtitle: also }) => said.length + (also ? 1 : 0) >= 2,
    build(kit) {
      const { palette: p, unit, brief, pictures } = kit;
      kit.ground(p.ground);
      kit.draw(
        kit.by({ tall: [0, 0, 1, 0.22], square: [0, 0, 1, 0.24], wide: [0, 0, 1, 0.26] }),
        { kind: 'rect', radius: 0 },
        p.accent,
      );
      const ink = p.onAccent;
      kit.put(
        column(unit, [kicker(kit, 'plain', { ink }), headline(kit, 100, { fill: ink, lines: 2 })], 10),
        kit.by({ tall: [0.07, 0.035, 0.86, 0.165], square: [0.06, 0.035, 0.88, 0.18], wide: [0.05, 0.035, 0.9, 0.2] }),
        { at: 'middle' },
      );
      const said = (brief.points.length >= 2 ? brief.points : [brief.subtitle, ...brief.points]).slice(
        0,
        kit.form === 'tall' ? 4 : 3,
      );
      const area = kit.by({
        tall: [0.07, 0.25, 0.86, 0.71],
        square: [0.06, 0.29, 0.88, 0.65],
        wide: [0.05, 0.32, 0.9, 0.61],
      });
      const isDown = kit.form === 'tall';
      const gap = 30 * unit;
      const size = isDown
        ? { width: area.width, height: (area.height - gap * (said.length - 1)) / said.length }
        : { width: (area.width - gap * (said.length - 1)) / said.length, height: area.height };
      for (const [n, step] of said.entries()) {
        const card = {
          x: area.x + (isDown ? 0 : n * (size.width + gap)),
          y: area.y + (isDown ? n * (size.height + gap) : 0),
          ...size,
        };
        kit.draw(card, { kind: 'rect', radius: 24 * unit }, '#FFFFFF', {
          shadow: { colour: '#0000001F', x: 0, y: 6 * unit, blur: 20 * unit },
        });
        const photo = isDown
          ? { x: card.x, y: card.y, width: card.width * 0.44, height: card.height }
          : { x: card.x, y: card.y, width: card.width, height: card.height * 0.62 };
        // One picture for all: every step looks at another part of it.
        const crop =
          pictures.length > n
            ? {}
            : {
                crop: { x: [0, 0.35, 0.15, 0.3][n]!, y: [0.1, 0, 0.35, 0.3][n]!, width: 0.65, height: 0.65 },
                focus: { x: [0.3, 0.7, 0.45, 0.6][n]!, y: [0.4, 0.3, 0.7, 0.6][n]! },
              };
        const inset = 14 * unit;
        kit.photo(
          { x: photo.x + inset, y: photo.y + inset, width: photo.width - 2 * inset, height: photo.height - 2 * inset },
          { n, form: { kind: 'rect', radius: 16 * unit }, ...crop },
        );
        const text = isDown
          ? {
              x: card.x + card.width * 0.47,
              y: card.y + inset,
              width: card.width * 0.49,
              height: card.height - 2 * inset,
            }
          : {
              x: card.x + card.width * 0.07,
              y: card.y + card.height * 0.64,
              width: card.width * 0.86,
              height: card.height * 0.32,
            };
        const figure = words(unit, `${n + 1}`.padStart(2, '0'), {
          font: 'hei-black',
          size: 62,
          fill: readable('#FFFFFF', [p.accent, p.onGround]),
          lines: 1,
        });
        kit.put(
          column(unit, [figure, words(unit, step, { font: kit.fonts.strong, size: 40, fill: '#222222', lines: 3 })], 4),
          text,
          { at: 'middle' },
        );
        if (!isDown && n < said.length - 1) {
          kit.draw(
            {
              x: card.x + card.width - 6 * unit,
              y: card.y + card.height * 0.26,
              width: gap + 12 * unit,
              height: gap + 12 * unit,
            },
            { kind: 'path', path: ARROW },
            null,
            { stroke: { colour: p.accent, width: 6 * unit, dash: 0 } },
          );
        }
      }
    },
  },
  {
    key: 'versus',
    name: '左右对比',
    mood: 'light',
    needs: 'photo',
    suits: { versus: 7 },
    wants: ({ versus }) => versus !== null,
    build(kit) {
      const { palette: p, unit, brief, pictures, canvas } = kit;
      kit.ground(p.ground);
      const isDown = kit.form === 'tall' && kit.isTall;
      const area = kit.by({
        tall: [0.05, 0.21, 0.9, 0.74],
        square: [0.05, 0.23, 0.9, 0.71],
        wide: [0.04, 0.24, 0.92, 0.7],
      });
      kit.put(
        column(unit, [headline(kit, 96, { lines: 2 }), subtitle(kit, 36, { lines: 1 })], 8),
        kit.by({ tall: [0.06, 0.04, 0.88, 0.15], square: [0.06, 0.04, 0.88, 0.17], wide: [0.06, 0.04, 0.88, 0.18] }),
        { align: 'center', at: 'middle' },
      );
      const gap = 20 * unit;
      const size = isDown
        ? { width: area.width, height: (area.height - gap) / 2 }
        : { width: (area.width - gap) / 2, height: area.height };
      const names = brief.versus ?? ['之前', '之后'];
      for (const n of [0, 1]) {
        const at = {
          x: area.x + (isDown ? 0 : n * (size.width + gap)),
          y: area.y + (isDown ? n * (size.height + gap) : 0),
          ...size,
        };
        const isOurs = n === 1;
        const same = pictures.length < 2;
        kit.photo(at, {
          n,
          form: { kind: 'rect', radius: 28 * unit },
          ...(isOurs ? {} : { saturation: same ? 0.25 : 0.8, brightness: 0.88 }),
        });
        const fill = isOurs ? p.accent : '#3A3D42';
        const ink = isOurs ? p.onAccent : '#FFFFFF';
        const label = onPlate(unit, words(unit, names[n]!, { font: kit.fonts.strong, size: 46, fill: ink, lines: 1 }), {
          fill,
          radius: 16,
          padX: 26,
          padY: 12,
        });
        const list = isOurs ? points(kit, { style: 'checks', ink: '#FFFFFF', most: 3, size: 32 }) : null;
        kit.put(label, { x: at.x + 24 * unit, y: at.y + 24 * unit, width: at.width - 48 * unit, height: 110 * unit });
        kit.put(
          list && onPlate(unit, list, { fill: '#14161ACC', radius: 18, padX: 22, padY: 18 }),
          {
            x: at.x + 24 * unit,
            y: at.y + at.height * 0.45,
            width: at.width - 48 * unit,
            height: at.height * 0.55 - 24 * unit,
          },
          { at: 'bottom' },
        );
      }
      const side = 150 * unit;
      const middle = {
        x: area.x + area.width / 2 - side / 2,
        y: area.y + area.height / 2 - side / 2,
        width: side,
        height: side,
      };
      kit.draw(middle, { kind: 'ellipse' }, p.accent, { stroke: { colour: p.ground, width: 10 * unit, dash: 0 } });
      kit.put(words(unit, 'VS', { font: 'hei-black', size: 64, fill: p.onAccent, lines: 1 }), middle, {
        align: 'center',
        at: 'middle',
      });
      if (canvas.height > canvas.width) {
        kit.put(price(kit, 60, p.onGround), kit.box([0.06, 0.955, 0.88, 0.04]), { align: 'center', at: 'middle' });
      }
    },
  },
  {
    key: 'checklist',
    name: '清单',
    mood: 'paper',
    needs: 'photo',
    suits: { tutorial: 4, versus: 2, new: 1, brand: 1 },
    wants: ({ points: said }) => said.length >= 2,
    build(kit) {
      const { palette: p, unit } = kit;
      kit.ground(p.panel);
      const sheet = kit.by({
        tall: [0.07, 0.05, 0.86, 0.62],
        square: [0.05, 0.06, 0.54, 0.88],
        wide: [0.05, 0.07, 0.52, 0.86],
      });
      kit.draw(sheet, { kind: 'rect', radius: 20 * unit }, p.ground, {
        rotation: kit.form === 'tall' ? 0 : -1.2,
        shadow: { colour: '#0000004D', x: 0, y: 14 * unit, blur: 34 * unit },
      });
      for (let n = 0; n < 7; n += 1) {
        const d = 22 * unit;
        kit.draw(
          { x: sheet.x + sheet.width * (0.14 + n * 0.12) - d / 2, y: sheet.y + 26 * unit, width: d, height: d },
          { kind: 'ellipse' },
          p.panel,
        );
      }
      const inner = {
        x: sheet.x + sheet.width * 0.08,
        y: sheet.y + 84 * unit,
        width: sheet.width * 0.84,
        height: sheet.height - 130 * unit,
      };
      kit.put(
        column(
          unit,
          [
            kicker(besideOffer(kit), 'bar', { fill: p.panel, ink: p.onPanel }),
            headline(kit, 92, { lines: 2 }),
            subtitle(kit, 36),
            points(kit, { style: 'numbers', fill: p.panel, size: 44, most: 6 }),
          ],
          30,
        ),
        inner,
        { at: 'middle' },
      );
      const photo = kit.by({
        tall: [0.07, 0.7, 0.86, 0.26],
        square: [0.63, 0.2, 0.32, 0.6],
        wide: [0.62, 0.1, 0.33, 0.8],
      });
      kit.photo(photo, {
        form: { kind: 'rect', radius: 20 * unit },
        shadow: { colour: '#00000040', x: 0, y: 10 * unit, blur: 24 * unit },
      });
      badge(
        kit,
        {
          x: photo.x + photo.width * 0.62,
          y: photo.y + photo.height * 0.5,
          width: Math.min(photo.width, photo.height) * 0.52,
          height: Math.min(photo.width, photo.height) * 0.52,
        },
        { form: 'scallop', rotation: 6 },
      );
    },
  },
];
