import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanFileName, numberedName } from '@mixreel/contract';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { requireAcceptable } from '#features/accept/accept-content.ts';
import { convertPicture } from '#features/accept/convert-picture.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { testMedia } from '#testing/test-media.ts';
import { partsIn, upload, uploadWorld } from '#testing/uploads.ts';
import { upload_record } from './upload.tables.ts';

const PNG = picture(100, 50);

test('what is not what its name says is refused in words, and nothing is kept', async () => {
  const { app, user, project_id } = await uploadWorld();
  const film = readFileSync(await app.media.film());
  const picture = PNG;
  const cases: [string, Buffer, RegExp][] = [
    [
      '程序.mp4',
      Buffer.from('MZ\x90\0\x03\0\0\0'.padEnd(200, '\0'), 'latin1'),
      /^文件内容是可执行程序，不是视频。可以上传视频/,
    ],
    ['网页.mp4', Buffer.from('<!DOCTYPE html><html><body>登录</body></html>'), /^文件内容是网页/],
    ['压缩.mov', Buffer.from('PK\x03\x04'.padEnd(100, 'x'), 'latin1'), /^文件内容是ZIP 压缩包/],
    ['图.mp4', picture, /^文件内容是PNG 图片，扩展名却是 \.mp4。请改用 \.png/],
    ['片.png', film, /^文件内容是MP4 视频，扩展名却是 \.png/],
    ['声.mp3', Buffer.from('just words, no sound at all'), /^文件内容是文本文件，不是音频/],
    ['乱.mkv', randomBytes(5000), /^文件内容是/],
  ];
  for (const [file_name, content, message] of cases) {
    const record = await upload(app, user, project_id, content, { file_name });
    expect(record).toMatchObject({ status: 'failed', material_data: null, can_retry: false });
    expect(record.message).toMatch(message);
  }
  expect([partsIn(app), await app.db.$count(vlc_file)]).toEqual([[], 0]);
});

test('what its name or size rules out is refused before it is sent', async () => {
  const { app, user, project_id } = await uploadWorld();
  const ask = (file_name: string, bytes: number, material_type?: 'video' | 'image') =>
    app.call('upload.start', { project_id, file_name, bytes, ...(material_type && { material_type }) }, user);
  expect(await ask('病毒.exe', 10)).toMatchObject({
    code: 415,
    message: expect.stringMatching(/^不支持 \.exe 文件，可以上传视频/),
  });
  expect(await ask('无名', 10)).toMatchObject({ code: 415, message: expect.stringMatching(/^不支持没有扩展名的文件/) });
  expect(await ask('空.mp4', 0)).toMatchObject({ code: 400, message: '文件是空的，请重新选择' });
  expect(await ask('大.png', 10_000_001)).toMatchObject({
    code: 413,
    message: '图片不能超过 10 MB（10,000,000 字节）',
  });
  expect(await ask('大.mp4', 4 * 1024 ** 3 + 1)).toMatchObject({ code: 413, message: '视频不能超过 4 GB' });
  expect(await ask('声.mp3', 10, 'video')).toMatchObject({ code: 415, message: expect.stringContaining('只接受视频') });
  expect(await app.db.$count(upload_record)).toBe(0);
});

const judge = (file_name: string, content: Buffer, bytes = content.length) =>
  requireAcceptable(file_name, bytes, async (position, length) => content.subarray(position, position + length));

test('real films, pictures and sounds of every accepted kind are taken', async () => {
  const film = readFileSync(await testMedia.film());
  expect(await judge('a.mp4', film)).toMatchObject({ kind: 'video', content_type: 'video/mp4', note: null });
  expect(await judge('a.MOV', film)).toMatchObject({ kind: 'video', content_type: 'video/mp4', note: null });
  expect(await judge('a.jpg', readFileSync(await testMedia.picture()))).toMatchObject({ content_type: 'image/jpeg' });
  expect(await judge('a.jpeg', PNG)).toMatchObject({ kind: 'image', content_type: 'image/png' });
});

