import { readFile, writeFile } from 'node:fs/promises';
import { type Ai, emptySight, type Picture, type TracedFace } from '@mixreel/ai';
import { AppError, FACE_CONSENT, type FaceGroup, type Timeline } from '@mixreel/contract';
import { probe, runFfmpeg } from '@mixreel/media';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '#db/id.ts';
import { eq, sql } from '#db/orm.ts';
import { analysisTopic } from '#features/analysis/analysis-info.ts';
import { artworkTopic } from '#features/dir/tell-artworks.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { video_clip } from '#features/mix/mix.tables.ts';
import { mixTopic } from '#features/mix/tell-change.ts';
import { stream_event } from '#http/http.tables.ts';
import { startFaceDouble } from '#testing/face-double.ts';
import { addDir, addVideo, wordsOn } from '#testing/finished-videos.ts';
import { analysed, knownMaterial, testProject } from '#testing/materials.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { changed, type FigureChange, regrouped } from './change-swap.ts';
import { downloadSwap } from './download-swap.ts';
import { face_swap, type Figure, type Track } from './face.tables.ts';
import { headsOf, makeSwap } from './make-swap.ts';
import { swapsTopic } from './tell-swaps.ts';
import { groupTracks, longestTracks, trackFaces } from './track-faces.ts';

const ENDED = ['succeeded', 'partial', 'failed', 'canceled'];
const [WIDTH, HEIGHT] = [192, 144];
const consented = { consent_version: FACE_CONSENT.version, is_adult: true as const, subject: 'self' as const };

type Seen = { x: number; y: number; width: number; height: number; kind: 'red' | 'blue' | 'yellow' };

