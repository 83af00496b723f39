import { column, onPlate } from '#poster/block.ts';
import { alpha, readable, shade } from '#poster/colour.ts';
import { button, headline, kicker, points, price, rule, subtitle, when } from '#poster/items.ts';
import { linear, radial } from '#poster/layers.ts';
import type { Layout } from '#poster/layouts/layout.ts';
import { blob } from '#poster/paths.ts';

/** Layouts that show a thing and leave it room. */
export const CALM: Layout[] = [
  {
    key: 'disc',
    name: '圆盘',
    mood: 'light',
    needs: 'bust',
    suits: { new: 4, brand: 4, tutorial: 1, sale: 1 },
    styles: ['plain'],
    build(kit) {
      const { palette: p, unit, canvas } = kit;
      kit.ground(p.ground);
      const side = Math.min(canvas.width, canvas.height) * 1.06;
      const at = kit.form === 'tall' ? [0.66, 0.76] : kit.form === 'square' ? [0.74, 0.66] : [0.76, 0.62];
      kit.draw(
        { x: at[0]! * canvas.width - side / 2, y: at[1]! * canvas.height - side / 2, width: side, height: side },
        { kind: 'ellipse' },
        linear(60, p.panel, p.ground2),
      );
      const small = side * 0.2;
      kit.draw(
        { x: canvas.width * 0.06, y: canvas.height * 0.86, width: small, height: small },
        { kind: 'ellipse' },
        alpha(p.glow, 0.8),
      );
      kit.product(
        kit.by({ tall: [0.16, 0.56, 0.8, 0.38], square: [0.46, 0.4, 0.52, 0.54], wide: [0.54, 0.16, 0.42, 0.74] }),
        { light: 45, shadow: 'drop' },
      );
      const text = kit.by({
        tall: [0.08, 0.07, 0.8, 0.32],
        square: [0.07, 0.08, 0.62, 0.4],
        wide: [0.06, 0.12, 0.48, 0.48],
      });
      kit.put(column(unit, [kicker(kit, 'pill'), headline(kit, 128, { lines: 3 }), subtitle(kit, 40)], 24), text, {
        at: 'top',
      });
      kit.put(
        column(
          unit,
          [
            points(kit, { style: 'checks', most: 3 }),
            price(kit, 96, readable(p.ground, [p.accent, p.onGround])),
            button(kit),
          ],
          22,
        ),
        kit.by({ tall: [0.08, 0.42, 0.4, 0.3], square: [0.07, 0.52, 0.36, 0.4], wide: [0.06, 0.62, 0.42, 0.3] }),
        { at: 'top' },
      );
    },
  },
  {
    key: 'frame',
    name: '细框留白',
    mood: 'paper',
    needs: 'cut',
    suits: { brand: 5, new: 3, festival: 2 },
    styles: ['plain', 'luxury', 'chinese'],
    build(kit) {
      const { palette: p, unit, canvas } = kit;
      kit.ground(p.ground);
      const m = 0.055 * Math.min(canvas.width, canvas.height);
      for (const [n, width] of [3, 1.5].entries()) {
        const inset = m + n * 12 * unit;
        kit.draw(
          { x: inset, y: inset, width: canvas.width - 2 * inset, height: canvas.height - 2 * inset },
          { kind: 'rect', radius: 0 },
          null,
          { stroke: { colour: p.onGround, width: width * unit, dash: 0 } },
        );
      }
      kit.product(
        kit.by({ tall: [0.22, 0.36, 0.56, 0.34], square: [0.28, 0.3, 0.44, 0.37], wide: [0.12, 0.2, 0.34, 0.62] }),
        { light: 40 },
      );
      const align = kit.form === 'wide' ? 'left' : 'center';
      const size = kit.form === 'square' ? 78 : 96;
      kit.put(
        column(
          unit,
          [kicker(kit, 'plain'), headline(kit, size, { lines: 2, spacing: 0.06 }), rule(kit, 60, 4, p.panel)],
          20,
        ),
        kit.by({ tall: [0.12, 0.12, 0.76, 0.22], square: [0.12, 0.1, 0.76, 0.21], wide: [0.52, 0.18, 0.4, 0.34] }),
        { align, at: 'middle' },
      );
      kit.put(
        column(
          unit,
          [
            subtitle(kit, 36),
            points(kit, { style: 'lines', size: 30, most: 3 }),
            price(kit, 72, p.onGround),
            when(kit),
          ],
          14,
        ),
        kit.by({ tall: [0.12, 0.74, 0.76, 0.18], square: [0.12, 0.7, 0.76, 0.22], wide: [0.52, 0.54, 0.4, 0.32] }),
        { align, at: 'top' },
      );
    },
  },
  {
    key: 'blobs',
    name: '泡泡',
    mood: 'light',
    needs: 'bust',
    suits: { new: 3, tutorial: 2, festival: 2, brand: 2, sale: 1 },
    styles: ['cute'],
    build(kit) {
      const { palette: p, unit } = kit;
      kit.ground(p.panel);
      kit.draw(
        kit.by({ tall: [-0.2, -0.08, 1.1, 0.56], square: [-0.2, -0.24, 1.0, 0.96], wide: [-0.12, -0.3, 0.8, 1.3] }),
        { kind: 'path', path: blob(2 + (kit.seed % 5)) },
        p.ground,
      );
      kit.draw(
        kit.by({ tall: [0.3, 0.36, 0.95, 0.66], square: [0.36, 0.28, 0.86, 0.9], wide: [0.46, 0.02, 0.66, 1.2] }),
        { kind: 'path', path: blob(7 + (kit.seed % 4)) },
        linear(60, p.glow, shade(p.glow, 0.06)),
      );
      kit.draw(
        kit.by({ tall: [0.78, 0.06, 0.16, 0.09], square: [0.8, 0.08, 0.13, 0.13], wide: [0.58, 0.08, 0.08, 0.14] }),
        { kind: 'path', path: blob(3) },
        p.accent,
      );
      kit.draw(
        kit.by({ tall: [0.06, 0.62, 0.12, 0.07], square: [0.32, 0.84, 0.09, 0.09], wide: [0.44, 0.8, 0.06, 0.11] }),
        { kind: 'path', path: blob(5) },
        p.accent,
      );
      kit.product(
        kit.by({ tall: [0.2, 0.4, 0.76, 0.36], square: [0.44, 0.4, 0.52, 0.52], wide: [0.54, 0.18, 0.4, 0.7] }),
        { light: 60, shadow: 'drop' },
      );
      kit.put(
        column(unit, [kicker(kit, 'pill'), headline(kit, 120, { lines: 2 }), subtitle(kit, 40)], 20),
        kit.by({ tall: [0.08, 0.08, 0.66, 0.29], square: [0.07, 0.09, 0.62, 0.38], wide: [0.06, 0.14, 0.46, 0.48] }),
        { at: 'top' },
      );
      const card = column(
        unit,
        [
          points(kit, { style: 'checks', most: 3, size: 32 }),
          price(kit, 96, readable(p.ground, [p.accent, p.onGround])),
        ],
        16,
      );
      kit.put(
        onPlate(unit, card, { fill: p.ground, radius: 30, padX: 24, padY: 20 }),
        kit.by({ tall: [0.06, 0.74, 0.46, 0.21], square: [0.06, 0.56, 0.34, 0.36], wide: [0.06, 0.64, 0.38, 0.3] }),
        { at: 'bottom' },
      );
    },
  },
  {
    key: 'callouts',
    name: '卖点标注',
    mood: 'light',
    needs: 'cut',
    suits: { new: 3, tutorial: 3, versus: 2, brand: 2 },
    wants: ({ points: said }) => said.length >= 2,
    build(kit) {
      const { palette: p, unit, brief } = kit;
      kit.ground(radial(0.5, 0.55, 0.7, '#FFFFFF', p.ground, p.ground2));
      kit.put(
        column(unit, [headline(kit, 100, { lines: kit.form === 'tall' ? 2 : 1 }), subtitle(kit, 38)], 14),
        kit.by({ tall: [0.07, 0.06, 0.86, 0.17], square: [0.07, 0.05, 0.86, 0.17], wide: [0.07, 0.05, 0.86, 0.17] }),
        { align: 'center', at: 'middle' },
      );
      const placed = kit.product(
        kit.by({ tall: [0.24, 0.3, 0.52, 0.48], square: [0.3, 0.26, 0.4, 0.58], wide: [0.3, 0.25, 0.4, 0.65] }),
        { light: 40 },
      );
      const said = brief.points.slice(0, 4);
      const wide = kit.form === 'tall' ? 0.27 : kit.form === 'square' ? 0.25 : 0.26;
      for (const [n, point] of said.entries()) {
        const isLeft = n % 2 === 0;
        const y = placed.y + placed.height * (said.length <= 2 ? 0.35 : n < 2 ? 0.18 : 0.66);
        const room = {
          x: isLeft ? kit.canvas.width * 0.03 : kit.canvas.width * (0.97 - wide),
          y: y - 80 * unit,
          width: kit.canvas.width * wide,
          height: 160 * unit,
        };
        const one = points(
          { ...kit, brief: { ...brief, points: [point] } },
          { style: 'lines', size: 36, ink: p.onAccent },
        );
        const card = kit.put(one && onPlate(unit, one, { fill: p.accent, radius: 16, padX: 20, padY: 14 }), room, {
          align: isLeft ? 'right' : 'left',
          at: 'middle',
        });
        const from = isLeft ? card.x + card.width : placed.x + placed.width * 0.78;
        const to = isLeft ? placed.x + placed.width * 0.22 : card.x;
        if (to > from) {
          kit.draw(
            { x: from, y: y - 1.5 * unit, width: to - from, height: 3 * unit },
            { kind: 'rect', radius: 0 },
            p.accent,
          );
        }
        const dot = 16 * unit;
        kit.draw(
          { x: (isLeft ? to : from) - dot / 2, y: y - dot / 2, width: dot, height: dot },
          { kind: 'ellipse' },
          '#FFFFFF',
          { stroke: { colour: p.accent, width: 4 * unit, dash: 0 } },
        );
      }
      kit.put(
        column(unit, [price(kit, 96, readable(p.ground2, [p.accent, p.onGround])), when(kit)], 6),
        kit.by({ tall: [0.1, 0.83, 0.8, 0.12], square: [0.1, 0.86, 0.8, 0.12], wide: [0.2, 0.9, 0.6, 0.09] }),
        { align: 'center', at: 'middle' },
      );
    },
  },
];
