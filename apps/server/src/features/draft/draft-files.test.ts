import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DRAFT_PROFILES, type DraftProfile } from '@mixreel/contract';
import { extractStyleRanges, extractText, loadDraft, runCommand } from 'capcut-cli';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { lintDraft } from '#testing/lint-draft.ts';
import { makeTempDir } from '#testing/temp-dir.ts';
import { someTimeline, testFiles, type TestFiles } from '#testing/timelines.ts';
import { buildDraftFiles } from './draft-files.ts';
import { resourceOf } from './draft-materials.ts';
import { idsFrom } from './ids.ts';
import { buildInstallers } from './installers.ts';
import { markersOf } from './markers.ts';
import { buildSrt } from './srt.ts';

const PROFILES = Object.keys(DRAFT_PROFILES) as DraftProfile[];
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
let files: TestFiles;
let paths: Map<string, string>;

beforeAll(async () => {
  ({ files, paths } = await testFiles());
});

function tempDir(): string {
  const { dir, remove } = makeTempDir();
  onTestFinished(remove);
  return dir;
}

type Wish = { profile?: DraftProfile; root?: string; change?: (made: ReturnType<typeof someTimeline>) => void };

/** A draft as it lies in a folder after unpacking; in the user's own folder of drafts unless told otherwise. */
function writeDraft(seed: number, { profile = 'jianying_5', root, change }: Wish = {}) {
  const dir = tempDir();
  const made = someTimeline(seed, files);
  change?.(made);
  const name = `草稿 ${seed}`;
  const request = { ...made, name, profile, markers: markersOf(profile), root: root ?? dir };
  const built = buildDraftFiles({ ...request, nextId: idsFrom(`${seed} ${profile}`), now_ms: 1_750_000_000_000 });
  const write = (path: string, source: unknown) => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), source as Buffer);
  };
  for (const file of built.files) write(file.name, file.source);
  for (const file of Object.values(files)) {
    const path = join(dir, name, resourceOf(file));
    mkdirSync(dirname(path), { recursive: true });
    copyFileSync(paths.get(file.file_name)!, path);
  }
  const beside = buildInstallers({ profile, root: root ?? dir, drafts: [name], entries: [built.entry] }, built.notes);
  for (const file of beside) write(file.name, file.source);
  return { ...made, ...built, name, dir, folder: join(dir, name) };
}

const faultsIn = (folder: string) => lintDraft(folder).filter(({ severity }) => severity !== 'info');

type Segment = {
  material_id: string;
  target_timerange: { start: number; duration: number };
  source_timerange: { start: number; duration: number } | null;
  speed: number;
  extra_material_refs: string[];
};

/** What an independent reader finds in a draft. */
function readBack(folder: string) {
  const { draft } = loadDraft(folder);
  const tracks = draft.tracks as unknown as { name: string; type: string; flag: number; segments: Segment[] }[];
  const segments = (name: string) =>
    tracks.filter((track) => track.name.startsWith(name)).flatMap((one) => one.segments);
  return { draft, tracks, segments };
}

/** The cues of an SRT without their numbers. */
function blocks(text: string): string[] {
  const cues = text
    .replace(/^\u{FEFF}/u, '')
    .trim()
    .split('\n\n');
  return cues.map((cue) => cue.split('\n').slice(1).join('\n'));
}

const endOf = ({ target_timerange: { start, duration } }: Segment) => start + duration;
const us = (frame: number, fps: number) => Math.round((frame / fps) * 1e6);

describe.each(PROFILES)('a draft for %s', (profile) => {
  test.each(SEEDS)('has no fault that an independent reader finds (%i)', (seed) => {
    const { folder } = writeDraft(seed, { profile });
    // That each kind of file can be read is the same for all.
    const issues = lintDraft(folder, { probeMedia: seed === 1 });
    expect(issues.filter(({ severity }) => severity !== 'info')).toEqual([]);
    // It may remark that it does not know a filter, never that a file or its listing is missing.
    expect(issues.filter(({ code }) => code !== 'unknown-effect-slug')).toEqual([]);
    expect(readFileSync(join(folder, 'draft_info.json'))).toEqual(readFileSync(join(folder, 'draft_content.json')));
  });

  test('says which program it is for', () => {
    const { draft } = readBack(writeDraft(1, { profile }).folder);
    const { app_id, app_source, app_version, new_version } = DRAFT_PROFILES[profile];
    const platform = { app_id, app_source, app_version, os: 'windows' };
    expect(draft).toMatchObject({ platform, last_modified_platform: platform, new_version, version: 360_000 });
  });
});

