import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { PlanError } from '#cli/fields.ts';
import { parsePlan, readPlanFile } from '#cli/plan-file.ts';
import { openProgressBar } from '#cli/progress-bar.ts';
import { chooseVideos, openSources } from '#cli/variants.ts';
import { probe } from '#ffmpeg/probe.ts';
import { testFolder } from '#testing/folder.ts';
import { testFootage, tools } from '#testing/footage.ts';
import { complaints } from '#testing/inspect.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

/** Runs the command as a person does; `onOutput` may end it early. */
function mix(args: string[], onOutput?: (text: string, child: { pid?: number | undefined }) => void) {
  const child = spawn(process.execPath, [MAIN, ...args], { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    onOutput?.(stdout, child);
  });
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  // A test that gave up waiting leaves nothing running.
  onTestFinished(() => void child.kill('SIGKILL'));
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((done) => {
    child.once('close', (code) => done({ code, stdout, stderr }));
  });
}

async function writePlan(change: object = {}, seconds = 1): Promise<string> {
  const clips = await Promise.all([0, 1, 2, 3].map((seed) => testFootage({ seed, seconds: seconds + 1 })));
  const path = join(testFolder(), '计划 一.json');
  const plan = {
    count: 4,
    canvas: { width: 54, height: 96, fps: 30 },
    music: { file: clips[0] },
    shots: [
      { name: '开场', caption: '第一句：“半价”, 50%', seconds, clips: clips.slice(0, 2) },
      { caption: '第二句', seconds, clips: clips.slice(2).map((file) => ({ file, start: 0.4, mirror: true })) },
    ],
    ...change,
  };
  writeFileSync(path, JSON.stringify(plan));
  return path;
}

test('broken pictures in a clip are named with their seconds, and the end says so', async () => {
  const bytes = readFileSync(await testFootage({ seconds: 4, hasSound: false, width: 192, height: 108 }));
  const start = bytes.indexOf('mdat');
  const at = Math.floor(start + (bytes.length - start) * 0.45);
  bytes.fill(0x5a, at, at + 3000);
  const broken = join(testFolder(), '海边.mp4');
  writeFileSync(broken, bytes);
  const shots = [{ seconds: 2, clips: [{ file: broken, start: 1 }] }];
  const { code, stdout } = await mix([await writePlan({ count: 1, shots }), '--out', join(testFolder(), 'out')]);
  expect(stdout).toMatch(
    /注意：海边\.mp4 第 1\.\d 到 2\.\d 秒的画面损坏，第 1 条用到了；可以改用 \d\.\d 到 \d\.\d 秒，或换一个片段/,
  );
  expect(code).toBe(3);
});

test('a plan becomes the planned videos, with progress to follow', async () => {
  const out = join(testFolder(), '成片');
  const { code, stdout, stderr } = await mix([await writePlan(), '--out', out]);
  expect([code, stderr]).toEqual([0, '']);
  expect(readdirSync(out).toSorted()).toEqual(['.cache', '01.mp4', '02.mp4', '03.mp4', '04.mp4']);
  for (const name of ['01.mp4', '04.mp4']) {
    expect(await complaints(join(out, name))).toBe('');
    const { video, audio } = await probe(tools, join(out, name), { countFrames: true });
    expect([video!.frames, audio.length]).toEqual([60, 1]);
  }
  const shares = [...stdout.matchAll(/(\d+)% \d\/4 条/g)].map(([, share]) => Number(share));
  expect(shares.length).toBeGreaterThan(2);
  expect(shares.at(-1)).toBe(100);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(stdout).toContain('共 8 段画面，只需编码 4 段，其余是拼接');
});

test('the demo makes its own footage, videos, and a plan for ten to go on from', async () => {
  const out = testFolder();
  const footage = join(out, 'footage');
  mkdirSync(footage, { recursive: true });
  // What lies there is kept: of the three clips of a shot, which differ in colour alone, one is drawn.
  for (const name of [1, 2, 3, 4].flatMap((shot) => [`shot${shot}-clip2`, `shot${shot}-clip3`])) {
    copyFileSync(await testFootage(), join(footage, `${name}.mp4`));
  }
  const { code, stdout } = await mix(['--demo', '--out', out, '--count', '1']);
  expect(code).toBe(0);
  expect(readdirSync(footage).filter((name) => /^shot[1-4]-clip[1-3]\.mp4$/.test(name))).toHaveLength(12);
  expect(stdout).toContain('完成：1 条视频');

  // What it rendered is the plan that it wrote; only the number was another.
  expect(await readPlanFile(join(footage, 'plan.json'))).toMatchObject({ count: 10, shots: [{}, {}, {}, {}] });
});

/** A plan whose only shot has these clips. */
function withClips(clips: unknown): object {
  return { shots: [{ seconds: 1, clips }] };
}

