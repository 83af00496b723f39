import type { SheetContent, SheetTextPart } from '@mixreel/contract/sheet';
import { expect, test } from 'vitest';
import { fillable, guessColumns, rowsOfTable, tableOf } from './batch.ts';
import { cropLayer, cropTo, pullCorner } from './crop.ts';
import {
  alignLayers,
  copiesOf,
  drawnOf,
  groupLayers,
  newLayer,
  orderLayers,
  placedPicture,
  ungroupLayers,
} from './layers.ts';
import { relayout } from './relayout.ts';
import { snapBox, snapTargets } from './snap.ts';

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
const named = (id: string, at: ReturnType<typeof box>) => ({ ...newLayer('shape', at), layer_id: id });

const SIZE = { width: 100, height: 100 };
const TEXT: SheetTextPart = {
  text: '',
  font_id: 'hei',
  size: 20,
  fill: { kind: 'solid', colour: '#000000' },
  align: 'left',
  line_height: 1,
  spacing: 0,
  outlines: [],
  box: null,
};

test('layers are aligned, ordered, grouped with what is in them, and taken apart again', () => {
  const layers = [named('a', box(10, 10, 20, 20)), named('b', box(60, 50, 40, 20)), named('c', box(5, 80, 10, 10))];
  const aligned = alignLayers(layers, ['a', 'b'], 'right', { width: 200, height: 100 });
  expect(aligned.map(({ x }) => x)).toEqual([80, 60, 5]);
  expect(alignLayers(layers, ['a'], 'center', { width: 200, height: 100 })[0]?.x).toBe(90);
  expect(
    orderLayers(layers, ['a'], 'up')
      .map(({ layer_id }) => layer_id)
      .join(''),
  ).toBe('bac');
  expect(orderLayers(layers, ['c'], 'up')).toBe(layers);
  const made = groupLayers(layers, ['a', 'c'])!;
  expect(drawnOf(made.layers, [made.group_id]).map(({ layer_id }) => layer_id)).toEqual(['a', 'c']);
  const copies = copiesOf(made.layers, [made.group_id]);
  expect(copies).toHaveLength(3);
  expect(new Set(copies.map(({ group_id }) => group_id)).has(made.group_id)).toBe(false);
  const { layers: free, freed } = ungroupLayers(made.layers, [made.group_id]);
  expect([freed, free.every(({ group_id }) => group_id === null)]).toEqual([['a', 'c'], true]);
});

test('a box is drawn to the nearest edge or middle, and to nothing that is far away', () => {
  const targets = snapTargets({ width: 400, height: 300 }, [box(100, 100, 50, 50)], [{ axis: 'x', at: 333 }]);
  expect(snapBox(box(148, 20, 40, 40), targets, 6)).toMatchObject({ dx: 2, dy: 0, lines: [{ axis: 'x', at: 150 }] });
  expect(snapBox(box(181, 130, 40, 40), targets, 6)).toMatchObject({ dx: -1, dy: 0 });
  expect(snapBox(box(310, 131, 40, 40), targets, 6)).toMatchObject({ dx: 3, dy: -1 });
});

test('on other sides what fills the canvas fills it, and the rest stays at its edge with its shape', () => {
  const content: SheetContent = {
    sheet_name: '图',
    width: 1080,
    height: 1920,
    background: { kind: 'solid', colour: '#FFFFFF' },
    guides: [{ axis: 'y', at: 960 }],
    layers: [
      named('ground', box(0, 0, 1080, 1920)),
      named('band', box(0, 1720, 1080, 200)),
      named('logo', box(40, 40, 200, 100)),
      named('price', box(840, 1600, 200, 80)),
    ],
  };
  const wide = relayout(content, { width: 1920, height: 1080 });
  const [ground, band, logo, price] = wide.layers;
  expect(ground).toMatchObject({ x: 0, y: 0, width: 1920, height: 1080 });
  expect(band).toMatchObject({ x: 0, width: 1920, height: 200, y: 880 });
  expect(logo).toMatchObject({ x: 40, y: 40, width: 200, height: 100 });
  expect(price).toMatchObject({ x: 1680, y: 760, width: 200, height: 80 });
  expect(wide.guides).toEqual([{ axis: 'y', at: 540 }]);
  // Back again it is what it was.
  expect(relayout(wide, { width: 1080, height: 1920 }).layers).toEqual(content.layers);
  // What stood one below the other does so where there is less room, smaller.
  const stack = [0, 1, 2, 3].map((n) => named(`s${n}`, box(340, 200 + n * 400, 400, 300)));
  const low = relayout({ ...content, layers: stack }, { width: 1920, height: 1080 }).layers;
  expect(low.every(({ y }, n) => n === 0 || y >= low[n - 1]!.y + low[n - 1]!.height - 1)).toBe(true);
  expect(low[0]!.width).toBeLessThan(400);
});