test('a mp4 of sound alone is taken as sound, under whichever name, and says so', async () => {
  const sound = box('ftyp', Buffer.from('M4A \0\0\x02\0isomiso2'));
  expect(await judge('a.m4a', sound)).toMatchObject({ kind: 'audio', content_type: 'audio/mp4', note: null });
  expect(await judge('a.alac', box('ftyp', Buffer.from('mp42\0\0\0\0')))).toMatchObject({ content_type: 'audio/mp4' });
  const told = { kind: 'audio', file_name: 'a.m4a', note: '只有声音没有画面，已作为音频保存' };
  expect(await judge('a.mp4', sound)).toMatchObject(told);
  expect(await judge('a.mov', readFileSync(await testMedia.sound({ extension: 'mov' })))).toMatchObject(told);
});

const riff = (form: string, rest = '') => Buffer.from(`RIFF\0\0\0\0${form}${rest}`.padEnd(64, '\0'), 'latin1');

test('what phones and the web give besides is taken: webm, avi, wmv, flv, ts, webp, heic, avif', async () => {
  const packets = Buffer.alloc(188 * 4);
  for (const at of [0, 188, 376, 564]) packets[at] = 0x47;
  const boxes = (brand: string) =>
    Buffer.concat([box('ftyp', Buffer.from(`${brand}\0\0\0\0mif1${brand}`)), ispe(512, 512), ispe(4032, 3024)]);
  const cases: [string, Buffer, string][] = [
    ['a.avi', riff('AVI '), 'video/x-msvideo'],
    ['a.flv', Buffer.from('FLV\x01\x05'.padEnd(64, '\0'), 'latin1'), 'video/x-flv'],
    ['a.wmv', Buffer.from('\x30\x26\xb2\x75\x8e\x66\xcf\x11'.padEnd(64, '\0'), 'latin1'), 'video/x-ms-wmv'],
    ['a.ts', packets, 'video/mp2t'],
    ['a.webp', riff('WEBP', 'VP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x40\0\x30\0'), 'image/webp'],
    ['a.heic', boxes('heic'), 'image/heic'],
    ['a.avif', boxes('avif'), 'image/avif'],
  ];
  for (const [name, content, content_type] of cases) expect(await judge(name, content)).toMatchObject({ content_type });
  await expect(judge('a.webp', riff('WEBP', 'VP8X\0\0\0\0\x02'))).rejects.toThrow(
    '会动的 WebP 图片（请转成 GIF 或 MP4）',
  );
  await expect(judge('a.heic', Buffer.concat([boxes('heic'), ispe(9000, 10)]))).rejects.toThrow('图片宽度不能超过');
});

async function makeMovingGif(): Promise<Buffer> {
  const args = [['-c:v', 'gif', '-pix_fmt', 'rgb8']];
  return readFileSync(await testMedia.film({ extension: 'gif', seconds: 1, hasSound: false, args }));
}

test('a GIF that moves is a film, one that does not is a picture', async () => {
  expect(await judge('a.gif', await makeMovingGif())).toMatchObject({
    kind: 'video',
    note: '会动的 GIF，已作为视频保存',
  });
  const still = readFileSync(await testMedia.picture({ extension: 'gif' }));
  expect(await judge('a.gif', still)).toMatchObject({ kind: 'image', note: null });
});

test('pictures that editors cannot read are kept as JPEG, sound in a film is kept as sound, and the person is told', async () => {
  const { app, user, project_id } = await uploadWorld();
  const webp = readFileSync(await app.media.picture({ extension: 'webp' }));
  const picture = await upload(app, user, project_id, webp, { file_name: '海报.webp' });
  expect(picture.material_data).toMatchObject({ material_type: 'image', material_name: '海报.jpg' });
  const film = await upload(app, user, project_id, await makeMovingGif(), { file_name: '动图.gif' });
  expect(film.material_data).toMatchObject({ material_type: 'video', material_name: '动图.gif' });
  const sound = readFileSync(await app.media.sound({ extension: 'mov' }));
  const kept = await upload(app, user, project_id, sound, { file_name: '口播.mp4' });
  expect(kept).toMatchObject({
    status: 'completed',
    message: '只有声音没有画面，已作为音频保存',
    material_data: { material_type: 'audio', material_name: '口播.m4a' },
  });
  const broken = Buffer.concat([box('ftyp', Buffer.from('heic\0\0\0\0mif1heic')), ispe(40, 30)]);
  const refused = await upload(app, user, project_id, broken, { file_name: 'IMG_1.heic' });
  expect(refused).toMatchObject({ status: 'failed', message: expect.stringContaining('图片已损坏') });
  expect(partsIn(app)).toEqual([]);
});

