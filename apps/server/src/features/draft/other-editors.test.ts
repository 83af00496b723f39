import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Timeline } from '@mixreel/contract';
import { loadDraft, runCommand } from 'capcut-cli';
import { XMLParser } from 'fast-xml-parser';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeTempDir } from '#testing/temp-dir.ts';
import { someTimeline, testFiles, type TestFiles } from '#testing/timelines.ts';
import { buildFcpxml } from './fcpxml.ts';
import { buildOtio } from './otio.ts';

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
let files: TestFiles;

beforeAll(async () => {
  ({ files } = await testFiles());
});

/** Where clips begin and end when they abut in the middle of every transition, in frames. */
function joinsOf({ cuts, frames }: Timeline): number[] {
  const middles = cuts.slice(1).map(({ start_frame }, n) => {
    const before = cuts[n]!;
    return start_frame + Math.floor((before.start_frame + before.frames - start_frame) / 2);
  });
  return [0, ...middles, frames];
}

const seamsOf = ({ cuts }: Timeline) =>
  cuts.flatMap(({ start_frame, frames, transition }, n) =>
    transition ? [{ from: cuts[n + 1]!.start_frame, to: start_frame + frames }] : [],
  );

type OtioTime = { value: number; rate: number };
type OtioItem = {
  OTIO_SCHEMA: string;
  name: string;
  source_range: { start_time: OtioTime; duration: OtioTime };
  in_offset: OtioTime;
  out_offset: OtioTime;
  effects: { time_scalar: number }[];
  media_reference: { OTIO_SCHEMA: string; target_url: string };
};
type OtioTrack = { name: string; kind: string; children: OtioItem[] };

function readOtio(text: string): { tracks: OtioTrack[]; rate: number } {
  const document = JSON.parse(text) as { global_start_time: OtioTime; tracks: { children: OtioTrack[] } };
  return { tracks: document.tracks.children, rate: document.global_start_time.rate };
}

describe('OTIO', () => {
  test.each(SEEDS)('has every clip, transition and sound where the video has it (%i)', (seed) => {
    const { timeline, media } = someTimeline(seed, files);
    const { tracks, rate } = readOtio(buildOtio(timeline, media).text);
    expect(rate).toBe(timeline.fps);
    const picture = tracks.find(({ name }) => name === '画面')!.children;
    const clips = picture.filter(({ OTIO_SCHEMA }) => OTIO_SCHEMA === 'Clip.1');
    const joins = joinsOf(timeline);
    expect(clips.map(({ source_range }) => source_range.duration.value)).toEqual(
      timeline.cuts.map((_, n) => joins[n + 1]! - joins[n]!),
    );
    expect(clips.map(({ effects }) => effects[0]?.time_scalar ?? 1)).toEqual(timeline.cuts.map(({ speed }) => speed));

    let at = 0;
    const transitions: { from: number; to: number }[] = [];
    for (const item of picture) {
      if (item.OTIO_SCHEMA === 'Clip.1') at += item.source_range.duration.value;
      else transitions.push({ from: at - item.in_offset.value, to: at + item.out_offset.value });
    }
    expect(transitions).toEqual(seamsOf(timeline));

    const heard = tracks
      .filter(({ name }) => name.startsWith('配音'))
      .flatMap(({ children }) => placedIn(children))
      .toSorted((a, b) => a - b);
    expect(heard).toEqual(timeline.voices.map(({ start }) => Math.round(start * timeline.fps)));
    expect(tracks.at(-1)!.children[0]!.source_range.duration.value).toBe(timeline.frames);
  });

  test('is read by an independent tool with the same times', () => {
    const { dir, remove } = makeTempDir();
    onTestFinished(remove);
    const { timeline, media } = someTimeline(11, files);
    for (const cut of timeline.cuts) cut.speed = 1;
    mkdirSync(join(dir, 'media'));
    writeFileSync(join(dir, 'cut.otio'), buildOtio(timeline, media).text);
    const made = join(dir, 'made');
    const { ok, stderr } = runCommand({
      command: 'import-timeline',
      project: join(dir, 'cut.otio'),
      args: ['--out', made],
      cwd: dir,
    });
    expect(stderr).not.toContain('rror');
    expect(ok).toBe(true);
    const [picture] = loadDraft(made).draft.tracks.filter(({ type }) => type === 'video');
    const joins = joinsOf(timeline);
    const starts = picture!.segments.map(({ target_timerange }) => target_timerange.start);
    // It adds up rounded lengths, so it may be a microsecond off per clip.
    expect(starts.map((start, n) => Math.abs(start - (joins[n]! * 1e6) / timeline.fps) < 10)).toEqual(
      starts.map(() => true),
    );
    expect(starts).toHaveLength(timeline.cuts.length);
  });

  test('a file that is gone is said to be missing, not left out', () => {
    const { timeline, media } = someTimeline(2, files);
    media.cuts[0] = null;
    const [picture] = readOtio(buildOtio(timeline, media).text).tracks;
    expect(picture!.children[0]!.media_reference.OTIO_SCHEMA).toBe('MissingReference.1');
  });
});