/** The videos of a plan file, as the command chooses them before it renders. */
async function planned(path: string) {
  const file = await readPlanFile(path);
  const { signal } = new AbortController();
  return chooseVideos(file, await openSources(tools, file, { signal, onFile: () => undefined }));
}

test('every mistake is one sentence that says what to change', async () => {
  const out = testFolder();
  const film = await testFootage();
  const broken = join(out, 'broken.mp4');
  writeFileSync(broken, 'no film');
  const silent = await testFootage({ hasSound: false });
  const cases: [change: object, sentence: string][] = [
    [{ shots: [] }, '计划的 shots 必须是至少一项的列表'],
    [withClips(['/nowhere.mp4']), '/nowhere.mp4：素材文件不存在'],
    [withClips([broken]), `${broken}：素材文件损坏或格式无法识别`],
    [withClips([{ file: film, start: 9 }]), `${film} 只有 3.0 秒，片段却从 9 秒开始`],
    [{ music: { file: silent } }, `${silent}：素材里没有声音`],
  ];
  for (const [change, sentence] of cases) {
    await expect(planned(await writePlan(change))).rejects.toThrow(new PlanError(sentence));
  }
  // Only the encoder knows of this one.
  const odd = await mix([await writePlan({ canvas: { width: 55, height: 96 } }), '--out', out]);
  expect([odd.code, odd.stdout.trim().split('\n').at(-1)]).toEqual([1, '画布尺寸 55×96 无法编码']);
  const plan = { shots: [{ clips: ['a.mp4'] }] };
  expect(() => parsePlan(withClips([]), out)).toThrow('第 1 个镜头的 clips 必须是至少一项的列表');
  expect(() => parsePlan({ ...plan, cannvas: {} }, out)).toThrow('计划里不认识 cannvas，请检查拼写');
  const other = [await mix(['/nowhere.json', '--out', out]), await mix([await writePlan()]), await mix(['--dmeo'])];
  expect(other.map(({ code, stdout }) => [code, stdout.split('\n')[0]])).toEqual([
    [1, '找不到计划文件：/nowhere.json'],
    [1, '请用 --out 说明视频写到哪个文件夹'],
    [1, "看不懂这个选项：Unknown option '--dmeo'"],
  ]);
  expect(readdirSync(out).filter((name) => name !== 'broken.mp4' && name !== '.cache')).toEqual([]);
});

test('Ctrl C stops every process at once and leaves no half of a file', async () => {
  const out = testFolder();
  const plan = await writePlan({ canvas: { width: 1080, height: 1920, fps: 60 }, quality: 'small' }, 60);
  let pressedAt = 0;
  const { code, stdout } = await mix([plan, '--out', out], (text, { pid }) => {
    if (pressedAt > 0 || !/% 0\/4 条/.test(text)) return;
    pressedAt = Date.now();
    process.kill(pid!, 'SIGINT');
  });
  expect(code).toBe(130);
  expect(Date.now() - pressedAt).toBeLessThan(30_000);
  expect(stdout.trim().split('\n').at(-1)).toContain('已停止，没有写完的文件已清理');
  expect(readdirSync(out)).toEqual(['.cache']);
  expect(readdirSync(join(out, '.cache', 'scratch'))).toEqual([]);
  expect(runningIn(out)).toEqual([]);
});

/** Programs whose command line names the folder. */
function runningIn(folder: string): string[] {
  if (!existsSync('/proc')) return [];
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
    } catch {
      return false;
    }
  });
}

test('what a plan leaves out has a default', () => {
  const plan = parsePlan({ shots: [{ clips: ['a.mp4'] }] }, '/films');
  expect(plan).toMatchObject({
    count: 10,
    canvas: { width: 1080, height: 1920, fps: 30 },
    quality: 'standard',
    transition: null,
    music: null,
    shots: [{ seconds: null, caption: '', clips: [{ file: '/films/a.mp4', start: 0, end: null, speed: 1 }] }],
  });
  expect(parsePlan({ transition: { ms: 500 }, shots: [{ clips: ['a'] }] }, '/').transition).toEqual({
    kind: 'fade',
    frames: 15,
  });
});

function drawBar(isTTY: boolean): string {
  let [text, clock] = ['', 0];
  const bar = openProgressBar({ isTTY, write: (part) => (text += part) }, () => (clock += 100));
  for (let step = 0; step <= 100; step += 1) bar.show(step / 100, `${step}/100 条`);
  bar.end();
  return text;
}

test('a terminal gets one line that changes, a file gets ten', () => {
  expect(drawBar(true).split('\n')).toHaveLength(2);
  expect(drawBar(true).split('\r')).toHaveLength(102);
  expect(drawBar(false).trim().split('\n').length).toBeLessThanOrEqual(12);
  expect(drawBar(false).trim().split('\n').at(-1)).toBe(`${'█'.repeat(28)} 100% 100/100 条`);
});
