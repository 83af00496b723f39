import { column, onPlate } from '#poster/block.ts';
import { alpha, readable, shade } from '#poster/colour.ts';
import { headline, kicker, points, price, rule, subtitle, when } from '#poster/items.ts';
import { linear, radial } from '#poster/layers.ts';
import type { Layout } from '#poster/layouts/layout.ts';
import { arch, floorGrid, wave } from '#poster/paths.ts';

/** Layouts that put a thing on a stage. */
export const STAGE: Layout[] = [
  {
    key: 'podium',
    name: '展台',
    mood: 'light',
    needs: 'cut',
    suits: { new: 5, brand: 4, festival: 1, sale: 2 },
    styles: ['plain', 'luxury'],
    build(kit) {
      const { palette: p, unit, canvas } = kit;
      kit.ground(linear(100, p.ground, p.ground2));
      const stage = kit.by({
        tall: [0.14, 0.38, 0.72, 0.46],
        square: [0.46, 0.12, 0.48, 0.78],
        wide: [0.54, 0.1, 0.38, 0.8],
      });
      const back = { x: stage.x, y: stage.y, width: stage.width, height: stage.height * 0.86 };
      kit.draw(back, { kind: 'path', path: arch(back.width / back.height) }, linear(90, p.panel, shade(p.panel, 0.07)));
      const floor = stage.y + stage.height * 0.86;
      kit.draw(
        { x: 0, y: floor, width: canvas.width, height: canvas.height - floor },
        { kind: 'rect', radius: 0 },
        linear(90, shade(p.ground2, -0.03), p.ground2),
      );
      const top = {
        x: stage.x + stage.width * 0.12,
        y: stage.y + stage.height * 0.79,
        width: stage.width * 0.76,
        height: stage.width * 0.2,
      };
      kit.draw(
        { x: top.x, y: top.y + top.height / 2, width: top.width, height: stage.height * 0.12 },
        { kind: 'rect', radius: 0 },
        linear(0, shade(p.ground2, -0.14), shade(p.ground2, 0.05), shade(p.ground2, -0.1)),
      );
      kit.draw(
        { ...top, y: top.y + stage.height * 0.12 },
        { kind: 'ellipse' },
        linear(0, shade(p.ground2, -0.14), shade(p.ground2, 0.05), shade(p.ground2, -0.1)),
      );
      kit.draw(top, { kind: 'ellipse' }, linear(0, p.ground, shade(p.ground2, 0.02)));
      kit.product(
        {
          x: stage.x + stage.width * 0.16,
          y: stage.y + stage.height * 0.1,
          width: stage.width * 0.68,
          height: top.y + top.height * 0.62 - stage.y - stage.height * 0.1,
        },
        { light: 30 },
      );
      const text = kit.by({
        tall: [0.08, 0.07, 0.84, 0.3],
        square: [0.07, 0.12, 0.36, 0.72],
        wide: [0.07, 0.14, 0.42, 0.7],
      });
      const align = kit.form === 'tall' ? 'center' : 'left';
      kit.put(
        column(
          unit,
          [
            kicker(kit, 'plain'),
            headline(kit, 118, { lines: 3 }),
            rule(kit),
            subtitle(kit, 40),
            kit.form === 'tall' ? null : points(kit, { style: 'dots', most: 3 }),
            kit.form === 'tall' ? null : price(kit, 92, p.accent),
          ],
          26,
        ),
        text,
        { align, at: 'middle' },
      );
      if (kit.form === 'tall') {
        kit.put(
          price(kit, 92, readable(p.ground2, [p.accent, p.onGround])) ?? when(kit),
          kit.box([0.08, 0.915, 0.84, 0.065]),
          { align: 'center', at: 'middle' },
        );
      }
    },
  },
  {
    key: 'spotlight',
    name: '聚光',
    mood: 'dark',
    needs: 'cut',
    suits: { new: 5, brand: 3, sale: 1 },
    styles: ['luxury', 'tech'],
    build(kit) {
      const { palette: p, unit } = kit;
      kit.ground(linear(90, p.ground2, p.ground));
      const stage = kit.by({
        tall: [0.14, 0.34, 0.72, 0.44],
        square: [0.44, 0.14, 0.5, 0.68],
        wide: [0.5, 0.12, 0.42, 0.68],
      });
      const middle = stage.x + stage.width / 2;
      const foot = stage.y + stage.height;
      const cone = { x: middle - stage.width * 0.8, y: 0, width: stage.width * 1.6, height: foot };
      kit.draw(
        cone,
        { kind: 'path', path: 'M430 0L570 0L960 1000L40 1000Z' },
        linear(90, alpha('#FFFFFF', 0.3), alpha('#FFFFFF', 0.02)),
      );
      kit.draw(
        {
          x: middle - stage.width * 0.72,
          y: foot - stage.width * 0.14,
          width: stage.width * 1.44,
          height: stage.width * 0.3,
        },
        { kind: 'ellipse' },
        radial(0.5, 0.5, 0.5, alpha(p.glow, 0.95), alpha(p.glow, 0.35), alpha(p.glow, 0)),
      );
      kit.product(stage, { light: 90, reflection: true });
      const text = kit.by({
        tall: [0.08, 0.07, 0.84, 0.24],
        square: [0.07, 0.1, 0.4, 0.54],
        wide: [0.06, 0.1, 0.42, 0.5],
      });
      const align = kit.form === 'tall' ? 'center' : 'left';
      kit.put(
        column(
          unit,
          [
            kicker(kit, 'plain', { ink: p.accent }),
            headline(kit, 122, { lines: 3 }),
            rule(kit, 60, 5),
            subtitle(kit, 38),
          ],
          24,
        ),
        text,
        { align, at: kit.form === 'tall' ? 'top' : 'middle' },
      );
      kit.put(
        column(unit, [points(kit, { style: 'lines', most: 2, ink: p.quiet }), price(kit, 96, p.accent), when(kit)], 12),
        kit.by({ tall: [0.08, 0.8, 0.84, 0.17], square: [0.07, 0.68, 0.36, 0.27], wide: [0.06, 0.63, 0.44, 0.3] }),
        { align, at: 'middle' },
      );
    },
  },
  {
    key: 'grid',
    name: '科技网格',
    mood: 'dark',
    needs: 'cut',
    suits: { new: 4, brand: 2, versus: 1 },
    styles: ['tech'],
    build(kit) {
      const { palette: p, unit } = kit;
      kit.ground(radial(0.5, 0.5, 0.8, p.panel, p.ground, p.ground2));
      const horizon = kit.form === 'tall' ? 0.66 : 0.6;
      kit.draw(kit.box([0, horizon, 1, 1 - horizon]), { kind: 'path', path: floorGrid() }, null, {
        stroke: { colour: alpha(p.glow, 0.75), width: 2 * unit, dash: 0 },
      });
      kit.draw(
        kit.box([0, horizon - 0.08, 1, 0.16]),
        { kind: 'rect', radius: 0 },
        linear(90, alpha(p.glow, 0), alpha(p.glow, 0.5), alpha(p.glow, 0)),
      );
      const stage = kit.by({
        tall: [0.15, 0.32, 0.7, 0.42],
        square: [0.27, 0.3, 0.46, 0.5],
        wide: [0.33, 0.24, 0.34, 0.6],
      });
      const side = Math.min(stage.width, stage.height) * 1.12;
      const ring = {
        x: stage.x + (stage.width - side) / 2,
        y: stage.y + (stage.height - side) / 2,
        width: side,
        height: side,
      };
      kit.draw(
        ring,
        { kind: 'ellipse' },
        radial(0.5, 0.5, 0.5, alpha(p.glow, 0.55), alpha(p.glow, 0.12), alpha(p.glow, 0)),
        { stroke: { colour: p.accent, width: 3 * unit, dash: 0 } },
      );
      kit.product(stage, { light: 90, reflection: true });
      const size = kit.form === 'tall' ? 124 : 100;
      kit.put(
        column(
          unit,
          [
            kicker(kit, 'frame', { ink: p.accent }),
            headline(kit, size, {
              lines: kit.form === 'tall' ? 2 : 1,
              fill: linear(90, '#FFFFFF', shade(p.accent, 0.06)),
            }),
            subtitle(kit, 38),
          ],
          16,
        ),
        kit.by({ tall: [0.07, 0.07, 0.86, 0.23], square: [0.07, 0.05, 0.86, 0.24], wide: [0.1, 0.05, 0.8, 0.19] }),
        { align: 'center', at: 'middle' },
      );
      const said = kit.brief.points;
      if (kit.form === 'tall') {
        const card = points(kit, { style: 'checks', most: 3 });
        kit.put(
          card && onPlate(unit, card, { fill: alpha(p.ground2, 0.86), radius: 22, padX: 36, padY: 26, stroke: p.glow }),
          kit.box([0.08, 0.78, 0.84, 0.17]),
          { align: 'center', at: 'middle' },
        );
      } else {
        const half = Math.ceil(said.length / 2);
        const sides = [said.slice(0, half), said.slice(half)];
        for (const [n, list] of sides.entries()) {
          const at =
            kit.form === 'wide'
              ? kit.box([n === 0 ? 0.05 : 0.7, 0.32, 0.25, 0.4])
              : kit.box([n === 0 ? 0.04 : 0.74, 0.36, 0.22, 0.4]);
          const card = points({ ...kit, brief: { ...kit.brief, points: list } }, { style: 'lines', size: 32 });
          kit.put(
            card &&
              onPlate(unit, card, { fill: alpha(p.ground2, 0.86), radius: 18, padX: 22, padY: 20, stroke: p.glow }),
            at,
            { align: n === 0 ? 'left' : 'right', at: 'middle' },
          );
        }
      }
      if (kit.form !== 'tall') {
        kit.put(price(kit, 90, p.accent) ?? when(kit), kit.box([0.2, 0.85, 0.6, 0.12]), {
          align: 'center',
          at: 'middle',
        });
      }
    },
  },
  {
    key: 'waves',
    name: '水波',
    mood: 'bold',
    needs: 'bust',
    suits: { new: 3, brand: 3, sale: 2, festival: 1 },
    build(kit) {
      const { palette: p, unit } = kit;
      kit.ground(linear(90, p.panel, shade(p.panel, -0.04)));
      const from = kit.form === 'tall' ? 0.5 : 0.46;
      kit.draw(kit.box([0, from, 1, 1 - from]), { kind: 'path', path: wave(220, 200, 2) }, alpha(p.glow, 0.75));
      kit.draw(kit.box([0, from + 0.06, 1, 0.94 - from]), { kind: 'path', path: wave(240, -210, 2) }, p.ground);
      kit.product(
        kit.by({ tall: [0.12, 0.32, 0.76, 0.38], square: [0.46, 0.3, 0.5, 0.58], wide: [0.56, 0.14, 0.4, 0.74] }),
        { light: 80, shadow: 'drop' },
      );
      const ink = p.onPanel;
      kit.put(
        column(
          unit,
          [
            kicker(kit, 'bar', { fill: p.ground, ink: p.onGround }),
            headline(kit, 124, { fill: ink }),
            subtitle(kit, 40, { fill: ink }),
          ],
          20,
        ),
        kit.by({ tall: [0.07, 0.06, 0.86, 0.26], square: [0.06, 0.07, 0.56, 0.38], wide: [0.05, 0.09, 0.5, 0.38] }),
        { at: 'top' },
      );
      const foot = column(unit, [points(kit, { style: 'checks', most: 3 }), price(kit, 104, p.onGround)], 16);
      kit.put(
        kit.form === 'tall'
          ? onPlate(unit, foot, { fill: alpha(p.ground, 0.9), radius: 24, padX: 24, padY: 18 })
          : foot,
        kit.by({ tall: [0.05, 0.72, 0.7, 0.25], square: [0.06, 0.66, 0.38, 0.28], wide: [0.05, 0.66, 0.46, 0.28] }),
        { at: 'bottom' },
      );
    },
  },
  {
    key: 'tiles',
    name: '几何拼块',
    mood: 'paper',
    needs: 'bust',
    suits: { brand: 4, new: 3, versus: 1, tutorial: 2 },
    build(kit) {
      const { palette: p, unit, canvas } = kit;
      kit.ground(p.ground);
      const [columns, rows] = kit.form === 'wide' ? [4, 3] : kit.form === 'square' ? [3, 3] : [3, kit.isTall ? 5 : 4];
      const [w, h] = [canvas.width / columns, canvas.height / rows];
      const cell = (x: number, y: number, cw = 1, ch = 1) => ({ x: x * w, y: y * h, width: cw * w, height: ch * h });
      const tall = kit.form === 'tall';
      const main = tall ? cell(0, rows - 3, 2, 3) : kit.form === 'square' ? cell(1, 1, 2, 2) : cell(2, 0, 2, 3);
      kit.draw(main, { kind: 'rect', radius: 0 }, p.panel);
      kit.draw(
        { x: main.x, y: main.y + main.height - main.width, width: main.width, height: main.width },
        { kind: 'path', path: 'M0 1000A1000 1000 0 0 1 1000 0L1000 1000Z' },
        shade(p.panel, 0.1),
      );
      const extra = tall ? cell(2, rows - 1) : kit.form === 'square' ? cell(0, 2) : cell(1, 2);
      kit.draw(extra, { kind: 'rect', radius: 0 }, p.glow);
      kit.draw(extra, { kind: 'path', path: 'M0 0A1000 1000 0 0 1 1000 1000L0 1000Z' }, p.accent);
      const third = tall ? cell(2, rows - 3) : kit.form === 'square' ? cell(2, 0) : cell(0, 2);
      kit.draw(third, { kind: 'rect', radius: 0 }, p.accent);
      kit.product(
        {
          x: main.x + main.width * 0.08,
          y: main.y + main.height * 0.08,
          width: main.width * 0.84,
          height: main.height * 0.92,
        },
        { light: 60, shadow: 'drop' },
      );
      const text = tall
        ? kit.box([0.07, 0.05, 0.86, (rows - 3) / rows - 0.08])
        : kit.form === 'square'
          ? kit.box([0.05, 0.05, 0.59, 0.27])
          : kit.box([0.05, 0.07, 0.42, 0.54]);
      kit.put(column(unit, [kicker(kit, 'plain'), headline(kit, 112, { lines: 3 }), subtitle(kit, 38)], 16), text, {
        at: 'middle',
      });
      const pad = {
        x: third.x + third.width * 0.1,
        y: third.y + third.height * 0.1,
        width: third.width * 0.8,
        height: third.height * 0.8,
      };
      kit.put(
        price(kit, 96, p.onAccent) ??
          points(kit, { style: 'lines', ink: p.onAccent, most: 2 }) ??
          when(kit, { fill: p.onAccent }),
        pad,
        { align: 'center', at: 'middle' },
      );
      if (kit.form !== 'wide') {
        const side = tall ? cell(2, rows - 2) : cell(0, 1);
        const list = kit.brief.price ? points(kit, { style: 'lines', most: 3, size: 30 }) : null;
        kit.put(
          list,
          {
            x: side.x + side.width * 0.12,
            y: side.y + side.height * 0.1,
            width: side.width * 0.78,
            height: side.height * 0.8,
          },
          { at: 'middle' },
        );
      }
    },
  },
];