test('cropping leaves the rest of the picture and what was painted on it where it is, and beyond the edge it is extended', () => {
  const whole = { width: 400, height: 200 };
  const stroke = { tool: 'lasso' as const, shows: false, width: 0.1, softness: 0, points: [0.5, 0.5] };
  const picture = {
    ...placedPicture('p', whole, { width: 1000, height: 1000 }),
    mask: { is_empty: false, strokes: [stroke] },
  };
  expect(picture).toMatchObject({ x: 300, y: 400, width: 400, height: 200 });
  const cut = cropLayer(picture, whole, 'left', 0.25);
  expect(cut).toMatchObject({ x: 400, width: 300, picture: { crop: { x: 0.25, y: 0, width: 0.75, height: 1 } } });
  expect(cut.mask?.strokes[0]?.points).toEqual([0.3333, 0.5]);
  const more = cropLayer(cut, whole, 'left', -0.25);
  expect(more).toMatchObject({ x: 200, width: 500, picture: { crop: { x: -0.25, width: 1.25 } } });
  expect(cropTo(cut, whole, { x: -1 / 3, y: 0, width: 4 / 3, height: 1 })).toMatchObject({
    x: 300,
    picture: { crop: null },
  });
  // Turned a quarter round, its left edge lies above.
  const turned = cropLayer({ ...picture, rotation: 90 }, whole, 'left', 0.5);
  expect(turned).toMatchObject({ x: 400, y: 500, width: 200, height: 200 });
  // Mirrored, what is seen on the left is the right of the file.
  const mirrored = { ...picture, picture: { ...picture.picture!, is_mirrored: true } };
  const seen = cropTo(mirrored, whole, { x: 0.25, y: 0, width: 0.75, height: 1 });
  expect(seen).toMatchObject({ x: 400, picture: { crop: { x: 0, width: 0.75 } } });
});

test('a corner is pulled to where the hand is, and never so far that the picture is turned inside out', () => {
  const picture = placedPicture('p', { width: 400, height: 200 }, { width: 1000, height: 1000 });
  const pulled = pullCorner(picture, 1, { x: 440, y: 20 });
  expect(pulled?.picture?.corners?.[1]).toEqual({ x: 0.1, y: 0.1 });
  expect(pullCorner(pulled!, 1, { x: 400, y: 0 })?.picture?.corners).toBeNull();
  expect(pullCorner(picture, 1, { x: 50, y: 180 })).toBeNull();
});

test('a table fills the layers that its columns are called by, and names the pictures that are not there', () => {
  const words = (id: string, text: string) => ({
    ...newLayer('text', box(0, 0, 100, 20)),
    layer_id: id,
    text: { ...TEXT, text },
  });
  const layers = fillable([
    words('n', '名称'),
    words('p', '价格'),
    { ...placedPicture('f', SIZE, SIZE), layer_id: 'pic' },
  ]);
  const table = tableOf([
    ['名称', '价格', '图片', '备注'],
    ['咖啡', '¥29', 'a.jpg', ''],
    ['', '', '', ''],
    ['茶', '', 'b.jpg', 'x'],
  ]);
  const columns = guessColumns(layers, table.heads);
  expect(columns).toEqual({ n: 0, p: 1, pic: 2 });
  const made = rowsOfTable(table, layers, columns, '海报', (name) => (name === 'a.jpg' ? 'm1' : null));
  expect(made.rows).toMatchObject([
    {
      texts: [
        { layer_id: 'p', text: '¥29' },
        { layer_id: 'n', text: '咖啡' },
      ],
      pictures: [{ layer_id: 'pic', picture: { material_id: 'm1' } }],
    },
    { texts: [{ layer_id: 'n', text: '茶' }], pictures: [] },
  ]);
  expect(made.missing).toEqual(['b.jpg']);
});