/** Where the clips of a track begin. */
function placedIn(children: OtioItem[]): number[] {
  let at = 0;
  return children.flatMap(({ OTIO_SCHEMA, source_range }) => {
    const begins = at;
    at += source_range.duration.value;
    return OTIO_SCHEMA === 'Clip.1' ? [begins] : [];
  });
}

type Xml = { name: string; attributes: Record<string, string>; children: Xml[] };

function readXml(text: string): Xml {
  const parser = new XMLParser({ preserveOrder: true, ignoreAttributes: false, attributeNamePrefix: '' });
  const toXml = (node: Record<string, unknown>): Xml => {
    const name = Object.keys(node).find((key) => key !== ':@')!;
    const children = (node[name] as Record<string, unknown>[]).filter((child) => !('#text' in child)).map(toXml);
    return { name, attributes: (node[':@'] ?? {}) as Record<string, string>, children };
  };
  const roots = (parser.parse(text) as Record<string, unknown>[]).filter((node) => 'fcpxml' in node);
  return toXml(roots[0]!);
}

const all = (xml: Xml): Xml[] => [xml, ...xml.children.flatMap(all)];

/** What the DTD lets stand in a clip, in this order. */
const ORDER = ['timeMap', 'adjust-conform', 'adjust-transform', 'adjust-volume', 'asset-clip', 'video', 'title'];
const TITLE_ORDER = ['param', 'text', 'text-style-def'];

/** Frames of a time such as `45/30s`. */
function framesOf(time: string, fps: number): number {
  const [, top, bottom] = /^(\d+)(?:\/(\d+))?s$/.exec(time) ?? [];
  return (Number(top) * fps) / Number(bottom ?? 1);
}