/** Whoever sees faces here sees heads of one plain colour, and knows people by it; yellow ones are children. */
async function headsIn(picture: Picture): Promise<{ heads: Seen[]; width: number; height: number }> {
  const read = typeof picture === 'string' ? sharp(picture) : sharp(picture.data, { raw: { ...picture, channels: 3 } });
  const { data, info } = await read.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const found = new Map<Seen['kind'], { left: number; right: number; top: number; bottom: number; count: number }>();
  for (let n = 0; n < info.width * info.height; n += 1) {
    const [r, g, b] = [data[n * 3]!, data[n * 3 + 1]!, data[n * 3 + 2]!];
    const kind = r - b > 60 ? (g - b > 60 ? 'yellow' : 'red') : b - r > 60 ? 'blue' : null;
    if (!kind) continue;
    const [x, y] = [n % info.width, Math.floor(n / info.width)];
    const box = found.get(kind) ?? { left: x, right: x, top: y, bottom: y, count: 0 };
    box.count += 1;
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.bottom = Math.max(box.bottom, y);
    found.set(kind, box);
  }
  // Where colours meet there are a few pixels of others.
  const large = [...found].filter(([, { count }]) => count > 1500);
  const heads = large.map(([kind, { left, right, top, bottom }]) => {
    return { kind, x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
  });
  return { heads, width: info.width, height: info.height };
}

const vectorOf = (kind: Seen['kind']) => Float32Array.from({ length: 128 }, (_, n) => +(n === kind.length));

function eyes(real: Pick<Ai, 'faceNet'>): Partial<Ai> {
  const netOf = async ({ x, y, width, height }: Seen) => {
    const { points: flat } = await real.faceNet();
    const made = new Float32Array(478 * 3);
    const [top, bottom, side] = [flat[10 * 3 + 1]!, flat[152 * 3 + 1]!, flat[454 * 3]!];
    for (let n = 0; n < 468; n += 1) {
      made[n * 3] = x + width / 2 + (flat[n * 3]! / side) * (width / 2);
      made[n * 3 + 1] = y + ((top - flat[n * 3 + 1]!) / (top - bottom)) * height;
    }
    return made;
  };
  return {
    see: async (pictures) => pictures.map(() => emptySight(16, 16)),
    async traceFaces(pictures) {
      const seen = [];
      for (const picture of pictures) {
        const { heads, width, height } = await headsIn(picture);
        const faces: TracedFace[] = [];
        for (const head of heads) {
          const box = {
            x: head.x / width,
            y: head.y / height,
            width: head.width / width,
            height: head.height / height,
          };
          const like = { vector: vectorOf(head.kind), years: head.kind === 'yellow' ? 6 : 30 };
          const sure = { score: 1, presence: 1, sharpness: 1, yaw: 0, pitch: 0 };
          faces.push({ box, points: await netOf(head), ...like, ...sure });
        }
        seen.push({ faces, width, height });
      }
      return seen;
    },
    faceSkin: async ({ square }) => ({ square, data: new Uint8Array(16 * 16).fill(255) }),
    async followFace({ picture }) {
      const { heads } = await headsIn(picture);
      const [head] = heads;
      return { points: head ? await netOf(head) : new Float32Array(478 * 3), presence: head ? 1 : 0 };
    },
  };
}

const head = (colour: string, stripe: string) =>
  `<ellipse cx="60" cy="72" rx="46" ry="60" fill="${colour}"/><rect x="54" y="60" width="12" height="24" fill="${stripe}"/>`;
const draw = (inner: string, size = { width: 120, height: 144 }) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${inner}</svg>`),
  );

async function world() {
  const ai: Partial<Ai> = {};
  const made = { film: '' };
  const service = await startFaceDouble(() => readFile(made.film));
  onTestFinished(() => service.close());
  const AI_PROVIDERS = JSON.stringify([service.provider('face-swaps'), service.provider('heygen')]);
  const app = await createTestApp({ work: true, ai, env: { WORKER_CORES: '2', AI_PROVIDERS } });
  Object.assign(app.ai, eyes(app.ai));
  const user = await app.signIn();
  const project_id = await testProject(app, user);
  const add = async (path: string) => {
    const material_id = await knownMaterial(app, user, project_id, path);
    const film = { width: WIDTH, height: HEIGHT, fps: 10, duration: 1 };
    if (path.endsWith('.mp4')) await app.db.update(material).set(film).where(eq(material.material_id, material_id));
    return material_id;
  };
  const picture = async (colour: string, stripe = colour) => {
    const path = app.scratch.file('.png');
    await draw(head(colour, stripe)).flatten({ background: '#808080' }).png().toFile(path);
    return add(path);
  };
  const ended = async (task_id: string) => {
    const read = async () => (await app.call('task.check', { task_ids: [task_id] }, user)).data.items[0];
    await expect.poll(async () => ENDED.includes((await read())?.status ?? ''), { timeout: 60_000 }).toBe(true);
    return read();
  };
  return { app, user, project_id, add, picture, ended, service, made };
}

function light(frames: Buffer, frame: number, x: number, y: number): number {
  const at = (frame * WIDTH * HEIGHT + y * WIDTH + x) * 3;
  return frames[at]! + frames[at + 1]! + frames[at + 2]!;
}

/** A blue head that goes across a grey wall. */
async function filmOf(app: TestApp): Promise<string> {
  const [cover, film] = [app.scratch.file('.png'), app.scratch.file('.mp4')];
  await draw(head('#3050d0', '#3050d0'), { width: 120, height: 144 }).png().toFile(cover);
  await runFfmpeg(app.tools, [
    ['-f', 'lavfi', '-i', `color=0x808080:s=${WIDTH}x${HEIGHT}:r=10:d=1`, '-i', cover],
    ['-filter_complex', "[0:v][1:v]overlay=x='n*4':y=0,format=yuv420p", '-c:v', 'libx264', '-crf', 8, film],
  ]);
  return film;
}

test('a face comes onto a person with a consent that holds; withdrawn, whatever shows it stays in the space', async () => {
  const { app, user, project_id, add, picture, ended, service, made: given } = await world();
  const film = await filmOf(app);
  const source = await add(film);
  const portrait = await picture('#d04030', '#501010');

  const wish = { project_id, face_name: '小红', material_ids: [portrait], ...consented };
  const unsaid = { ...wish, consent_version: undefined };
  expect((await app.call('face.addFace', unsaid as never, user)).message).toContain('单独同意');
  const child = await app.call('face.addFace', { ...wish, material_ids: [await picture('#e0d020')] }, user);
  expect(child.message).toContain('未成年');
  const nobody = await app.call('face.addFace', { ...wish, material_ids: [await picture('#808080')] }, user);
  expect(nobody.message).toContain('没有找到人脸');
  const { data: face } = await app.call('face.addFace', wish, user);
  expect(face.consent).toMatchObject({ by_name: user.name, version: 1, subject: 'self', withdrawn_at: null });
  expect((await app.call('face.systemFaces', {}, user)).data).toMatchObject({ items: [], note: /授权/ });

  const { data: begun } = await app.call('face.addProject', { project_id, material_id: source }, user);
  const { swap_id } = begun;
  expect((await ended(begun.task_id))?.error).toBe(null);
  const { data: found } = await app.call('face.projectDetail', { swap_id }, user);
  expect(found).toMatchObject({ status: 'ready', figures: [{ figure_name: '人物 1', refusal: null }] });
  const none = await app.call('face.addTask', { swap_id, kind: 'whole' }, user);
  expect(none.message).toContain('选一张脸');

  const [figure] = found.figures;
  const choice = { swap_id, figure_id: figure!.figure_id, face_id: face.face_id, mask: 'face' as const };
  const { data: grouped } = await app.call('face.addGroup', choice, user);
  expect(grouped.groups).toHaveLength(1);

  // A service does it under the same consent: what it gives is labelled, judged, and known to show the face.
  given.film = film;
  const elsewhere = async (engine: string) => {
    const { data, message } = await app.call('face.addTask', { swap_id, kind: 'whole', engine }, user);
    return data ? (await ended(data.task_id))?.error?.message : message;
  };
  expect(grouped.engines).toMatchObject([{ engine: 'face-swaps', cost: 0.5, problem: null }, { engine: 'heygen' }]);
  expect(await elsewhere('heygen')).toContain('PUBLIC_URL');
  service.wishes.fail = 'no_face';
  expect(await elsewhere('face-swaps')).toContain('没有找到可以换的脸');
  service.wishes.fail = '';
  expect(await elsewhere('face-swaps')).toBe(undefined);
  expect(service.asked.map(({ path }) => path)).toEqual(['/v1/face-swaps', '/v1/face-swaps']);
  expect(service.asked[1]!.body.toString('latin1')).toMatch(/name="source".*name="target"/s);
  const { data: served } = await app.call('face.projectDetail', { swap_id }, user);
  expect(served.result).toMatchObject({ note: null, scores: [{ to_new: 0, to_old: 1, before: 0, frames: 10 }] });
  expect(decodeURIComponent(served.result?.url ?? '')).toContain('-换脸.mp4');
  // Another film came back, and nobody here can judge it now: what was paid is kept all the same, and it is said.
  given.film = app.scratch.file('.mp4');
  await runFfmpeg(app.tools, [['-i', film, '-t', 0.4, '-c:v', 'libx264', given.film]]);
  vi.spyOn(app.ai, 'traceFaces').mockRejectedValueOnce(new AppError('preparing'));
  expect(await elsewhere('face-swaps')).toBe(undefined);
  const { data: unjudged } = await app.call('face.projectDetail', { swap_id }, user);
  const note = expect.stringContaining('长 0.4 秒（原来 1.0 秒）') as string;
  expect(unjudged.result).toMatchObject({ note, scores: [{ to_new: null, frames: 10 }] });

  const { data: making } = await app.call('face.addTask', { swap_id, kind: 'whole' }, user);
  expect((await ended(making.task_id))?.error).toBe(null);
  const { data: done } = await app.call('face.projectDetail', { swap_id }, user);
  expect(done.result?.scores[0]).toMatchObject({ frames: 10, turned_frames: 0, lost_frames: 0 });

  const answer = await fetch(`${app.url}${done.result?.url}`);
  const [made, raw, before] = [app.scratch.file('.mp4'), app.scratch.file('.rgb'), app.scratch.file('.rgb')];
  await writeFile(made, Buffer.from(await answer.arrayBuffer()));
  expect((await probe(app.tools, made)).tags['AIGC']).toContain('"Label":"1"');
  for (const [from, to] of [
    [made, raw],
    [film, before],
  ] as const) {
    await runFfmpeg(app.tools, [['-i', from, '-f', 'rawvideo', '-pix_fmt', 'rgb24', to]]);
  }
  const [after, was] = [await readFile(raw), await readFile(before)];
  expect(after.length).toBe(was.length);
  // The stripe of the new face is on the head, wherever it has moved; the wall and the hair line are as they were.
  for (const frame of [1, 5, 8]) {
    const middle = 60 + frame * 4;
    expect(light(was, frame, middle, 72) - light(after, frame, middle, 72)).toBeGreaterThan(60);
    expect(Math.abs(light(was, frame, 2, 70) - light(after, frame, 2, 70))).toBeLessThan(9);
  }

  const { data: taken } = await app.call('face.download', { swap_id }, user);
  const away = Buffer.from(await (await fetch(`${app.url}${taken.url}`)).arrayBuffer());
  await writeFile(made, away);
  await runFfmpeg(app.tools, [['-i', made, '-frames:v', 1, '-f', 'rawvideo', '-pix_fmt', 'rgb24', raw]]);
  // Somewhere on the wall of the first frame stands the notice.
  const first = await readFile(raw);
  expect([...first.keys()].some((n) => n % 3 === 0 && Math.abs(first[n]! - after[n]!) > 60)).toBe(true);

  const { data: saved } = await app.call('face.saveResult', { swap_id }, user);
  const { data: detail } = await app.call('material.detail', { material_id: saved.material_id }, user);
  expect(detail).toMatchObject({ material_source: 'face_swap', ai_origin: true, made_of: { material_id: source } });
  const link = `${app.url}${detail.cdn_url}`;
  expect((await fetch(link)).status).toBe(200);
  await analysed(app, saved.material_id);
  const space_id = user.space_id;
  const place = { space_id, project_id, user };
  const dir_id = await addDir(app, place, '夏季');
  const timeline = { ...wordsOn(['好']), cuts: [{ material_id: saved.material_id }] as Timeline['cuts'] };
  const artwork_id = await addVideo(app, place, { dir_id, content: Buffer.from('mixed'), timeline });
  const { data: shared } = await app.call('share.add', { team_id: space_id, material_ids: [saved.material_id] }, user);
  const { record_uuid } = shared;

  const { data: mix } = await app.call('mix.add', { project_id, mproject_name: '用到它的', lines: ['好'] }, user);
  const { mproject_id } = mix;
  const part = { space_id, mproject_id, pool: 'header' as const, rank: 'a', start_ms: 0, end_ms: 900 };
  await app.db.insert(video_clip).values({ ...part, video_clip_id: newId(), material_id: saved.material_id });
  await app.db.delete(stream_event);

  const { data: gone } = await app.call('face.withdrawFace', { face_id: face.face_id }, user);
  // Whoever looks at the library, the videos, the mix or the faces hears of it, and reads there why it stays.
  const topics = (await app.db.select().from(stream_event)).map(({ topic }) => topic);
  const open = [artworkTopic(space_id), mixTopic(mproject_id), analysisTopic(project_id), swapsTopic(project_id)];
  for (const topic of open) {
    expect(topics).toContain(topic);
  }
  const { data: video } = await app.call('artwork.detail', { artwork_id }, user);
  expect(video.withheld).toContain('已撤回');
  const { data: check } = await app.call('candidate.check', { mproject_id }, user);
  expect(JSON.stringify(check)).toMatch(/已撤回[^"]*请换一个片段/);
  expect(gone.items.map(({ kind, is_withheld }) => [kind, is_withheld])).toEqual([
    ['artwork', true],
    ['material', true],
    // The picture of the face itself.
    ['material', true],
    ['result', true],
    ['result', true],
    ['result', true],
    ['result', true],
  ]);
  for (const url of [link, `${app.url}${taken.url}`, `${app.url}${done.result?.url}`]) {
    const refused = await fetch(url);
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('已撤回')]);
  }
  const zip = await app.call('material.download', { material_ids: [saved.material_id] }, user);
  const packed = zip.code === 0 ? await (await fetch(`${app.url}${zip.data.url}`)).text() : zip.message;
  expect(packed).toContain('已撤回');
  // Nor by a share that was made before, nor as a finished video or a draft with it.
  const visit = await app.call('share.download', { record_uuid }, null);
  const away_again = visit.code === 0 ? await (await fetch(`${app.url}${visit.data.url}`)).text() : visit.message;
  expect(away_again).toContain('已撤回');
  expect((await app.call('download.add', { artwork_ids: [artwork_id] }, user)).message).toContain('已撤回');
  const draft = await app.call('draft.add', { project_id, artwork_ids: [artwork_id], format: 'srt' }, user);
  expect(draft.data ? (await ended(draft.data.task_id))?.error?.message : draft.message).toContain('已撤回');
  const pushed = await app.call('upload.push', { vlc_id: done.result!.vlc_id, target: { project_id } }, user);
  expect(pushed.message).toContain('已撤回');
  expect((await app.call('face.addTask', { swap_id, kind: 'preview' }, user)).message).toContain('已撤回');
  expect(await elsewhere('face-swaps')).toContain('已撤回');
  const again = await app.call('face.addProject', { project_id, material_id: saved.material_id }, user);
  expect(again.message).toContain('已撤回');
  await app.call('face.removeProject', { swap_id }, user);
  expect(await app.db.$count(face_swap)).toBe(0);
  expect((await app.call('face.listUses', { face_id: face.face_id }, user)).data.items).toHaveLength(7);
});

test('what another attempt makes shows the face that is chosen now, and never takes the place of what was begun later', async () => {
  const { app, user, project_id, add, picture, ended } = await world();
  const film = await filmOf(app);
  const addFace = async (face_name: string, stripe?: string) => {
    const material_ids = [await picture('#d04030', stripe)];
    return (await app.call('face.addFace', { project_id, face_name, material_ids, ...consented }, user)).data.face_id;
  };
  const [striped, plain] = [await addFace('小红', '#501010'), await addFace('小蓝')];
  const { data: begun } = await app.call('face.addProject', { project_id, material_id: await add(film) }, user);
  const { swap_id } = begun;
  await ended(begun.task_id);
  const { data: found } = await app.call('face.projectDetail', { swap_id }, user);
  const choice = { swap_id, figure_id: found.figures[0]!.figure_id, mask: 'face' as const };
  const { data: grouped } = await app.call('face.addGroup', { ...choice, face_id: striped }, user);
  const [{ group_id }] = grouped.groups as [FaceGroup];

  const latest = (make_task_id: string) =>
    app.db.update(face_swap).set({ make_task_id }).where(eq(face_swap.swap_id, swap_id));
  type Step = <T>(key: string, run: () => Promise<T>) => Promise<T>;
  const attempt = (task_id: string, step: Step) => {
    const task = { task_id, space_id: user.space_id, project_id, user_uid: user.user_uid, attempt: 1 };
    const context = { ...app, task, step, signal: new AbortController().signal, report: () => {} };
    return makeSwap(context, swap_id, 'whole', 0);
  };
  const resultOf = async () => (await app.call('face.projectDetail', { swap_id }, user)).data.result;
  await latest('one');
  const killed = attempt('one', async (_, run) => {
    await run();
    throw new Error('killed behind the film');
  });
  await expect(killed).rejects.toThrow('killed');
  await app.call('face.withdrawFace', { face_id: striped }, user);
  await app.call('face.updateGroup', { ...choice, group_id, face_id: plain }, user);
  const turn = (is_on: boolean) => app.call('face.updateGroup', { ...choice, group_id, face_id: plain, is_on }, user);
  await attempt('one', async (key, run) => {
    // Who changes their mind while it is made loses nothing of it.
    if (key === 'keep') await turn(false);
    return run();
  });
  await turn(true);

  const made = await resultOf();
  const [path, raw] = [app.scratch.file('.mp4'), app.scratch.file('.rgb')];
  await writeFile(path, Buffer.from(await (await fetch(`${app.url}${made?.url}`)).arrayBuffer()));
  await runFfmpeg(app.tools, [['-i', path, '-frames:v', 1, '-f', 'rawvideo', '-pix_fmt', 'rgb24', raw]]);
  const pixels = await readFile(raw);
  const redAt = (x: number) => pixels[(72 * WIDTH + x) * 3]!;
  // Where the stripe of the other face would be it is as red as beside it.
  expect(Math.abs(redAt(60) - redAt(82))).toBeLessThan(25);

  // One that was begun later has given this; the one before is tried again.
  await latest('two');
  const files = await app.db.$count(vlc_file);
  await expect(attempt('one', (_, run) => run())).rejects.toThrow('重新开始');
  const overtaken = attempt('two', async (key, run) => {
    if (key === 'keep') await latest('three');
    return run();
  });
  await expect(overtaken).rejects.toThrow('重新开始');
  expect([await app.db.$count(vlc_file), (await resultOf())?.vlc_id]).toEqual([files, made?.vlc_id]);

  // Taken away and saved in one moment, by several: each finds its own, and nobody undoes what another wrote.
  const away = app.call('face.download', { swap_id }, user);
  const saves = await Promise.all([1, 2].map(() => app.call('face.saveResult', { swap_id }, user)));
  const [saved] = saves.flatMap(({ data }) => data?.material_id ?? []);
  expect((await away).code).toBe(0);
  expect(saves.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 409]);
  const [stored] = await app.db.select().from(face_swap);
  expect(stored?.result).toMatchObject({ material_id: saved, marked_vlc_id: expect.any(String) as string });
  // Made anew while the notice is drawn: what came of it stays, and the copy of the old one does not.
  const anew = { ...stored!.result!, vlc_id: 'anew', marked_vlc_id: null };
  await app.db.update(face_swap).set({ result: { ...stored!.result!, marked_vlc_id: null } });
  const remade = { ...app, signal: new AbortController().signal };
  remade.storage = Object.create(app.storage, {
    open: {
      async value(sha256: string) {
        await app.db.update(face_swap).set({ result: anew });
        return app.storage.open(sha256);
      },
    },
  }) as typeof app.storage;
  const taker = { space_id: user.space_id, user_uid: user.user_uid, address: '' };
  const copies = () => app.db.$count(vlc_file, sql`${vlc_file.file_name} like '%-换脸.mp4'`);
  const before = await copies();
  await expect(downloadSwap(remade, taker, swap_id)).rejects.toThrow('刚刚重新做过');
  expect([(await app.db.select().from(face_swap))[0]?.result, await copies()]).toEqual([anew, before]);

  const both = [1, 2].map(() => app.call('face.addTask', { swap_id, kind: 'whole' }, user));
  expect((await Promise.all(both)).map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 409]);
});

/** Somebody, known by a number, so far from the left. */
const seen = (x: number, kind: number) => ({
  box: { x, y: 0.2, width: 0.2, height: 0.3 },
  vector: Float32Array.from([+(kind === 0), +(kind === 1)]),
  yaw: 0,
  years: 30,
  sharpness: 1,
  presence: 1,
});

test('faces that move are one, people are known again behind a cut, and can be put together and apart', () => {
  const looks = [0, 1, 2, 3, 4, 5].map((n) => ({
    at_ms: n * 200,
    // Two who stand side by side; behind the cut the first stands elsewhere.
    faces: n < 3 ? [seen(0.1 + n * 0.02, 0), seen(0.6, 1)] : [seen(0.5, 0)],
  }));
  const fresh = trackFaces(looks, [600], 200, 1200);
  expect(fresh.map(({ start_ms, end_ms }) => [start_ms, end_ms]).toSorted((a, b) => a[0]! - b[0]!)).toEqual([
    [0, 600],
    [0, 600],
    [600, 1200],
  ]);
  // Of too many those go that are hardly seen, wherever in the film they are.
  const moments = [0, 1, 9].map((from) => ({ start_ms: from * 100, end_ms: from * 100 + 100 * (from || 2) }));
  expect(longestTracks(moments, 2).map(({ start_ms }) => start_ms)).toEqual([0, 900]);
  const tracks = fresh.map(({ start_ms, end_ms, boxes, years, vector }, n): Track => {
    return { start_ms, end_ms, boxes, years, vector: [...vector], track_id: `t${n}`, cover_vlc_id: null };
  });
  const figures = groupTracks(tracks);
  expect(figures.map((one) => one.tracks.length)).toEqual([2, 1]);
  const ids = figures.map(({ figure_id }) => figure_id);
  const merged = changed(figures, { kind: 'merge', figure_ids: ids });
  expect(merged.map((one) => one.tracks.length)).toEqual([3]);
  // Two heads at once, as in a mirror, both get the face.
  expect(headsOf(merged[0]!).map((one) => one.tracks.length)).toEqual([2, 1]);
  // Nobody grows up by being put together with others.
  const child = figures.map((one, n) => ({
    ...one,
    tracks: one.tracks.map((track) => ({ ...track, years: n ? 6 : 30 })),
  }));
  expect(() => changed(child, { kind: 'merge', figure_ids: ids })).toThrow('未成年');
  const split = changed(merged, { kind: 'split', track_ids: ['t0'] });
  expect(split.map((one) => one.tracks.map(({ track_id }) => track_id).includes('t0'))).toEqual([false, true]);
});

const track = (track_id: string, years = 30): Track => {
  return { track_id, start_ms: 0, end_ms: 400, boxes: [], vector: [], years, cover_vlc_id: null };
};
const figure = (n: number, ...tracks: Track[]): Figure => {
  return { figure_id: `f${n}`, figure_name: `人物 ${n}`, tracks };
};

test('a face stays with the moments that it was chosen for, however people are put together and apart', () => {
  const look = { is_on: true, ranges: [], strength: 1, mask: 'face', fit: 1, enhance: 'none' } as const;
  const group = (n: number): FaceGroup => ({
    ...look,
    ranges: [],
    group_id: `g${n}`,
    figure_id: `f${n}`,
    face_id: `${n}`,
  });
  const before = [figure(1, track('a'), track('b')), figure(3, track('c'))];
  const after = (change: FigureChange, groups = [group(1), group(3)], figures = before) => {
    const now = changed(figures, change);
    return regrouped(groups, figures, now).map(({ figure_id, face_id }) => {
      return [now.find((one) => one.figure_id === figure_id)?.figure_name, face_id];
    });
  };
  // All of somebody split off is the same person under another name, and no other name is given twice.
  expect(after({ kind: 'split', track_ids: ['a', 'b'] })).toEqual([
    ['人物 2', '1'],
    ['人物 3', '3'],
  ]);
  expect(after({ kind: 'split', track_ids: ['a'] }).map(([name]) => name)).toEqual(['人物 1', '人物 3']);
  expect(changed(before, { kind: 'split', track_ids: ['a'] }).map(({ figure_name }) => figure_name)).toEqual([
    '人物 1',
    '人物 3',
    '人物 4',
  ]);
  expect(after({ kind: 'merge', figure_ids: ['f1', 'f3'] }, [group(3)])).toEqual([['人物 1', '3']]);
  // What is left of them is a child: no face that nobody could take away stays on it.
  const mixed = [figure(1, track('a', 6), track('b'), track('c'))];
  expect(after({ kind: 'split', track_ids: ['b', 'c'] }, [group(1)], mixed)).toEqual([]);
});