test('a photograph of a phone (HEIC) is kept as a JPEG of the same pixels, with its label of AI', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mixreel heic '));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'IMG_1.heic');
  const label = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF/></x:xmpmeta>';
  await writeFile(path, Buffer.concat([Buffer.from(HEIC, 'base64'), box('free', Buffer.from(label))]));
  const { path: made, content_type } = await convertPicture({ path, folder, content_type: 'image/heic' });
  expect(content_type).toBe('image/jpeg');
  const { data, info } = await sharp(made).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) =>
    Array.from(data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3));
  expect([info.width, info.height]).toEqual([64, 48]);
  const [red, blue, lime] = [at(8, 8), at(56, 8), at(8, 40)].map((one) => one.map((value) => Math.round(value / 255)));
  expect({ red, blue, lime }).toEqual({ red: [1, 0, 0], blue: [0, 0, 1], lime: [0, 1, 0] });
  expect((await sharp(made).metadata()).xmp?.toString()).toContain('x:xmpmeta');
});

test('a drawing that begins like a photograph is not read as one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mixreel drawing '));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'a.avif');
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64"/></svg>';
  await writeFile(path, `<!--ftypavif mif1 miaf-->${drawing}`);
  await expect(convertPicture({ path, folder, content_type: 'image/avif' })).rejects.toThrow('图片已损坏');
});

test('a picture that would fill the memory is refused by its header', async () => {
  await expect(judge('a.png', picture(30_000, 30_000))).rejects.toThrow('图片宽度不能超过 8192px（现在是 30000px）');
  await expect(judge('a.png', picture(8000, 9000))).rejects.toThrow('图片高度不能超过 8192px（现在是 9000px）');
  await expect(judge('a.png', picture(8000, 8000))).rejects.toThrow('图片不能超过 5000 万像素（现在是 8000×8000）');
  await expect(judge('a.png', picture(0, 100))).rejects.toThrow('图片已损坏');
  await expect(judge('a.jpg', jpeg(20_000, 10))).rejects.toThrow('图片宽度不能超过 8192px（现在是 20000px）');
  await expect(judge('a.jpg', jpeg(20, 10).subarray(0, 6))).rejects.toThrow('图片已损坏');
  expect(await judge('a.jpg', jpeg(8000, 6000))).toMatchObject({ kind: 'image' });
});

test('a film whose header says more than two hours is refused', async () => {
  await expect(judge('a.mp4', longFilm(36_000))).rejects.toThrow('视频不能超过 2.5 小时（文件说有 10 小时）');
  expect(await judge('a.mp4', longFilm(9000))).toMatchObject({ kind: 'video' });
  await expect(judge('a.mkv', matroska(9001))).rejects.toThrow('视频不能超过 2.5 小时（文件说有 2.6 小时）');
  expect(await judge('a.mkv', matroska(60))).toMatchObject({ content_type: 'video/x-matroska' });
});

test('sounds are known by their frames, not by eleven bits', async () => {
  const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)]);
  expect(await judge('a.mp3', Buffer.concat([frame, frame]))).toMatchObject({
    kind: 'audio',
    content_type: 'audio/mpeg',
  });
  const tag = Buffer.concat([Buffer.from('ID3\x04\0\0\0\x02\0\0', 'latin1'), Buffer.alloc(2 << 14)]);
  // The tag is longer than what is looked at first: 2 << 14 bytes of cover.
  tag.writeUInt8(2, 7);
  expect(await judge('a.mp3', Buffer.concat([tag, frame, frame]))).toMatchObject({ content_type: 'audio/mpeg' });
  await expect(judge('a.mp3', Buffer.concat([tag, Buffer.alloc(9000, 1)]))).rejects.toThrow('找不到声音的 MP3 文件');
  // A list of other files behind a tag, its sound in a comment: ffmpeg would read the list.
  const hidden = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x78]), Buffer.alloc(413, 'x')]);
  const list = Buffer.from('ffconcat version 1.0\nfile other.mp3\n# ');
  await expect(judge('a.mp3', Buffer.concat([tag, list, hidden, hidden, hidden]))).rejects.toThrow('文本文件');
  // Programs that join files leave rubbish between the tag and the sound.
  expect(await judge('a.mp3', Buffer.concat([tag, Buffer.alloc(8192), frame, frame]))).toMatchObject({ kind: 'audio' });
  await expect(judge('a.mp3', Buffer.concat([frame, randomBytes(100)]))).rejects.toThrow('文件内容是');
  const adts = Buffer.concat([Buffer.from([0xff, 0xf1, 0x50, 0x80, 0x02, 0x1f, 0xfc]), Buffer.alloc(9)]);
  expect(await judge('a.aac', Buffer.concat([adts, adts]))).toMatchObject({ content_type: 'audio/aac' });
});