describe('FCPXML', () => {
  test.each(SEEDS)('has every clip, transition and sound where the video has it (%i)', (seed) => {
    const { timeline, media } = someTimeline(seed, files);
    const { fps } = timeline;
    const root = readXml(buildFcpxml(timeline, media).text);
    expect(root.attributes['version']).toBe('1.9');
    const spine = all(root).find(({ name }) => name === 'spine')!.children;
    const clips = spine.filter(({ name }) => name !== 'transition');
    const frame = ({ attributes }: Xml, key: string) => framesOf(attributes[key] ?? '0s', fps);
    const joins = joinsOf(timeline);
    expect(clips.map((clip) => [frame(clip, 'offset'), frame(clip, 'duration')])).toEqual(
      timeline.cuts.map((_, n) => [joins[n]!, joins[n + 1]! - joins[n]!]),
    );
    const transitions = spine.filter(({ name }) => name === 'transition');
    expect(
      transitions.map((one) => ({ from: frame(one, 'offset'), to: frame(one, 'offset') + frame(one, 'duration') })),
    ).toEqual(seamsOf(timeline));

    // A connected clip counts in the time of the clip it hangs on.
    const connected = clips.flatMap((clip) =>
      clip.children
        .filter(({ attributes }) => attributes['lane'])
        .map((child) => ({
          lane: Number(child.attributes['lane']),
          role: child.attributes['audioRole'] ?? (child.name === 'title' ? 'title' : 'notice'),
          start: frame(clip, 'offset') + frame(child, 'offset') - frame(clip, 'start'),
          frames: frame(child, 'duration'),
        })),
    );
    const spoken = connected.filter(({ role }) => role === 'dialogue');
    expect(spoken.map(({ start }) => start).toSorted((a, b) => a - b)).toEqual(
      timeline.voices.map(({ start }) => Math.round(start * fps)),
    );
    expect(connected.filter(({ role }) => role === 'music').map(({ start, frames }) => [start, frames])).toEqual([
      [0, timeline.frames],
    ]);
    expect(connected.filter(({ role }) => role === 'dialogue' || role === 'music').every(({ lane }) => lane < 0)).toBe(
      true,
    );
    const titles = connected.filter(({ role }) => role === 'title').toSorted((a, b) => a.start - b.start);
    expect(titles.map(({ start, frames }) => [start, frames])).toEqual(
      timeline.captions
        .filter(({ kind }) => kind !== 'ai_mark')
        .map(({ start, end }) => [Math.round(start * fps), Math.round(end * fps) - Math.round(start * fps)] as const)
        .toSorted(([a], [b]) => a - b),
    );
    expect(titles.every(({ lane }) => lane > (timeline.is_ai ? 1 : 0))).toBe(true);
    expect(connected.filter(({ role }) => role === 'notice')).toHaveLength(timeline.is_ai ? 1 : 0);
  });

  test.each(SEEDS)('keeps to the rules that Final Cut checks (%i)', (seed) => {
    const { timeline, media } = someTimeline(seed, files);
    media.cuts[0] = null;
    const root = readXml(buildFcpxml(timeline, media).text);
    const nodes = all(root);
    const times = nodes
      .filter(({ name }) => name !== 'format' && name !== 'timept')
      .flatMap(({ attributes }) =>
        ['offset', 'start', 'duration'].flatMap((key) => (attributes[key] ? [attributes[key]] : [])),
      );
    for (const time of times) expect(Number.isInteger(framesOf(time, timeline.fps))).toBe(true);
    const ids = new Set(nodes.flatMap(({ attributes: { id } }) => id ?? []));
    const refs = nodes.flatMap(({ attributes: { ref, format } }) => [ref, format].flatMap((one) => one ?? []));
    expect(refs.filter((one) => !ids.has(one))).toEqual([]);
    const unordered = nodes
      .filter(({ name }) => name === 'asset-clip' || name === 'video')
      .map(({ children }) => children.map(({ name }) => ORDER.indexOf(name)))
      .filter((order) => order.join() !== order.toSorted((a, b) => a - b).join() || order.includes(-1));
    expect(unordered).toEqual([]);
    for (const { children } of nodes.filter(({ name }) => name === 'title')) {
      expect(children.map(({ name }) => name)).toEqual(TITLE_ORDER);
      expect(children[1]!.children[0]!.attributes['ref']).toBe(children[2]!.attributes['id']);
    }
    expect(new Set(nodes.flatMap(({ attributes: { id } }) => id ?? [])).size).toBe(
      nodes.filter(({ attributes: { id } }) => id).length,
    );
    expect(nodes.find(({ name }) => name === 'spine')!.children[0]!.name).toBe('gap');
    const assets = nodes.filter(({ name }) => name === 'asset');
    expect(assets.every(({ children }) => children[0]?.attributes['kind'] === 'original-media')).toBe(true);
  });

  test('captions are titles with their words, place, size and colour', () => {
    const { timeline, media } = someTimeline(3, files);
    const [caption] = timeline.captions;
    caption!.text = '五折 & <新品>\n第二行';
    caption!.style = { ...caption!.style, size: 54, colour: '#FF8000', outlines: [{ colour: '#000000', width: 6 }] };
    const { text } = buildFcpxml(timeline, media);
    expect(text).toContain('>五折 &amp; &lt;新品&gt;&#10;第二行</text-style>');
    const nodes = all(readXml(text));
    const effect = nodes.find(({ name }) => name === 'effect')!;
    const title = nodes.find(({ name, attributes }) => name === 'title' && attributes['name']?.startsWith('五折'))!;
    expect([effect.attributes['name'], title.attributes['ref']]).toEqual(['Basic Title', effect.attributes['id']]);
    const [position, , look] = title.children;
    const scale = Math.min(timeline.width, timeline.height) / 1080;
    expect(position!.attributes['value']).toBe(`0 ${Math.round(-0.2 * timeline.height)}`);
    expect(look!.children[0]!.attributes).toMatchObject({
      fontSize: String(Math.round(54 * scale)),
      fontColor: '1 0.502 0 1',
      strokeColor: '0 0 0 1',
      alignment: 'center',
    });
  });

  test('names keep their characters', () => {
    const { timeline, media } = someTimeline(1, files);
    timeline.name = '夏季 <上新> & "五折"';
    const event = all(readXml(buildFcpxml(timeline, media).text)).find(({ name }) => name === 'event')!;
    expect(event.attributes['name']).toBe(timeline.name);
  });
});
