import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfinement } from '#ffmpeg/confine.ts';
import { FfmpegError, SourceError } from '#ffmpeg/errors.ts';
import { probe } from '#ffmpeg/probe.ts';
import { runFfmpeg, runProgram } from '#ffmpeg/run.ts';
import { openStarter } from '#ffmpeg/starter.ts';
import { testFolder } from '#testing/folder.ts';
import { testFootage, testSound, tools } from '#testing/footage.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const secret = await testSound({ seconds: 3, extension: 'mp3' });
const film = await testFootage();
const held = await readConfinement();

test.for(['concat:', 'subfile:,,start,0,end,0,,:', 'data:audio/mpeg;base64,', 'async:', 'crypto:', 'http://'])(
  'a file is never named by a protocol such as %s',
  async (protocol) => {
    const run = runFfmpeg(tools, [
      ['-i', `${protocol}${secret}`],
      ['-f', 'null', '-'],
    ]);
    await expect(run).rejects.toThrow('absolute path');
  },
);

test('a number in a name does not stand for other files', async () => {
  const folder = testFolder();
  for (const name of ['1.jpg', '%d.jpg', '1.png', '%d.png']) copyFileSync(film, join(folder, name));
  await expect(probe(tools, join(folder, '%d.jpg'))).rejects.toBeInstanceOf(SourceError);
  await expect(probe(tools, join(folder, '%d.png'))).rejects.toBeInstanceOf(SourceError);
});

test.runIf(held?.files)(
  'even a list that we ask for ourselves reaches no file that the run was not given',
  async () => {
    const folder = testFolder();
    const list = join(folder, 'list.txt');
    writeFileSync(list, `ffconcat version 1.0\nfile '${secret}'\n`);
    const run = runFfmpeg(tools, [
      ['-f', 'concat', '-safe', 0, '-i', list],
      ['-f', 'null', '-'],
    ]);
    await expect(run).rejects.toMatchObject({ details: expect.stringContaining('Permission denied') });
    const movie = runFfmpeg(tools, [
      ['-f', 'lavfi', '-i', `amovie=${secret}`],
      ['-f', 'null', '-'],
    ]);
    await expect(movie).rejects.toBeInstanceOf(FfmpegError);
  },
);

test.runIf(held?.files)('a run writes where it was told and nowhere else', async () => {
  const [folder, other] = [testFolder(), testFolder()];
  await runFfmpeg(tools, [['-i', secret], [join(folder, 'told.wav')]]);
  expect(readdirSync(folder)).toEqual(['told.wav']);
  const script = `echo x > ${join(other, 'there')}`;
  await expect(runProgram('/bin/sh', ['-c', script])).rejects.toMatchObject({
    details: expect.stringContaining('Permission denied'),
  });
  expect(readdirSync(other)).toEqual([]);
});

test.runIf(held?.network)('a run reaches no network, not even this machine', async () => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const call = `use Socket; socket(my $s, PF_INET, SOCK_STREAM, 0); connect($s, sockaddr_in(${port}, INADDR_LOOPBACK)) or die "unreachable: $!"`;
  await expect(runProgram('/usr/bin/perl', ['-e', call])).rejects.toMatchObject({
    details: expect.stringContaining('unreachable'),
  });
});

test.runIf(process.platform === 'linux' && existsSync('/usr/bin/perl'))(
  'where the kernel grants it, programs are confined: nothing else keeps it from happening',
  async () => {
    const script = join(import.meta.dirname, 'confine.pl');
    const starter = await openStarter('/usr/bin/perl', [script, '9999,9999,9999', '0,0']);
    expect(starter).not.toBeNull();
    starter?.close();
    await starter?.gone;
  },
);

test('a zero byte in an argument adds no other argument', async () => {
  await expect(runProgram('/bin/echo', ['title=x\0-i\0/etc/hostname'])).rejects.toThrow(/zero byte|null bytes/);
});

test('keys of this process are not handed on', async () => {
  process.env['S3_SECRET_ACCESS_KEY'] = 'of-the-store';
  onTestFinished(() => void delete process.env['S3_SECRET_ACCESS_KEY']);
  const { stdout } = await runProgram('/usr/bin/env', []);
  expect(stdout).not.toContain('of-the-store');
});

test('nothing but run.ts starts ffmpeg and ffprobe', () => {
  const sources = ['packages/media/src', 'packages/ai/src', 'apps/server/src']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('/testing/'));
  const starters = sources.filter((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    return (
      /['"](node:)?child_process['"]/.test(text) && (path.startsWith('packages/media') || /ffmpeg|ffprobe/i.test(text))
    );
  });
  // `libraries.ts` asks for the version alone, to hear what the loader does.
  const known = ['libraries', 'run', 'starter'].map((name) => `packages/media/src/ffmpeg/${name}.ts`);
  expect(starters).toEqual(known);
});