test.each(SEEDS)('every frame of the draft shows what the same frame of the video shows (%i)', (seed) => {
  const { folder, timeline } = writeDraft(seed);
  const { draft, segments } = readBack(folder);
  const { cuts, fps, frames } = timeline;
  const pictures = segments('画面');
  expect(draft.duration).toBe(us(frames, fps));

  // Clips meet in the middle of the frames that two shots share.
  const seams = cuts.map((cut, n) => Math.max(0, cut.start_frame + cut.frames - (cuts[n + 1]?.start_frame ?? frames)));
  const joins = [0, ...cuts.slice(1).map((cut, n) => cut.start_frame + Math.floor(seams[n]! / 2)), frames];
  expect(pictures.map((one) => [one.target_timerange.start, endOf(one)])).toEqual(
    cuts.map((_, n) => [us(joins[n]!, fps), us(joins[n + 1]!, fps)]),
  );

  // What a film shows in the first frame of its clip is what it shows in that frame of the video, and so on from there.
  const films = pictures.flatMap((picture, n) =>
    cuts[n]!.is_still ? [] : [{ picture, cut: cuts[n]!, from: joins[n]! }],
  );
  expect(films.map(({ picture }) => picture.source_timerange)).toEqual(
    films.map(({ picture, cut, from }) => ({
      start: Math.round((cut.source_start + ((from - cut.start_frame) / fps) * cut.speed) * 1e6),
      duration: Math.round(picture.target_timerange.duration * cut.speed),
    })),
  );
});

test.each(SEEDS)('a transition lies over the very frames that two shots share (%i)', (seed) => {
  const { folder, timeline } = writeDraft(seed);
  const { draft, segments } = readBack(folder);
  const { cuts, fps } = timeline;
  const known = (draft.materials['transitions'] ?? []) as unknown as { id: string; duration: number }[];
  const found = segments('画面').flatMap((picture) => {
    const transition = known.find(({ id }) => picture.extra_material_refs.includes(id));
    return transition ? [{ duration: transition.duration, begins: endOf(picture) - transition.duration / 2 }] : [];
  });
  const shared = cuts.flatMap(({ start_frame, frames, transition }, n) => {
    const next = cuts[n + 1]?.start_frame ?? Infinity;
    return transition ? [{ from: next, to: start_frame + frames }] : [];
  });
  expect(known).toHaveLength(shared.length);
  expect(found.map(({ duration }) => duration)).toEqual(shared.map(({ from, to }) => us(to, fps) - us(from, fps)));
  // An odd number of frames has its middle within one.
  const off = found.map(({ begins }, n) => Math.abs(begins - us(shared[n]!.from, fps)));
  expect(Math.max(0, ...off)).toBeLessThanOrEqual(500_000 / fps + 1);
});

test.each(SEEDS)('captions, narration and music stand where the video has them (%i)', (seed) => {
  const { folder, timeline } = writeDraft(seed);
  const { draft, segments, tracks } = readBack(folder);
  const { captions, voices, frames, fps } = timeline;
  const total = us(frames, fps);
  const moment = (seconds: number) => Math.min(total, Math.round(seconds * 1e6));
  const times = (name: string) =>
    segments(name)
      .map((one) => [one.target_timerange.start, endOf(one)])
      .toSorted((a, b) => a[0]! - b[0]!);
  const planned = (list: { start: number; end: number }[]) =>
    list.map(({ start, end }) => [moment(start), moment(end)]).toSorted((a, b) => a[0]! - b[0]!);

  expect(times('字幕')).toEqual(planned(captions.filter(({ kind }) => kind === 'caption')));
  expect(times('标题')).toEqual(planned(captions.filter(({ kind }) => kind === 'title')));
  expect(times('AI 标识')).toEqual(planned(captions.filter(({ kind }) => kind === 'ai_mark')));
  expect(times('配音')).toEqual(planned(voices.map(({ start, seconds }) => ({ start, end: start + seconds }))));
  expect(times('音乐')).toEqual([[0, total]]);
  expect(segments('音乐')[0]!.source_timerange!.start).toBe(0);
  expect(tracks.find(({ name }) => name === '字幕')?.flag).toBe(1);

  const texts = draft.materials['texts'] as unknown as { content: string; words: { start_time: number[] } }[];
  for (const { content } of texts) expect(extractStyleRanges(content)).toEqual([[0, extractText(content).length]]);
});

