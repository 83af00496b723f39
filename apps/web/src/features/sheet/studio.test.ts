import type { SheetCard } from '@mixreel/contract';
import { type SheetContent, sheetKind, sheetState, type SheetTextPart } from '@mixreel/contract/sheet';
import { expect, test } from 'vitest';
import { createLiveDocument } from '#features/document/live-document.ts';
import { createPresence } from '#features/document/presence.ts';
import { useToasts } from '#lib/toast.ts';
import { groupChosen, nudgeChosen, orderChosen, removeChosen } from './deeds.ts';
import { newLayer, placedPicture } from './layers.ts';
import { putPicture } from './retouch.ts';
import { createStudio, edit, editLayers, fitTyped, select, typeText } from './studio.ts';

const TEXT: SheetTextPart = {
  text: '夏',
  font_id: 'hei',
  size: 20,
  fill: { kind: 'solid', colour: '#000000' },
  align: 'center',
  line_height: 1.5,
  spacing: 0,
  outlines: [],
  box: null,
};
const CONTENT: SheetContent = {
  sheet_name: '图',
  width: 400,
  height: 400,
  background: { kind: 'solid', colour: '#FFFFFF' },
  guides: [],
  layers: [
    { ...newLayer('text', { x: 100, y: 100, width: 20, height: 30 }, { text: TEXT }), layer_id: 'words' },
    { ...newLayer('group', { x: 0, y: 0, width: 40, height: 40 }, { is_locked: true }), layer_id: 'group' },
    { ...newLayer('text', { x: 0, y: 0, width: 40, height: 40 }, { text: TEXT, group_id: 'group' }), layer_id: 'held' },
  ],
};

/** An editor whose letters are as wide as they are high once they are known; nobody hears of what it does. */
function open(known: string) {
  const letters = { known };
  const opened = { document_id: 's', kind: 'sheet' as const, sequence: 0, state: sheetState(CONTENT) };
  const never = () => new Promise<never>(() => {});
  const transport = { perform: never, acts: async () => ({ acts: [] }) };
  const live = createLiveDocument({ opened, kind: sheetKind, onLoss: () => {}, transport });
  const presence = createPresence('s', 'c', async () => {});
  const studio = createStudio({ sheet_id: 's' } as SheetCard, true, { live, presence });
  const glyph = (letter: string) =>
    letters.known.includes(letter) ? { path: '', units: 1000, advance: 1 } : undefined;
  studio.shelf.kit.book = () => ({ middle: 0.5, glyph });
  studio.start();
  const at = (id: string) => studio.getState().content.layers.find(({ layer_id }) => layer_id === id);
  return { studio, letters, at };
}

test('the box of a text grows with what is typed, around its middle, and one step takes back letters and box', () => {
  const { studio, letters, at } = open('夏日特惠');
  const type = (words: string) => typeText(studio, 'words', words, words.length);
  type('夏日');
  expect(at('words')).toMatchObject({ text: { text: '夏日' }, x: 90, width: 40, y: 100, height: 30 });
  type('夏日特\n惠');
  expect(at('words')).toMatchObject({ x: 80, width: 60, y: 85, height: 60 });
  // A letter that has not come yet has no width; when it is there, the box has.
  type('夏日特价折\n惠');
  expect(at('words')).toMatchObject({ x: 80, width: 60 });
  letters.known += '价折';
  fitTyped(studio, 'words');
  expect(at('words')).toMatchObject({ x: 60, width: 100 });
  studio.step('undo');
  expect(at('words')).toMatchObject({ text: { text: '夏' }, x: 100, width: 20, y: 100, height: 30 });
  studio.step('redo');
  expect(at('words')).toMatchObject({ text: { text: '夏日特价折\n惠' }, x: 60, width: 100 });
});

test('what is locked, by itself or by its group, is neither moved nor taken away, and that is said', () => {
  const { studio, at } = open('');
  const said = () => useToasts.getState().toasts.at(-1)?.text ?? '';
  select(studio, ['held']);
  nudgeChosen(studio, 5, 0);
  removeChosen(studio);
  expect([at('held')?.x, said()]).toEqual([0, '图层已锁定，先在图层列表里解锁']);
  select(studio, ['words']);
  nudgeChosen(studio, 5, 0);
  nudgeChosen(studio, 5, 0);
  expect(at('words')?.x).toBe(110);
  // Quick ones are one step.
  studio.step('undo');
  expect(at('words')?.x).toBe(100);
  editLayers(studio, (layers) => layers.map((layer) => ({ ...layer, is_locked: false })));
  select(studio, ['words', 'group']);
  groupChosen(studio);
  const [made] = studio.getState().selected;
  expect(at('words')?.group_id).toBe(made);
  orderChosen(studio, 'bottom');
  removeChosen(studio);
  // With all that is in it, also in groups in it; what is gone is chosen no longer.
  expect([studio.getState().content.layers, studio.getState().selected]).toEqual([[], []]);
  edit(studio, { guides: [{ axis: 'x', at: 12 }] });
  studio.step('undo');
  studio.step('undo');
  expect(studio.getState().content).toMatchObject({ guides: [], layers: { length: 4 } });
});

test('what a model made of a picture goes into it while the past is looked at, too; where it can go no more, that is said', () => {
  const { studio } = open('');
  const said = () => useToasts.getState().toasts.at(-1)?.text ?? '';
  const photo = placedPicture('own', { width: 40, height: 40 }, CONTENT);
  editLayers(studio, () => [{ ...photo, layer_id: 'photo' }]);
  const source = () => studio.live.view.getState().state['layer']?.['photo']?.['picture'];
  const entry = { sequence: 0, words: '', count: 1, user_name: '', cause: null, version_name: null, created_at: '' };
  studio.showPast({ entry, state: sheetState(CONTENT) });
  putPicture(studio, { layer_id: 'photo', source: 'own' }, 'made');
  expect(source()).toMatchObject({ source: 'made' });
  expect(said()).toContain('回到现在');
  putPicture(studio, { layer_id: 'photo', source: 'own' }, 'late');
  expect([source(), said()]).toEqual([
    expect.objectContaining({ source: 'made' }),
    expect.stringContaining('没有放进去'),
  ]);
});
