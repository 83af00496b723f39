import { setTimeout as delay } from 'node:timers/promises';
import type { BoxToolName } from '@mixreel/contract';
import { probe, runFfmpeg } from '@mixreel/media';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { eq } from '#db/orm.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material, material_sound } from '#features/material/material.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { startChatDouble } from '#testing/chat-double.ts';
import { analysed, testMaterial, testProject } from '#testing/materials.ts';
import { makeTempDir } from '#testing/temp-dir.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { fitSubtitles, readSubtitleFile } from './fit-subtitles.ts';
import type { Kept } from './keep-outputs.ts';

async function endOf({ db }: TestApp, task_id: string): Promise<Kept & { error: string | undefined }> {
  for (;;) {
    const [row] = await db.select().from(task).where(eq(task.task_id, task_id));
    const isOver = row && ['succeeded', 'failed'].includes(row.status);
    if (isOver) return { error: row.error?.message, ...(row.result as Kept) };
    await delay(100);
  }
}

const bright = (part: Uint8Array) => part.filter((value) => value > 160).length;
const minutes = (n: number) => `00:${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')},`;
const cue = (start_ms: number, end_ms: number, text: string) => ({ start_ms, end_ms, text });

test('subtitles that a person corrected are what is written, burnt and translated; those of somebody else are not lost', async () => {
  const { dir, remove } = makeTempDir();
  onTestFinished(remove);
  const service = await startChatDouble();
  onTestFinished(() => service.close());
  service.translates((line, to) => `${to} ${line}`);
  const AI_PROVIDERS = JSON.stringify([service.provider]);
  const env = { PACKS_DIR: dir, PACKS_FETCH: 'false', WORKER_CORES: '2', AI_PROVIDERS };
  const app = await createTestApp({ work: true, env });
  const user = await app.signIn();
  const project_id = await testProject(app, user);
  const path = app.scratch.file('.mp4');
  await runFfmpeg(app.tools, [
    ['-f', 'lavfi', '-i', 'color=c=0x204060:size=320x180:rate=10:duration=3'],
    ['-f', 'lavfi', '-i', 'sine=frequency=300:duration=3'],
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-shortest', path],
  ]);
  const material_id = await testMaterial(app, user, project_id, path);
  await analysed(app, material_id);
  const words = [
    { text: '大家', start: 0.1, end: 0.4, from: 0, to: 2 },
    { text: '耗。', start: 0.4, end: 0.8, from: 2, to: 4 },
    { text: '开始', start: 2.1, end: 2.6, from: 4, to: 6 },
  ];
  const none = await app.call('box.subtitles', { material_id }, user);
  expect(none.data).toMatchObject({ subtitles: [], note: expect.stringContaining('导入 SRT') as string });
  const sound = { material_id, peaks: [], words };
  const set = { target: material_sound.material_id, set: { words } };
  await app.db.insert(material_sound).values(sound).onConflictDoUpdate(set);
  const { data: heard } = await app.call('box.subtitles', { material_id }, user);
  expect(heard).toMatchObject({
    subtitles: [cue(100, 800, '大家耗'), cue(2100, 2600, '开始')],
    is_corrected: false,
    revision: 0,
    note: null,
  });

  const right = [cue(1000, 1900, '大家好\n{\\an8}<b>hello'), cue(2100, 2600, '开始')];
  const correct = (revision: number, subtitles: typeof right | null) =>
    app.call('box.correctSubtitles', { material_id, revision, subtitles }, user);
  const { data: kept } = await correct(0, right);
  expect(kept).toMatchObject({ subtitles: right, is_corrected: true, revision: 1 });
  const { code, message: late } = await correct(0, [cue(0, 1000, '我的')]);
  expect([code, late]).toEqual([409, '字幕刚被别人改过，请先看对方改的，再决定用哪一份']);

  const run = async (tool: BoxToolName, options: Record<string, string | number> = {}) => {
    const { data } = await app.call('box.add', { project_id, tool, material_ids: [material_id], options }, user);
    return endOf(app, data.task_ids[0] ?? '');
  };
  const read = async ({ files, error }: Awaited<ReturnType<typeof run>>) => {
    expect(error).toBeUndefined();
    const { data: link } = await app.call('file.jumpLink', { vlc_id: files[0]?.vlc_id ?? '' }, user);
    return (await fetch(`${app.url}${link.url}`)).text();
  };
  expect(await read(await run('subtitle_extract', { line: 6 }))).toBe(
    '1\n00:00:01,000 --> 00:00:01,900\n大家好\n{\\an8}<b>hello\n\n2\n00:00:02,100 --> 00:00:02,600\n开始\n',
  );
  const { data: plain } = await correct(1, [cue(1000, 1900, '大家好'), cue(2100, 2600, '开始')]);
  expect(await read(await run('subtitle_translate', { language: 'en' }))).toBe(
    '1\n00:00:01,000 --> 00:00:01,900\nen 大家好\n\n2\n00:00:02,100 --> 00:00:02,600\nen 开始\n',
  );

  /** How many pixels of a moment are not those of the film. */
  const drawnAt = async (made: string, seconds: number) => {
    const [row] = await app.db
      .select({ sha256: vlc_file.sha256 })
      .from(material)
      .innerJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
      .where(eq(material.material_id, made));
    const opened = await app.storage.open(row?.sha256 ?? '');
    const shown = app.scratch.file('.png');
    await runFfmpeg(app.tools, [['-ss', seconds, '-i', opened.path, '-frames:v', 1, shown]]);
    await opened.release();
    const { data, info } = await sharp(shown).greyscale().raw().toBuffer({ resolveWithObject: true });
    const inRows = (from: number, to: number) =>
      data.subarray(info.width * Math.round(from * info.height), info.width * Math.round(to * info.height));
    return { above: bright(inRows(0, 0.6)), below: bright(inRows(0.6, 1)) };
  };
  const burn = async () => {
    const { error, material_ids } = await run('subtitle_burn', { look: 'classic' });
    expect(error).toBeUndefined();
    return material_ids[0] ?? '';
  };
  const short = await burn();
  // Where it was heard nothing stands now; it stands where it was put, and not up there as its mark would have it.
  expect(await drawnAt(short, 0.5)).toEqual({ above: 0, below: 0 });
  expect(await drawnAt(short, 2)).toEqual({ above: 0, below: 0 });
  const three = await drawnAt(short, 1.5);
  expect(three).toEqual({ above: 0, below: expect.any(Number) as number });
  expect(three.below).toBeGreaterThan(30);
  await correct(plain.revision, [cue(1000, 1900, '{\\an8}大家早上好呀\n欢迎来到直播间')]);
  const long = await drawnAt(await burn(), 1.5);
  expect(long.above).toBe(0);
  expect(long.below).toBeGreaterThan(2.5 * three.below);

  await correct(3, [cue(1000, 1900, 'สวัสดี')]);
  expect((await run('subtitle_burn')).error).toContain('字体里没有');
  const { data: again } = await correct(4, null);
  expect(again).toEqual({ ...heard, revision: 5 });

  const problems: [typeof right, string][] = [
    [[cue(0, 500, '一'), cue(400, 900, '二')], '第 2 句和上一句的时间重叠'],
    [[cue(900, 400, '一')], '第 1 句的结束时间要晚于开始时间'],
    [[cue(0, 400, '字'.repeat(5000))], '第 1 句有 5000 个字，一句最多 200 个'],
    [[cue(0, 400, ' \n ')], '第 1 句没有字'],
    [[cue(0, 400, '一\n二\n三')], '第 1 句超过 2 行'],
    [[cue(0, 400, '一\u0007二')], '控制字符'],
    [[cue(3000, 3400, '一')], '第 1 句在素材结束以后'],
    [Array.from({ length: 5001 }, (_, n) => cue(n, n + 1, '一')), '最多 5000 句'],
    [[], '至少要有一句'],
  ];
  for (const [subtitles, message] of problems) {
    const answer = await correct(5, subtitles);
    expect([answer.code, answer.message]).toEqual([400, expect.stringContaining(message)]);
  }

  const file = async (bytes: Uint8Array, file_name = '校对.srt') => {
    const content_base64 = Buffer.from(bytes).toString('base64');
    return app.call('box.readSubtitles', { material_id, file_name, content_base64 }, user);
  };
  const srt = '1\n00:00:00,500 --> 00:00:01,000\n<font color="#ff0000">大家好</font>\n';
  // As Windows saves them: two bytes a sign, with a mark in front and without, and the Chinese code (大家好).
  const wide = Buffer.from(srt, 'utf16le');
  const [front, behind] = srt.split('大家好');
  const chinese = Buffer.concat([
    Buffer.from(front!),
    Buffer.from([0xb4, 0xf3, 0xbc, 0xd2, 0xba, 0xc3]),
    Buffer.from(behind!),
  ]);
  for (const bytes of [Buffer.from(`\uFEFF${srt}`), wide, Buffer.concat([Buffer.from([0xff, 0xfe]), wide]), chinese]) {
    expect((await file(bytes)).data).toEqual({ subtitles: [cue(500, 1000, '大家好')], notices: [] });
  }
  const refusals: [Uint8Array, string, string?][] = [
    [Buffer.from('只有文字'), '没有时间轴'],
    [Buffer.from([1, 2, 3, 4]), '不是文字'],
    [Buffer.from(srt), '只能导入 SRT', '校对.ass'],
    [Buffer.from(srt.replaceAll('00:00:0', '00:10:0')), '都在素材结束以后'],
    [Buffer.alloc(2_100_000, 97), '字幕文件最大 2 MB'],
  ];
  for (const [bytes, message, file_name] of refusals) {
    expect((await file(bytes, file_name)).message).toContain(message);
  }
});

