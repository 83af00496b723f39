import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { confinedStarter } from '#ffmpeg/confine.ts';
import { runFfmpeg, runProgram, type Args } from '#ffmpeg/run.ts';
import { testFolder } from '#testing/folder.ts';
import { tools } from '#testing/footage.ts';

/** By this it is told from whatever else runs here. */
const NAME = `endless-${process.pid}`;
const endless: Args = [
  ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=64x64:rate=10'],
  ['-metadata', `title=${NAME}`, '-f', 'null', '-'],
];
const blank: Args = [['-f', 'lavfi', '-i', 'color=size=16x16:duration=0.2']];

test('a finished run reports its last frame', async () => {
  const seen: number[] = [];
  await runFfmpeg(tools, [...blank, ['-f', 'null', '-']], { onProgress: ({ frame }) => seen.push(frame) });
  expect(seen.at(-1)).toBe(5);
});

test('who was stopped for a while does not take a program for one that hangs', async () => {
  const controller = new AbortController();
  const run = runFfmpeg(tools, endless, { stallSeconds: 3, signal: controller.signal });
  await expect.poll(() => endlessRuns().length).toBe(1);
  const pids = endlessPids().map(Number);
  // Everything stands still, as when a machine sleeps.
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4000);
  setTimeout(() => pids.forEach((pid) => process.kill(pid, 'SIGCONT')), 300);
  await sleep(1500);
  expect(endlessPids().map(Number)).toEqual(pids);
  controller.abort(new Error('enough'));
  await expect(run).rejects.toThrow('enough');
});

test('aborting kills the program and everything it started', async () => {
  const controller = new AbortController();
  const folder = testFolder();
  const mark = join(folder, 'pids');
  const script = `sleep 60 & echo $! > ${mark}; echo $$ >> ${mark}; wait`;
  const run = runProgram('/bin/sh', ['-c', script], { signal: controller.signal, folder });
  while (!existsSync(mark) || readFileSync(mark, 'utf8').split('\n').length < 3) await sleep(10);
  controller.abort(new Error('enough'));

  await expect(run).rejects.toThrow('enough');
  const pids = readFileSync(mark, 'utf8').trim().split('\n');
  await expect.poll(() => pids.filter(isRunning)).toEqual([]);
});

test('a run that was aborted before it began starts nothing', async () => {
  await expect(runFfmpeg(tools, endless, { signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow(
    'too late',
  );
});

test('ffmpeg dies with the process that started it, even by kill -9', async () => {
  const source = `
    import { runFfmpeg } from '${import.meta.dirname}/run.ts';
    import { locateFfmpeg } from '${import.meta.dirname}/locate.ts';
    await runFfmpeg(await locateFfmpeg(), ${JSON.stringify(endless)}, {});`;
  const parent = spawn(process.execPath, ['--input-type=module-typescript', '-e', source]);
  const end = once(parent, 'close');
  await expect.poll(() => endlessRuns().length).toBeGreaterThan(0);
  parent.kill('SIGKILL');
  expect(await end).toEqual([null, 'SIGKILL']);
  await expect.poll(() => endlessRuns()).toEqual([]);
});

test.runIf(await confinedStarter())(
  'a program goes with the process that starts programs, and the next has another',
  async () => {
    const folder = testFolder();
    const mark = join(folder, 'pid');
    const run = runProgram('/bin/sh', ['-c', `echo $PPID > ${mark}; sleep 60`], { folder });
    const failure = run.catch((error: unknown) => error);
    await expect.poll(() => existsSync(mark) && readFileSync(mark, 'utf8').endsWith('\n')).toBe(true);
    process.kill(Number(readFileSync(mark, 'utf8')), 'SIGKILL');
    expect(await failure).toMatchObject({ kind: 'unknown' });
    expect((await runProgram('/bin/echo', ['again'])).stdout).toBe('again\n');
  },
);

test('what a program reads and writes is whole, however much it is and however many run', async () => {
  const input = randomBytes(3_000_000);
  const runs = Array.from({ length: 12 }, async () => {
    const parts: Buffer[] = [];
    await runProgram('/bin/cat', [], { input, stdout: (chunk) => parts.push(chunk) });
    return Buffer.concat(parts).equals(input);
  });
  expect(await Promise.all(runs)).toEqual(runs.map(() => true));
});

test('what a program prints can be added to a file', async () => {
  const file = join(testFolder(), 'said');
  writeFileSync(file, 'first\n');
  await runProgram('/bin/echo', ['second'], { stdout: file });
  expect(readFileSync(file, 'utf8')).toBe('first\nsecond\n');
});

test('a run past its time limit ends as a timeout', async () => {
  const run = runFfmpeg(tools, endless, { timeLimitSeconds: 0.6 });
  await expect(run).rejects.toMatchObject({ kind: 'timeout', message: '视频处理超时' });
});

test('a run that stops moving ends as a timeout', async () => {
  const silent = join(testFolder(), 'fifo');
  execFileSync('mkfifo', [silent]);
  const run = runFfmpeg(
    tools,
    [
      ['-f', 'rawvideo', '-s', '16x16', '-i', silent],
      ['-f', 'null', '-'],
    ],
    { stallSeconds: 0.5 },
  );
  await expect(run).rejects.toMatchObject({ kind: 'timeout' });
});

test('a run past its memory limit ends as a memory failure', async () => {
  const run = runFfmpeg(tools, endless, { memoryLimitBytes: 1024 });
  await expect(run).rejects.toMatchObject({ kind: 'memory' });
});

test('a full disk is told apart from a bad file', async () => {
  await expect(runFfmpeg(tools, [...blank, ['-f', 'rawvideo', '/dev/full']])).rejects.toMatchObject({
    kind: 'no-space',
  });
  await expect(
    runFfmpeg(tools, [
      ['-i', '/etc/hostname'],
      ['-f', 'null', '-'],
    ]),
  ).rejects.toMatchObject({
    kind: 'bad-input',
    details: expect.stringContaining('Invalid data'),
  });
  const wrong: Args = [...blank, ['-vf', 'format=yuv444p', '-c:v', 'libx264', '-profile:v', 'high', '-f', 'null', '-']];
  await expect(runFfmpeg(tools, wrong)).rejects.toMatchObject({ kind: 'unknown' });
});

test('a caption with a glyph that no font has fails instead of drawing boxes', async () => {
  const folder = testFolder();
  const ass = join(folder, 'a.ass');
  const text = 'Dialogue: 0,0:00:00.00,0:00:09.00,D,,0,0,0,,\u{F1234}';
  const lines = [
    '[Script Info]',
    'PlayResX: 64',
    'PlayResY: 64',
    '[V4+ Styles]',
    'Format: Name, Fontname, Fontsize',
    'Style: D,DejaVu Sans,20',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    text,
  ];
  writeFileSync(ass, lines.join('\n'));
  const run = runFfmpeg(tools, [...blank, ['-vf', `ass=filename=${ass}`], ['-f', 'null', '-']], { folder });
  await expect(run).rejects.toMatchObject({ kind: 'font', message: '字幕字体缺失或缺少所需文字' });
});

function isRunning(pid: string): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Command lines of the running ffmpeg processes that would never end by themselves. */
function endlessRuns(): string[] {
  return endlessPids().map(commandLine);
}

function endlessPids(): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isRunning(name));
  return pids.filter((pid) => commandLine(pid).includes(NAME) && !commandLine(pid).includes('--input-type'));
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
