import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { giveUpConfinement, takeUpConfinement } from '#ffmpeg/confine.ts';
import { SourceError } from '#ffmpeg/errors.ts';
import { probe } from '#ffmpeg/probe.ts';
import { decodeMono } from '#piece/decode.ts';
import { testFolder } from '#testing/folder.ts';
import { testFootage, testSound, tools } from '#testing/footage.ts';

const secret = await testSound({ seconds: 3, extension: 'mp3' });
const film = await testFootage();
// Where the kernel offers nothing, this wall stands alone: it is tried without the other.
giveUpConfinement();
// The files behind this one share its process, and what they say of the other wall would be passed over.
afterAll(takeUpConfinement);

/** Three frames of MP3: what a look at the bytes takes for sound. A zero in them would end the comment that hides them. */
function soundFrames(): Buffer {
  const frame = Buffer.alloc(417, 'x');
  frame.set([0xff, 0xfb, 0x90, 0x78]);
  return Buffer.concat([frame, frame, frame]);
}

/** ffmpeg looks for what a file is behind the tag, and reads a list from there, too. */
function behindId3(text: string): Buffer {
  const tag = Buffer.from([...Buffer.from('ID3'), 3, 0, 0, 0, 0, 0, 64, ...Buffer.alloc(64)]);
  return Buffer.concat([tag, Buffer.from(`${text}\n# `), soundFrames(), Buffer.from('\n')]);
}

const MPD = `<?xml version="1.0"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT3S" minBufferTime="PT1S"
profiles="urn:mpeg:dash:profile:isoff-main:2011"><Period duration="PT3S"><AdaptationSet contentType="audio" mimeType="audio/mp4">
<Representation id="a" bandwidth="1000"><BaseURL>file://${film}</BaseURL></Representation></AdaptationSet></Period></MPD>`;
const HLS = `#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\nfile://${secret}\n#EXT-X-ENDLIST\n`;
const CONCAT = `ffconcat version 1.0\nfile secret.mp3\n`;
const SDP = 'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 9 RTP/AVP 0\n';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file://${secret}"/></svg>`;
const IMF = `<?xml version="1.0"?><CompositionPlaylist xmlns="http://www.smpte-ra.org/schemas/2067-3/2016"><Id>x</Id></CompositionPlaylist>`;

const DRESSED: [name: string, bytes: string | Buffer][] = [
  ['manifest.m4a', MPD],
  ['manifest.mpd', MPD],
  ['list.mp3', HLS],
  ['list.m3u8', HLS],
  ['list.mp4', CONCAT],
  ['behind-a-tag.mp3', behindId3(CONCAT)],
  ['manifest-behind-a-tag.mp3', behindId3(MPD)],
  ['session.mp4', SDP],
  ['drawing.png', SVG],
  ['package.mp4', IMF],
  ['redirect.mov', `RTSPtext\nrtsp://127.0.0.1/x`],
  ['metadata.mp4', ';FFMETADATA1\ntitle=x\n'],
];

test.for(DRESSED)('%s is no media, whatever its name says', async ([name, bytes]) => {
  const folder = testFolder();
  copyFileSync(secret, join(folder, 'secret.mp3'));
  const path = join(folder, name);
  writeFileSync(path, bytes);
  await expect(probe(tools, path)).rejects.toBeInstanceOf(SourceError);
  await expect(decodeMono(tools, path, { rate: 8000 })).rejects.toBeInstanceOf(SourceError);
});