test('a file of ten thousand lines, more than anybody goes through, is refused with what to do', async () => {
  const lines = Array.from(
    { length: 10_000 },
    (_, n) => `${minutes(n >> 2)}${(n % 4) * 200} --> ${minutes(n >> 2)}900\n${n}\n`,
  );
  const given = { file_name: 'a.srt', content_base64: Buffer.from(lines.join('\n')).toString('base64') };
  const reading = readSubtitleFile({ ...given, duration_ms: null }, new AbortController().signal);
  await expect(reading).rejects.toThrow('有 10000 句，最多 5000 句，请先把素材和字幕分成几段');
});

test('lines of a file that are in a muddle are put in order, and what was changed is said', () => {
  const { subtitles, notices } = fitSubtitles(
    [
      cue(4000, 9000, '四\n五\t五\n六'),
      cue(0, 1500, '一'),
      cue(1000, 900, '二'),
      cue(2000, 3000, '三'),
      cue(2000, 3000, 'three'),
      cue(7000, 8000, '太晚'),
    ],
    6000,
  );
  expect(subtitles).toEqual([
    cue(0, 1000, '一'),
    cue(1000, 2000, '二'),
    cue(2000, 3000, '三\nthree'),
    cue(4000, 6000, '四\n五 五 六'),
  ]);
  expect(notices).toEqual([
    '时间是乱的，已按先后排好',
    '有 1 句在素材结束以后，没有导入',
    '第 2 句的结束时间不晚于开始时间，已改成最多 2 秒，请核对',
    '第 1 句和下一句重叠，已提前结束',
  ]);
});