test.each([
  ['口播 🎬👨‍👩‍👧 1.mp4', '口播 🎬👨‍👩‍👧 1.mp4'],
  ['C:\\片子\\a.mp4', 'a.mp4'],
  ['../../etc/passwd.mp4', 'passwd.mp4'],
  ['a:b*c?"d<e>|.mp4', 'a_b_c__d_e__.mp4'],
  ['换\n行\0.mp4', '换行.mp4'],
  ['看\u202egpj.exe.mp4', '看gpj.exe.mp4'],
  ['CON.mp4', '_CON.mp4'],
  ['  ..名字. .mp4 ', '名字..mp4'],
  ['e\u0301te\u0301.mov', '\u00e9t\u00e9.mov'],
  ['', '未命名'],
])('the name %j is kept as %j', (given, kept) => {
  expect(cleanFileName(given)).toBe(kept);
});

test('a long name keeps its ending and is never cut inside a character', () => {
  const name = cleanFileName(`${'👨‍👩‍👧'.repeat(40)}.mp4`);
  expect(name.length).toBeLessThanOrEqual(100);
  expect(name).toMatch(/^(👨‍👩‍👧)+\.mp4$/u);
  expect(numberedName(`${'长'.repeat(96)}.mp4`, 12)).toBe(`${'长'.repeat(91)} (12).mp4`);
});

function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

function ispe(width: number, height: number): Buffer {
  const content = Buffer.alloc(12);
  content.writeUInt32BE(width, 4);
  content.writeUInt32BE(height, 8);
  return box('ispe', content);
}

function longFilm(seconds: number): Buffer {
  const ftyp = box('ftyp', Buffer.from('isom\0\0\x02\0'));
  return Buffer.concat([ftyp, box('mdat', Buffer.alloc(1000)), box('moov', mvhd(seconds))]);
}

function mvhd(seconds: number): Buffer {
  const content = Buffer.alloc(100);
  content.writeUInt32BE(1000, 12);
  content.writeUInt32BE(seconds * 1000, 16);
  return box('mvhd', content);
}

function matroska(seconds: number): Buffer {
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(seconds * 1000);
  return Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x8b, 0x42, 0x82, 0x88]),
    Buffer.from('matroska'),
    Buffer.from([0x18, 0x53, 0x80, 0x67, 0xff, 0x15, 0x49, 0xa9, 0x66, 0x92]),
    Buffer.from([0x2a, 0xd7, 0xb1, 0x83, 0x0f, 0x42, 0x40, 0x44, 0x89, 0x88]),
    duration,
  ]);
}

function picture(width: number, height: number): Buffer {
  const png = Buffer.alloc(64);
  png.write('\x89PNG\r\n\x1a\n', 0, 'latin1');
  png.writeUInt32BE(13, 8);
  png.write('IHDR', 12, 'latin1');
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

function jpeg(width: number, height: number): Buffer {
  const exif = Buffer.concat([Buffer.from([0xff, 0xe1, 0x40, 0x02]), Buffer.alloc(0x4000)]);
  const frame = Buffer.from([0xff, 0xc0, 0, 17, 8, 0, 0, 0, 0, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), exif, frame]);
}

/** Four fields, red, blue, lime and white, as phones code them. */
const HEIC = `
  AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAA
  AAAAACAAAAEGlkYXQAAAAAAEAAMAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAAvgACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlp
  bmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAA
  AAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAA
  AwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAQAAAADAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbW
  EAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAAMZtZGF0AAAAuigBrwngIzhH/+EEv/3+Gh9n87xVd+U3lbig
  C/Ul//B0ZT5T2Z2/+xM/j2fI/8WI+2D/HoEf/xGsvA3FW9nkJuYw1g5C7coX5ZXrCMouZN2JgBI8aojX5EzynVj8NAwyHUreq3usnImHfaj/OQ
  uh2gv5VGlBMGB9a0GvnXNZ2+nLZvFOqK44ZEo6bF51RKFcSy2VYL6Bfhmmc1RElFVzQ0A54I9Hdb7Z4LBM9P+aqNdyZj3sssu/GDpEQA==`;
