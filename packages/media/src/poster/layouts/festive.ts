import { column, onPlate } from '#poster/block.ts';
import { alpha, shade } from '#poster/colour.ts';
import { badge, besideOffer, gold, headline, kicker, points, price, subtitle, when } from '#poster/items.ts';
import { linear, radial } from '#poster/layers.ts';
import type { Layout } from '#poster/layouts/layout.ts';
import { CLOUD, RIBBON, confetti, rays } from '#poster/paths.ts';

/** Layouts for days to celebrate. */
export const FESTIVE: Layout[] = [
  {
    key: 'ribbon',
    name: '复古横条',
    mood: 'paper',
    needs: 'cut',
    suits: { sale: 3, brand: 3, festival: 1, tutorial: 1 },
    build(kit) {
      const { palette: p, unit, canvas } = kit;
      kit.ground(p.ground);
      const [cx, cy] = [0.5, kit.form === 'wide' ? 0.55 : 0.62];
      kit.draw(
        kit.box([0, 0, 1, 1]),
        { kind: 'path', path: rays(cx * 1000, cy * 1000, 22, canvas.width / canvas.height) },
        alpha(p.glow, 0.42),
      );
      const frame = 0.035;
      const inset = {
        x: frame * canvas.width,
        y: frame * canvas.width,
        width: canvas.width * (1 - 2 * frame),
        height: canvas.height - 2 * frame * canvas.width,
      };
      kit.draw(inset, { kind: 'rect', radius: 18 * unit }, null, {
        stroke: { colour: p.onGround, width: 5 * unit, dash: 0 },
      });
      const band = kit.by({ tall: [0, 0.2, 1, 0.13], square: [0, 0.13, 1, 0.2], wide: [0, 0.12, 1, 0.22] });
      const ribbon = { x: band.x + canvas.width * 0.05, y: band.y, width: canvas.width * 0.9, height: band.height };
      kit.draw(ribbon, { kind: 'path', path: RIBBON }, p.panel, {
        shadow: { colour: '#00000040', x: 0, y: 10 * unit, blur: 16 * unit },
      });
      kit.put(
        headline(kit, 112, { fill: p.onPanel, lines: 1 }),
        { x: ribbon.x + ribbon.width * 0.1, y: ribbon.y, width: ribbon.width * 0.8, height: ribbon.height },
        { align: 'center', at: 'middle' },
      );
      kit.put(
        kicker(besideOffer(kit), 'plain'),
        kit.by({ tall: [0.1, 0.12, 0.8, 0.06], square: [0.1, 0.055, 0.8, 0.07], wide: [0.1, 0.045, 0.8, 0.07] }),
        { align: 'center', at: 'middle' },
      );
      kit.put(
        subtitle(kit, 42, { fill: p.onGround }),
        kit.by({ tall: [0.1, 0.35, 0.8, 0.07], square: [0.1, 0.345, 0.8, 0.08], wide: [0.08, 0.38, 0.26, 0.3] }),
        { align: 'center', at: 'middle' },
      );
      kit.product(
        kit.by({ tall: [0.16, 0.42, 0.68, 0.38], square: [0.24, 0.43, 0.52, 0.45], wide: [0.36, 0.38, 0.28, 0.52] }),
      );
      badge(
        kit,
        kit.by({ tall: [0.64, 0.66, 0.3, 0.17], square: [0.7, 0.6, 0.25, 0.25], wide: [0.74, 0.46, 0.18, 0.32] }),
        { form: 'scallop', rotation: 8 },
      );
      kit.put(
        points(kit, { style: 'lines', size: 34, most: kit.form === 'wide' ? 3 : 2 }),
        kit.by({ tall: [0.1, 0.84, 0.8, 0.1], square: [0.07, 0.62, 0.22, 0.3], wide: [0.08, 0.68, 0.26, 0.22] }),
        { align: kit.form === 'tall' ? 'center' : 'left', at: 'middle' },
      );
    },
  },
  {
    key: 'feast',
    name: '喜庆祥云',
    mood: 'bold',
    needs: 'cut',
    suits: { festival: 5, sale: 1 },
    styles: ['chinese'],
    build(kit) {
      const { palette: p, unit, canvas } = kit;
      kit.ground(radial(0.5, 0.5, 0.8, p.ground, p.ground2, shade(p.ground2, -0.08)));
      const side =
        Math.min(canvas.width, canvas.height) * (kit.form === 'tall' ? 0.94 : kit.form === 'square' ? 0.66 : 0.8);
      const centre = kit.form === 'tall' ? [0.5, 0.56] : kit.form === 'square' ? [0.62, 0.62] : [0.7, 0.5];
      const disc = {
        x: centre[0]! * canvas.width - side / 2,
        y: centre[1]! * canvas.height - side / 2,
        width: side,
        height: side,
      };
      kit.draw(disc, { kind: 'ellipse' }, gold(), { opacity: 0.94 });
      const ring = side * 0.035;
      kit.draw(
        { x: disc.x - ring, y: disc.y - ring, width: side + 2 * ring, height: side + 2 * ring },
        { kind: 'ellipse' },
        null,
        { stroke: { colour: '#FFE3A0', width: 4 * unit, dash: 0 } },
      );
      const cloud = (x: number, y: number, w: number, opacity: number, isMirrored = false) => {
        const width = w * Math.min(canvas.width, canvas.height);
        kit.draw(
          { x: x * canvas.width - width / 2, y: y * canvas.height - width * 0.24, width, height: width * 0.48 },
          { kind: 'path', path: CLOUD },
          linear(90, '#FFF4D6', isMirrored ? p.glow : '#FFD98C'),
          { opacity },
        );
      };
      kit.product(
        { x: disc.x + side * 0.16, y: disc.y + side * 0.12, width: side * 0.68, height: side * 0.78 },
        { light: 90 },
      );
      cloud(centre[0]! - 0.3, centre[1]! + (kit.form === 'tall' ? 0.22 : 0.36), 0.44, 0.95);
      cloud(centre[0]! + 0.28, centre[1]! + (kit.form === 'tall' ? 0.25 : 0.42), 0.5, 0.9, true);
      const text = kit.by({
        tall: [0.08, 0.06, 0.84, 0.24],
        square: [0.06, 0.05, 0.88, 0.22],
        wide: [0.05, 0.09, 0.4, 0.54],
      });
      kit.put(
        column(
          unit,
          [
            kicker(kit, 'frame', { ink: '#FFE9B5' }),
            headline(kit, 160, { fill: gold(), lines: 3, shadow: { colour: '#00000055', x: 0, y: 6, blur: 12 } }),
            subtitle(kit, 42, { fill: '#FFF1D2' }),
          ],
          20,
        ),
        text,
        { align: kit.form === 'tall' ? 'center' : 'left', at: kit.form === 'tall' ? 'top' : 'middle' },
      );
      const foot = kit.by({
        tall: [0.08, 0.86, 0.84, 0.1],
        square: [0.05, 0.62, 0.24, 0.3],
        wide: [0.05, 0.66, 0.4, 0.28],
      });
      kit.put(
        column(
          unit,
          [
            price(kit, 110, '#FFF1D2'),
            when(kit, { fill: '#FFF1D2' }) ?? points(kit, { style: 'lines', ink: '#FFF1D2', most: 1 }),
          ],
          8,
        ),
        foot,
        { align: kit.form === 'tall' ? 'center' : 'left', at: 'middle' },
      );
    },
  },
  {
    key: 'moon',
    name: '圆月夜色',
    mood: 'dark',
    needs: 'cut',
    suits: { festival: 4, brand: 2, new: 1 },
    build(kit) {
      const { palette: p, unit, canvas } = kit;
      kit.ground(linear(90, p.ground2, p.ground, p.panel));
      const side = Math.min(canvas.width, canvas.height) * (kit.form === 'square' ? 0.6 : 0.72);
      const at = kit.form === 'tall' ? [0.62, 0.44] : kit.form === 'square' ? [0.66, 0.56] : [0.3, 0.48];
      const moon = {
        x: at[0]! * canvas.width - side / 2,
        y: at[1]! * canvas.height - side / 2,
        width: side,
        height: side,
      };
      const halo = side * 0.5;
      kit.draw(
        { x: moon.x - halo, y: moon.y - halo, width: side + 2 * halo, height: side + 2 * halo },
        { kind: 'ellipse' },
        radial(0.5, 0.5, 0.5, alpha('#FFF2C8', 0.42), alpha('#FFF2C8', 0.1), alpha('#FFF2C8', 0)),
      );
      kit.draw(moon, { kind: 'ellipse' }, radial(0.4, 0.36, 0.75, '#FFFBEA', '#FBE9B4', '#EBC978'));
      kit.draw(
        kit.box([0, 0, 1, 0.7]),
        { kind: 'path', path: confetti(46, kit.seed % 9, canvas.width / (canvas.height * 0.7)) },
        alpha('#FFF2C8', 0.5),
        { opacity: 0.35 },
      );
      kit.draw(
        kit.box([0, 0.76, 1, 0.24]),
        { kind: 'path', path: 'M0 300C180 120 330 420 520 260S860 80 1000 240L1000 1000L0 1000Z' },
        linear(90, p.ground2, shade(p.ground2, -0.04)),
      );
      kit.product(
        { x: moon.x + side * 0.1, y: moon.y + side * 0.18, width: side * 0.8, height: side * 0.9 },
        { light: 120 },
      );
      const text = kit.by({
        tall: [0.08, 0.06, 0.84, 0.2],
        square: [0.06, 0.06, 0.66, 0.24],
        wide: [0.54, 0.1, 0.4, 0.44],
      });
      kit.put(column(unit, [kicker(kit, 'frame'), headline(kit, 138, { lines: 3 }), subtitle(kit, 40)], 22), text, {
        at: 'top',
      });
      kit.put(
        column(unit, [price(kit, 110, p.accent), points(kit, { style: 'dots', most: 3 }), when(kit)], 14),
        kit.by({ tall: [0.08, 0.74, 0.84, 0.22], square: [0.06, 0.62, 0.26, 0.32], wide: [0.54, 0.56, 0.4, 0.36] }),
        { at: 'middle' },
      );
    },
  },
  {
    key: 'confetti',
    name: '彩纸狂欢',
    mood: 'light',
    needs: 'bust',
    suits: { festival: 3, sale: 3, new: 2 },
    styles: ['cute'],
    build(kit) {
      const { palette: p, unit, canvas } = kit;
      kit.ground(p.ground);
      const ratio = canvas.width / canvas.height;
      for (const [n, colour] of [p.accent, p.glow, p.panel].entries()) {
        kit.draw(kit.box([0, 0, 1, 1]), { kind: 'path', path: confetti(34, n * 3 + (kit.seed % 7), ratio) }, colour, {
          opacity: 0.9,
        });
      }
      const stage = kit.by({
        tall: [-0.1, 0.5, 1.2, 0.66],
        square: [0.34, 0.4, 0.86, 0.86],
        wide: [0.48, 0.28, 0.62, 1.06],
      });
      const side = Math.min(stage.width, stage.height * 1.2);
      kit.draw(
        { x: stage.x + (stage.width - side) / 2, y: stage.y, width: side, height: side },
        { kind: 'ellipse' },
        linear(90, p.accent, shade(p.accent, -0.12)),
      );
      kit.product(
        kit.by({ tall: [0.14, 0.46, 0.72, 0.4], square: [0.42, 0.34, 0.54, 0.58], wide: [0.56, 0.16, 0.38, 0.72] }),
        { light: 60, shadow: 'drop' },
      );
      const text = kit.by({
        tall: [0.08, 0.07, 0.84, 0.34],
        square: [0.06, 0.07, 0.7, 0.3],
        wide: [0.06, 0.12, 0.44, 0.5],
      });
      const plate = onPlate(
        unit,
        column(
          unit,
          [kicker(besideOffer(kit), 'pill'), headline(kit, 140), subtitle(kit, 40, { fill: p.onGround })],
          18,
        ),
        { fill: alpha(p.ground, 0.94), radius: 30, padX: 24, padY: 20 },
      );
      kit.put(plate, text, { align: kit.form === 'tall' ? 'center' : 'left', at: 'top' });
      badge(
        kit,
        kit.by({ tall: [0.05, 0.72, 0.34, 0.2], square: [0.05, 0.62, 0.3, 0.3], wide: [0.42, 0.6, 0.2, 0.34] }),
        { form: 'scallop', fill: p.panel, ink: p.onPanel, rotation: -10 },
      );
      if (kit.form === 'wide') {
        kit.put(
          onPlate(unit, column(unit, [points(kit, { style: 'checks', most: 3 }), when(kit)], 12), {
            fill: alpha(p.ground, 0.94),
            radius: 20,
            padX: 16,
            padY: 12,
          }),
          kit.box([0.06, 0.64, 0.34, 0.28]),
          { at: 'top' },
        );
      }
    },
  },
];
