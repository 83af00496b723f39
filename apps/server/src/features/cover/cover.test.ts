import { AUTO_COVER, DEFAULT_MIX_CONFIG } from '@mixreel/contract';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { eq } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material_facts } from '#features/material/material.tables.ts';
import { knownMaterial } from '#testing/materials.ts';
import { filmMix, listOf, until } from '#testing/mixed-films.ts';
import { labelIn } from '#testing/read-label.ts';
import type { TestApp, TestUser } from '#testing/test-app.ts';
import { drawArtwork } from './artwork-cover.ts';
import { readParts } from './cover-parts.ts';

const ENDED = ['succeeded', 'partial', 'failed', 'canceled'];
const { style, position } = DEFAULT_MIX_CONFIG.title;

async function take({ url }: TestApp, link: string | null | undefined): Promise<Buffer> {
  const answer = await fetch(`${url}${link}`);
  expect([link, answer.status]).toEqual([link, 200]);
  return Buffer.from(await answer.arrayBuffer());
}

async function ended(app: TestApp, user: TestUser, task_id: string | null) {
  return until(
    async () => (await app.call('task.check', { task_ids: [task_id ?? ''] }, user)).data.items[0],
    (task) => ENDED.includes(task?.status ?? ''),
  );
}

/** Mean grey of a picture in a tenth of its size: what two of it differ by is how different they look. */
async function greys(picture: Buffer): Promise<number[]> {
  return [...(await sharp(picture).greyscale().resize(9, 16, { fit: 'fill' }).raw().toBuffer())];
}

function apart(a: number[], b: number[]): number {
  return a.reduce((sum, value, n) => sum + Math.abs(value - b[n]!), 0) / a.length;
}

function expectDifferent(pictures: number[][]): void {
  for (const [n, one] of pictures.entries()) {
    for (const other of pictures.slice(0, n)) expect(apart(one, other)).toBeGreaterThan(5);
  }
}

async function coversIn(app: TestApp, user: TestUser, artwork_ids: string[]): Promise<Buffer[]> {
  const { data } = await app.call('download.add', { artwork_ids, with_cover: true }, user);
  expect((await ended(app, user, data.task_id))?.status).toBe('succeeded');
  const { data: done } = await app.call('download.status', { task_id: data.task_id ?? '' }, user);
  const files = Object.entries(unzipSync(await take(app, done.url)));
  const names = files.map(([name]) => name);
  expect(names.filter((name) => name.endsWith('.jpg')).map((name) => name.replace('.jpg', '.mp4'))).toEqual(
    names.filter((name) => name.endsWith('.mp4')),
  );
  return files.filter(([name]) => name.endsWith('.jpg')).map(([, bytes]) => Buffer.from(bytes));
}

