import { DEFAULT_MIX_CONFIG } from '@mixreel/contract';
import { runFfmpeg } from '@mixreel/media';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { eq } from '#db/orm.ts';
import { material } from '#features/material/material.tables.ts';
import { filmMix, save } from '#testing/mixed-films.ts';
import { openBook } from './book.ts';
import { readState } from './choose.ts';

type World = Awaited<ReturnType<typeof filmMix>>;
type Frame = { data: Buffer; width: number; height: number };

const TITLE = '一整个夏天都离不开的冰镇西瓜汁，今天开箱给你看';
const { style } = DEFAULT_MIX_CONFIG.title;

async function firstFrame({ app, ann, mproject_id }: World): Promise<Frame> {
  const { data: preview } = await app.call('candidate.preview', { mproject_id }, ann);
  const [film, picture] = [app.scratch.file('.mp4'), app.scratch.file('.png')];
  await save(`${app.url}${preview.url}`, film);
  await runFfmpeg(app.tools, [
    ['-i', film],
    ['-frames:v', 1, picture],
  ]);
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function edge(values: number[]): number[] {
  return [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
}

/** The rectangle around all pixels of which this is true. */
function around({ data, width, height }: Frame, isIt: (at: number) => boolean) {
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if (!isIt(pixel * 3)) continue;
    xs.push(pixel % width);
    ys.push(Math.floor(pixel / width));
  }
  expect(data.length).toBe(width * height * 3);
  expect(xs.length).toBeGreaterThan(50);
  return { x: edge(xs), y: edge(ys) };
}

test('in a rendered picture title and AI notice lie apart, with captions where the notice would go next', async () => {
  const world = await filmMix([1], { filters: () => 'format=gray,eq=brightness=-0.4' });
  const { app, ann, mproject_id, films } = world;
  const title = { text: TITLE, style: { ...style, colour: '#FF0000', outlines: [] } };
  await app.call('mix.updateConfig', { mproject_id, revision: 1, config: { title } }, ann);
  const { shootings } = (await app.call('mix.detail', { mproject_id }, ann)).data;
  const { shooting_id, revision, scripts } = shootings[0]!;
  const line = { ...scripts[0]!, text: '夏天来一杯冰镇的西瓜汁真好喝' };
  await app.call('shooting.update', { shooting_id, revision, scripts: [line] }, ann);

  const plain = await firstFrame(world);
  await app.db.update(material).set({ ai_origin: true }).where(eq(material.material_id, films[0]!));
  const marked = await firstFrame(world);
  const red = around(marked, (at) => marked.data[at]! - marked.data[at + 1]! > 90);
  const notice = around(marked, (at) => Math.abs(marked.data[at + 1]! - plain.data[at + 1]!) > 60);
  expect(notice.y[0]).toBeGreaterThan(red.y[1]!);
  expect(notice.y[1]! - notice.y[0]!).toBeGreaterThanOrEqual(0.045 * 360);
  const { problems } = (await app.call('candidate.check', { mproject_id }, ann)).data;
  expect(problems.filter(({ kind }) => kind === 'overlap')).toEqual([]);
});

test('a shot looks the same in every video that shows it behind the notice', async () => {
  const { app, ann, mproject_id, films } = await filmMix([2, 1]);
  await app.db.update(material).set({ ai_origin: true }).where(eq(material.material_id, films[0]!));
  const config = { title: { text: TITLE }, duration: { fixed_ms: 3000 } };
  await app.call('mix.updateConfig', { mproject_id, revision: 1, config }, ann);
  await app.call('candidate.plan', { mproject_id, count: 2 }, ann);
  const { items } = (await app.call('candidate.list', { mproject_id }, ann)).data;
  const [mix] = await app.db.select({ space_id: material.space_id }).from(material);
  const state = await readState(app, mix!.space_id, mproject_id);
  const book = await openBook(app, state.document, state.heard, { isDraft: true });
  const built = await Promise.all(items.map((item) => book.build(item)));
  await book.close();
  const last = built.map(({ variant }) => variant.cuts.at(-1)!.shot.captions?.ass);
  expect(last[0]).toBe(last[1]);
  const kinds = built.map(({ written }) => written.map((words) => words.map(({ kind }) => kind).join(' ')).join(', '));
  expect(new Set(kinds)).toEqual(new Set(['caption title ai_mark, caption title', 'caption title, caption title']));
});