test.each(SEEDS)('an independent tool exports the captions that we export (%i)', (seed) => {
  const { folder, timeline } = writeDraft(seed);
  const { stdout } = runCommand({ command: 'export-srt', project: folder });
  const others = timeline.captions.filter(({ kind }) => kind !== 'caption').map(({ text }) => text);
  const theirs = blocks(stdout).filter((block) => !others.includes(block.split('\n').slice(1).join('\n')));
  expect(theirs).toEqual(blocks(buildSrt(timeline)));
});

/** How loud straight lines between points are at a moment. */
function loudnessAt(points: number[][], moment: number): number {
  const next = points.findIndex(([at]) => at! >= moment);
  const [before, after] = [points[next - 1] ?? points[next]!, points[next]!];
  const share = after[0] === before[0] ? 0 : (moment - before[0]!) / (after[0]! - before[0]!);
  return before[1]! + (after[1]! - before[1]!) * share;
}

test.each(SEEDS)('sound is as loud as in the video, and music low exactly while somebody speaks (%i)', (seed) => {
  const { folder, timeline } = writeDraft(seed);
  const { segments } = readBack(folder);
  const { cuts, voices, music, frames, fps } = timeline;
  type Sounding = Segment & { volume: number; common_keyframes: { keyframe_list: Key[] }[] };
  type Key = { time_offset: number; values: number[] };
  const read = (name: string) => segments(name) as unknown as Sounding[];
  expect(read('画面').map(({ volume, speed }) => [volume, speed])).toEqual(cuts.map((cut) => [cut.volume, cut.speed]));
  const spoken = read('配音').map((one) => [one.target_timerange.start, one.volume, one.source_timerange!.start]);
  expect(spoken.toSorted((a, b) => a[0]! - b[0]!)).toEqual(
    voices.map(({ start, volume }) => [Math.round(start * 1e6), volume, 0]).toSorted((a, b) => a[0]! - b[0]!),
  );
  const keys = read('音乐')[0]!.common_keyframes[0]!.keyframe_list;
  const points = keys.map(({ time_offset, values }) => [time_offset / 1e6, values[0]!]);
  const low = music!.volume * 10 ** (-music!.duck_db / 20);
  const moments = Array.from({ length: Math.floor((frames / fps) * 20) }, (_, n) => n / 20);
  const isWithin = (at: number, before: number, after: number) =>
    voices.some(({ start, seconds }) => at >= start - before && at <= start + seconds + after);
  const heard = (list: number[]) => [...new Set(list.map((at) => loudnessAt(points, at).toFixed(4)))];
  expect(heard(moments.filter((at) => isWithin(at, -0.02, 0)))).toEqual([low.toFixed(4)]);
  const others = heard(moments.filter((at) => !isWithin(at, 0.14, 0.99)));
  expect(others).toEqual(others.length > 0 ? [music!.volume.toFixed(4)] : []);
});

test('music goes down under the narration and up again', () => {
  const { folder } = writeDraft(3);
  const [music] = readBack(folder).segments('音乐') as unknown as {
    common_keyframes: { property_type: string; keyframe_list: { time_offset: number; values: number[] }[] }[];
  }[];
  const [keys] = music!.common_keyframes;
  expect(keys!.property_type).toBe('KFTypeVolume');
  const volumes = keys!.keyframe_list.map(({ values }) => values[0]!);
  expect(Math.max(...volumes)).toBeLessThanOrEqual(0.35);
  expect(Math.min(...volumes)).toBeCloseTo(0.35 * 10 ** (-12 / 20), 4);
  const offsets = keys!.keyframe_list.map(({ time_offset }) => time_offset);
  expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
});