test('a film in HDR is told about before, and comes out as a standard one', async () => {
  const { dir, remove } = makeTempDir();
  onTestFinished(remove);
  const app = await createTestApp({ work: true, env: { PACKS_DIR: dir, PACKS_FETCH: 'false', WORKER_CORES: '2' } });
  const user = await app.signIn();
  const project_id = await testProject(app, user);
  const film = async (filters: string, codec: string[]) => {
    const path = app.scratch.file('.mp4');
    await runFfmpeg(app.tools, [
      ['-f', 'lavfi', '-i', 'testsrc2=size=96x54:rate=10:duration=1', '-f', 'lavfi', '-i', 'sine=duration=1'],
      ['-vf', filters, ...codec, '-c:a', 'aac', '-shortest', path],
    ]);
    const material_id = await testMaterial(app, user, project_id, path);
    await analysed(app, material_id);
    return material_id;
  };
  const colours = 'setparams=color_primaries=bt2020:color_trc=arib-std-b67:colorspace=bt2020nc';
  const hdr = await film(`format=yuv420p10le,${colours}`, ['-c:v', 'libx265', '-x265-params', 'log-level=none']);
  const plain = await film('format=yuv420p', ['-c:v', 'libx264']);
  const notes = async (tools: BoxToolName[], material_ids: string[]) =>
    (await app.call('box.estimate', { project_id, tools, material_ids }, user)).data.notes;
  expect(await notes(['speech_clean', 'convert'], [plain, hdr])).toEqual([
    expect.stringMatching(/^「.*」：原视频是 HDR/) as string,
  ]);
  expect([await notes(['speech_clean'], [hdr]), await notes(['convert'], [plain])]).toEqual([[], []]);
  const { data: cleaning } = await app.call('clean.add', { project_id, material_ids: [hdr] }, user);
  const { data: clean } = await app.call('clean.detail', { clean_id: cleaning.clean_ids[0] ?? '' }, user);
  const { data: swapping } = await app.call('face.addProject', { project_id, material_id: hdr }, user);
  const { data: swap } = await app.call('face.projectDetail', { swap_id: swapping.swap_id }, user);
  expect([clean.note, swap.note]).toEqual([
    expect.stringContaining('原视频是 HDR'),
    expect.stringContaining('原视频是 HDR'),
  ]);

  for (const [tool, options] of [
    ['convert', {}],
    ['upscale', { times: '2' }],
    ['live_slice', { seconds: 10 }],
  ] as const) {
    const { data } = await app.call('box.add', { project_id, tool, material_ids: [hdr], options }, user);
    const { error, material_ids } = await endOf(app, data.task_ids[0] ?? '');
    expect([tool, error]).toEqual([tool, undefined]);
    const [row] = await app.db
      .select({ sha256: vlc_file.sha256 })
      .from(material)
      .innerJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
      .where(eq(material.material_id, material_ids[0] ?? ''));
    const opened = await app.storage.open(row?.sha256 ?? '');
    const { video } = await probe(app.tools, opened.path);
    await opened.release();
    expect(video).toMatchObject({ codec: 'h264', hdr: 'none', bitDepth: 8 });
  }
});