test('every video has a cover of its own, before it is made and after, alone and in an archive', async () => {
  // Each film is one grey from end to end, so that another film is another picture.
  const { app, ann, project_id, mproject_id, films } = await filmMix([2, 2], {
    work: true,
    filters: (n) => `geq=lum='40+${n}*50':cb=128:cr=128`,
  });
  // As an analysis leaves it: where the pictures were measured, and what they are like.
  for (const [n, material_id] of films.entries()) {
    const stills = [0, 0.2].map((at): [number, number, number, string] => [
      at,
      100 - 10 * at,
      120,
      `${n}0f0f0f0f0f0f0f${n}`,
    ]);
    await app.db.update(material_facts).set({ stills }).where(eq(material_facts.material_id, material_id));
  }
  await app.call('candidate.plan', { mproject_id, count: 3 }, ann);
  const planned = await listOf(app, mproject_id, ann);
  const drawn = await Promise.all(planned.map(async ({ cover_url }) => greys(await take(app, cover_url))));
  expectDifferent(drawn);

  // Somebody chooses: a moment of the second shot, with words.
  const [first, second] = planned as [(typeof planned)[0], (typeof planned)[0]];
  const chosen = { kind: 'frame' as const, at_ms: 500, title: { text: '夏季上新', style, position } };
  const { data: view } = await app.call('candidate.cover', { candidate_id: first.candidate_id, cover: chosen }, ann);
  expect(view).toMatchObject({ at_ms: 500, width: 1080, height: 1920, same_as: null });
  expect(view.proposals.length).toBeGreaterThan(1);
  const plain = await app.call(
    'candidate.cover',
    { candidate_id: first.candidate_id, cover: { ...chosen, title: { text: '', style, position } } },
    ann,
  );
  const [worded, bare] = [await greys(await take(app, view.url)), await greys(await take(app, plain.data.url))];
  expect(Math.max(...worded.map((value, n) => Math.abs(value - bare[n]!)))).toBeGreaterThan(10);
  await app.call('candidate.setCover', { candidate_ids: [first.candidate_id], cover: chosen }, ann);

  const { data: started } = await app.call('candidate.export', { mproject_id }, ann);
  expect((await ended(app, ann, started.task_id))?.status).toBe('succeeded');
  const { data: made } = await app.call('artwork.list', { project_id, order: 'oldest' }, ann);
  const byCandidate = new Map(made.items.map((one) => [one.candidate_id, one]));
  const finished = planned.map(({ candidate_id }) => byCandidate.get(candidate_id)!);
  const large = await Promise.all(finished.map(({ cover_download_url }) => take(app, cover_download_url)));
  const { width, height, format } = await sharp(large[0]).metadata();
  expect([width, height, format]).toEqual([1080, 1920, 'jpeg']);
  const whole = await Promise.all(large.map(greys));
  expectDifferent(whole);
  // What was shown before is what came.
  expect(apart(whole[0]!, await greys(await take(app, view.url)))).toBeLessThan(3);
  expect(apart(whole[1]!, drawn[1]!)).toBeLessThan(3);
  expect((await listOf(app, mproject_id, ann))[0]?.cover_url).toBe(finished[0]?.cover_url);

  const ids = finished.map(({ artwork_id }) => artwork_id);
  expect(new Set((await coversIn(app, ann, ids)).map((bytes) => bytes.toString('base64'))).size).toBe(3);

  // As a task leaves them that is stopped before it comes to covers; the picture of the second can't be read any more.
  for (const [n, artwork_id] of ids.slice(0, 2).entries()) {
    const [row] = await app.db.select().from(artwork).where(eq(artwork.artwork_id, artwork_id));
    const { drawing, is_ai } = await drawArtwork(app.db, row!, await readParts(app.db, row!), {
      cover: row!.cover!,
      best: row!.cover!.shown,
      isSmall: false,
    });
    const picture = n === 0 ? drawing.picture : { ...drawing.picture, sha256: 'f'.repeat(64) };
    const cover = { ...row!.cover!, undrawn: { drawing: { ...drawing, picture }, is_ai } };
    const old = { cover, cover_full_vlc_id: null, cover_vlc_id: null };
    await app.db.update(artwork).set(old).where(eq(artwork.artwork_id, artwork_id));
  }
  const late = await coversIn(app, ann, ids);
  expect(apart(whole[0]!, await greys(late[0]!))).toBeLessThan(3);
  expectDifferent(await Promise.all(late.map(greys)));

  // As videos of before are: two of them share one small cover, and nothing is known of it.
  const [one, two] = await app.db.select().from(artwork).where(eq(artwork.project_id, project_id));
  const [shared] = await app.db
    .select()
    .from(vlc_file)
    .where(eq(vlc_file.vlc_id, one!.cover_vlc_id ?? ''));
  for (const { artwork_id } of [one!, two!]) {
    const cover_vlc_id = newId();
    await app.db.insert(vlc_file).values({ ...shared!, vlc_id: cover_vlc_id });
    const old = { cover: null, cover_full_vlc_id: null, cover_vlc_id };
    await app.db.update(artwork).set(old).where(eq(artwork.artwork_id, artwork_id));
  }
  expect(new Set((await coversIn(app, ann, ids)).map((bytes) => bytes.toString('base64'))).size).toBe(3);

  // Afterwards: another moment, refused where another video has it, taken with other words.
  const target = finished[1]!.artwork_id;
  const theirs = { kind: 'frame' as const, at_ms: 500 };
  const third = finished[2]!;
  const set = (artwork_id: string, cover: object) => app.call('artwork.setCover', { artwork_id, cover }, ann);
  expect((await set(third.artwork_id, { ...theirs, title: { text: '', style, position } })).message).toBe('');
  const [row] = await app.db.select().from(artwork).where(eq(artwork.artwork_id, third.artwork_id));
  const [again] = await app.db.select().from(artwork).where(eq(artwork.artwork_id, target));
  // The same shot of the same film, in another video.
  await app.db.update(artwork).set({ timeline: row!.timeline }).where(eq(artwork.artwork_id, target));
  const refused = await set(target, { ...theirs, title: { text: '', style, position } });
  expect(refused.message).toBe(`成片「${third.artwork_name}」已经用了这个封面，请换一个画面，或写上不同的标题`);
  const { data: changed } = await set(target, { ...theirs, title: { text: '第二版', style, position } });
  expect(changed.cover_url).not.toBe(finished[1]?.cover_url);
  const before = await app.db
    .select()
    .from(vlc_file)
    .where(eq(vlc_file.vlc_id, again!.cover_vlc_id ?? ''));
  expect(before).toEqual([]);

  // A picture of one's own; a machine's says so, inside and for eyes.
  const picture = await knownMaterial(app, ann, project_id, await app.media.picture(), { ai_origin: true });
  const { data: own } = await set(target, { kind: 'picture', material_id: picture });
  expect(await labelIn(app, 'a.jpg', await take(app, own.cover_download_url))).toMatchObject({
    Label: '1',
  });
  const [marked] = await app.db.select().from(artwork).where(eq(artwork.artwork_id, target));
  expect(marked?.cover).toMatchObject({ kind: 'picture', is_marked: true, words: '第二版' });
  expect((await set(target, { kind: 'picture', material_id: films[0] })).message).toContain('封面要用图片');
  expect((await set(target, { ...AUTO_COVER })).message).toBe('');

  // At once: no two videos get the same, and of two for one video the second sees the first before.
  const ownPicture = { kind: 'picture' as const, material_id: picture, title: { text: '同时', style, position } };
  const atOnce = await Promise.all([set(target, ownPicture), set(third.artwork_id, ownPicture)]);
  expect(atOnce.map(({ message }) => message).toSorted()).toEqual(['', expect.stringContaining('已经用了这个封面')]);
  const titled = (text: string) => set(target, { ...AUTO_COVER, title: { text, style, position } });
  const twice = await Promise.all([titled('甲'), titled('乙')]);
  expect(twice.map(({ message }) => message).toSorted()).toEqual(['', expect.stringContaining('刚被别人换过')]);

  // Many at once: words only.
  const both = [first.candidate_id, second.candidate_id];
  const many = await app.call('candidate.setCover', { candidate_ids: both, cover: { kind: 'frame', at_ms: 0 } }, ann);
  expect(many.message).toContain('一次只能给一条');
  const words = { title: { text: '限时', style, position } };
  expect((await app.call('candidate.setCover', { candidate_ids: both, cover: words }, ann)).data.changed).toBe(2);
});