test('a picture that fills the canvas is as large as its narrower side needs, and mirrored where the video is', () => {
  const { folder } = writeDraft(2, {
    change({ timeline, media }) {
      media.cuts.fill(files.film);
      Object.assign(timeline, { ratio: '9:16', width: 1080, height: 1920 });
      for (const cut of timeline.cuts) {
        Object.assign(cut, { is_still: false, fit: 'cover', crop: null, is_mirrored: true });
      }
    },
  });
  const [picture] = readBack(folder).segments('画面') as unknown as {
    clip: { scale: { x: number }; flip: { horizontal: boolean } };
  }[];
  // 96×54 shown whole on 1080×1920 is 607.5 high.
  expect(picture!.clip.scale.x).toBeCloseTo(1920 / ((1080 * 54) / 96), 3);
  expect(picture!.clip.flip.horizontal).toBe(true);
});

test('where a material is gone, a black picture keeps its place', () => {
  const { folder, timeline, dir } = writeDraft(5, {
    change({ media }) {
      media.cuts[0] = null;
    },
  });
  copyFileSync(paths.get('照片.jpg')!, join(folder, 'Resources/video/缺失素材.png'));
  expect(faultsIn(folder)).toEqual([]);
  const { segments } = readBack(folder);
  expect(segments('画面')).toHaveLength(timeline.cuts.length);
  expect(endOf(segments('画面').at(-1)!)).toBe(us(timeline.frames, timeline.fps));
  expect(existsSync(dir)).toBe(true);
});

test('what a program has no match for is said', () => {
  const { notes } = writeDraft(4, {
    profile: 'capcut',
    change({ timeline }) {
      for (const cut of timeline.cuts) {
        cut.filter = { ...cut.filter, filter_key: 'food-warm', brightness: 12 };
        if (cut.transition) cut.transition.kind = 'circle';
      }
    },
  });
  expect(notes).toContain('滤镜「暖食」没有对应的效果，请在剪辑软件里另选');
  expect(notes).toContain('调节（亮度 +12）没有带入，请在剪辑软件里设置');
  expect(notes).toContain('转场「圆形展开」没有对应的效果，已换成「Mix（叠化）」');
});

test('an installer that is started out of the archive, where nothing lies beside it, says what to do', () => {
  const { dir } = writeDraft(1);
  const lines = readFileSync(join(dir, 'install.cmd'), 'utf8').split('\r\n');
  expect(lines.join('')).not.toContain('\n');
  expect(lines[1]).toBe('if exist "%~dp0install.ps1" goto run');
  expect(lines.indexOf('chcp 65001 >nul')).toBeLessThan(lines.findIndex((line) => line.includes('请先解压')));
});

const SHELL = ['zsh', 'bash'].find((name) => spawnSync(name, ['-c', 'true']).status === 0);
const INSTALLERS = [
  { script: 'install.mjs', program: process.execPath, flags: [] },
  { script: 'install.command', program: SHELL, flags: [] },
  {
    script: 'install.ps1',
    program: ['pwsh', 'powershell'].find((name) => spawnSync(name, ['-v']).status === 0),
    flags: ['-NoProfile', '-File'],
  },
];

describe.each(INSTALLERS)('the installer $script', ({ script, program, flags }) => {
  test.skipIf(!program)('puts a draft where the program finds it, and lists it', () => {
    const root = tempDir();
    const list = join(root, 'root_meta_info.json');
    const other = { draft_id: 'OTHER', draft_name: '别的草稿' };
    writeFileSync(list, JSON.stringify({ all_draft_store: [other], draft_ids: 7, root_path: root }));
    const { dir, name, timeline } = writeDraft(6, { profile: 'capcut', root: '' });
    // As unpacked, files are named by a token that only the program itself understands.
    expect(lintDraft(join(dir, name)).some(({ code }) => code === 'missing-file')).toBe(true);

    const run = () => spawnSync(program!, [...flags, join(dir, script), root], { encoding: 'utf8' });
    const { status, stdout, stderr } = run();
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(`已安装：${name}`);
    const folder = join(root, name);
    expect(lintDraft(folder).filter(({ code }) => code !== 'unknown-effect-slug')).toEqual([]);
    const meta = JSON.parse(readFileSync(join(folder, 'draft_meta_info.json'), 'utf8'));
    expect(meta).toMatchObject({ draft_fold_path: folder, draft_root_path: root, draft_name: name });
    const store = JSON.parse(readFileSync(list, 'utf8'));
    expect(store.draft_ids).toBe(8);
    expect(store.all_draft_store).toHaveLength(2);
    expect(store.all_draft_store[1]).toEqual(other);
    expect(store.all_draft_store[0]).toMatchObject({
      draft_id: meta.draft_id,
      draft_fold_path: folder,
      draft_root_path: root,
      draft_cover: `${folder}/draft_cover.jpg`,
      tm_duration: us(timeline.frames, timeline.fps),
    });
    expect(existsSync(store.all_draft_store[0].draft_json_file)).toBe(true);
    expect(readdirSync(root).filter((one) => one.endsWith('.bak'))).toHaveLength(1);

    // Nothing of what is there already is touched.
    const before = readFileSync(list, 'utf8');
    expect(run().stdout).toContain(`已存在，跳过：${name}`);
    expect(readFileSync(list, 'utf8')).toBe(before);
  });

  test.skipIf(!program)('finds the usual folder by itself, whatever the people are called', () => {
    const home = join(tempDir(), `O'Brien & José $& 张三`);
    const isMac = script === 'install.command' || process.platform === 'darwin';
    const root = join(home, isMac ? 'Movies' : '', 'JianyingPro/User Data/Projects/com.lveditor.draft');
    mkdirSync(root, { recursive: true });
    const { dir, name } = writeDraft(8, { root: '' });
    const env = { PATH: process.env['PATH'], HOME: home, LOCALAPPDATA: home };
    const { status, stderr } = spawnSync(program!, [...flags, join(dir, script)], { encoding: 'utf8', env });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const folder = join(root, name);
    expect(lintDraft(folder).filter(({ code }) => code !== 'unknown-effect-slug')).toEqual([]);
    const meta = JSON.parse(readFileSync(join(folder, 'draft_meta_info.json'), 'utf8'));
    expect(meta).toMatchObject({ draft_fold_path: folder, draft_root_path: root });
    const store = JSON.parse(readFileSync(join(root, 'root_meta_info.json'), 'utf8'));
    expect(store).toMatchObject({ root_path: root, draft_ids: 1, all_draft_store: [{ draft_fold_path: folder }] });
  });

  test.skipIf(script !== 'install.command' || !program)('asks for a folder, and takes what is dragged into it', () => {
    const root = join(tempDir(), 'User Data');
    mkdirSync(root);
    const { dir, name } = writeDraft(2, { root: '' });
    const env = { PATH: process.env['PATH'], HOME: tempDir() };
    const input = `/nowhere\n${root.replaceAll(' ', '\\ ')} \n`;
    const { status, stdout } = spawnSync(program!, [join(dir, script)], { encoding: 'utf8', env, input });
    expect(status).toBe(0);
    expect(stdout).toContain(`已安装：${name}`);
    expect(existsSync(join(root, name, 'draft_info.json'))).toBe(true);
  });

  test.skipIf(!program)('moves a draft that was written for another folder', () => {
    const root = tempDir();
    const { dir, name } = writeDraft(7, { root: 'D:/剪映草稿' });
    const { status } = spawnSync(program!, [...flags, join(dir, script), root], { encoding: 'utf8' });
    expect(status).toBe(0);
    expect(lintDraft(join(root, name)).filter(({ code }) => code !== 'unknown-effect-slug')).toEqual([]);
    expect(readFileSync(join(root, name, 'draft_content.json'), 'utf8')).not.toContain('D:/');
    expect(readFileSync(join(root, name, 'draft_meta_info.json'), 'utf8')).not.toContain('D:/');
  });
});
