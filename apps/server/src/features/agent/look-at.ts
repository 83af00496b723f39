import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  type AgentBrief,
  type AgentFinding,
  type AgentLook,
  AppError,
  DEFAULT_MIX_CONFIG,
  lengthOff,
  type Timeline,
} from '@mixreel/contract';
import { checkSheet, factsIn } from '@mixreel/contract/fact';
import { AIGC_KEY, decodeMono, inFolder, measureLoudness, probe, readAigc, spansOf } from '@mixreel/media';
import { and, eq, gte, inArray } from '#db/orm.ts';
import { AbilityFailed, askFor } from '#features/ai/ask-for.ts';
import { HEARING_RATE, transcription } from '#features/ai/transcription.ability.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { recalledVideos } from '#features/file/recalled.ts';
import { readSignatures, requireVideos } from '#features/likeness/likeness.queries.ts';
import { signMissing } from '#features/likeness/sign-artworks.ts';
import { material_facts } from '#features/material/material.tables.ts';
import { sku_hit } from '#features/sku/sku.tables.ts';
import { recent } from '#memory.ts';
import type { JobContext } from '#queue/job.ts';
import { checkRights } from './check-rights.ts';
import { BLACK_S, FROZEN_S, overlapOf } from './known-flaws.ts';
import { readBack } from './read-back.ts';

const CHINESE = /\p{Script=Han}/u;
/** Eight bytes a picture, zeros where it shows nothing. */
const HASH_BYTES = 8;
/** What a thumb waits for. */
const OPENING_S = 1;
/** Decibels that a platform does not make up for. */
const OFF_DB = 3;
/** From here on a shot counts as showing a product. */
const SHOWS = 0.5;

/** `wanted`: how many seconds it was to have; 0: as many as it takes. */
type About = { brief: AgentBrief; shot_ids: (string | null)[]; wanted?: number };

/** Looks at a finished video with what the product measures anyway: pictures, sound, what is heard, opening, rights and label. */
export async function lookAt(context: JobContext, artwork_id: string, about: About): Promise<AgentLook> {
  const { db, task, signal, storage, tools } = context;
  const [video] = await requireVideos(db, task.space_id, [artwork_id]);
  const [made] = await db
    .select({ timeline: artwork.timeline, duration: artwork.duration, ai_origin: artwork.ai_origin })
    .from(artwork)
    .where(eq(artwork.artwork_id, artwork_id));
  if (!video || !made?.timeline) throw new AppError('not_found', '成片已被删除');
  const { timeline, duration, ai_origin } = made;
  const recalled = recalledVideos(context).get(video.sha256);
  // Of one whose parts are known few bytes are read. Of others all: opened before they are signed, the file is written once.
  const opening = once(() => storage.open(video.sha256));
  try {
    if (!recalled) await opening.get();
    await signMissing(context, [video], { signal });
    const picture = (await readSignatures(db, [artwork_id])).get(artwork_id)?.picture ?? new Uint8Array(0);
    const film = { timeline, duration, picture };
    const pathOf = async () => (await opening.get()).path;
    // A process less where there is nothing to be labelled.
    const isLabelled = !ai_origin || (await hasLabel(context, video.sha256));
    const memory = context.engine.sounds;
    const lufs = tenths(recalled ? recalled.lufs : await measureLoudness(tools, await pathOf(), { signal, memory }));
    const heard = await listen(context, timeline, about.brief);
    const read = await readBack(context, { pathOf, timeline, shot_ids: about.shot_ids }, about.brief);
    return {
      lufs,
      heard: heard.count,
      read: read.count,
      likeness: null,
      level: null,
      closest_name: '',
      found: [
        ...(isLabelled ? [] : [whole('label', 'reject', '文件里没有 AI 生成的标识')]),
        ...(await checkRights(context, task.space_id, timeline, about.brief)),
        ...(await lookForGaps(context, film)),
        ...checkSound(timeline, lufs),
        ...checkLength(duration, about.wanted ?? 0),
        ...heard.found,
        ...read.found,
        ...(await checkOpening(context, film, about)),
      ],
    };
  } finally {
    await (await opening.begun())?.release();
  }
}

/** What is made when it is first wanted, for all who want it. */
function once<T>(make: () => Promise<T>) {
  let made: Promise<T> | null = null;
  return { get: () => (made ??= make()), begun: async () => made };
}

/** The tables of a video that is put together, tags among them, stand before its pictures. */
const HEAD_BYTES = 1024 * 1024;

/** Whether the file says that machines made parts of it. */
async function hasLabel({ storage, tools, scratch }: JobContext, sha256: string): Promise<boolean> {
  return inFolder(scratch, async (folder) => {
    const path = join(folder, 'head.mp4');
    await pipeline(await storage.read(sha256, { start: 0, end: HEAD_BYTES - 1 }), createWriteStream(path));
    return readAigc((await probe(tools, path)).tags[AIGC_KEY] ?? '') !== undefined;
  });
}

function whole(kind: AgentFinding['kind'], weight: AgentFinding['weight'], message: string): AgentFinding {
  return { kind, weight, place: null, message };
}

type Film = { timeline: Timeline; duration: number; picture: Uint8Array };

function looksOf({ picture, duration }: Film): { hashes: string[]; rate: number } {
  const count = Math.floor(picture.length / HASH_BYTES);
  const hashes = Array.from({ length: count }, (_, n) =>
    Buffer.from(picture.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES)).toString('hex'),
  );
  return { hashes, rate: count / Math.max(0.1, duration) };
}

const NOTHING = '00'.repeat(HASH_BYTES);

/**
 * Where nothing is shown, as the finished pictures say and as the analysis knows of what was cut from; where the source
 * stands still; and where nothing seems to move, which is told only: a quiet shot looks so, too.
 */
async function lookForGaps({ db }: JobContext, film: Film): Promise<AgentFinding[]> {
  const { hashes, rate } = looksOf(film);
  const { cuts, fps } = film.timeline;
  const ids = [...new Set(cuts.map(({ material_id }) => material_id))];
  const known = await db
    .select({ material_id: material_facts.material_id, marks: material_facts.marks })
    .from(material_facts)
    .where(inArray(material_facts.material_id, ids));
  const placeAt = (seconds: number) =>
    Math.max(
      0,
      cuts.findLastIndex(({ start_frame }) => start_frame / fps <= seconds + 0.01),
    );
  const found = new Map<string, AgentFinding>();
  const add = (weight: AgentFinding['weight'], place: number, what: string) => {
    const start = (cuts[place]?.start_frame ?? 0) / fps;
    const message = `第 ${start.toFixed(1)} 秒起的画面${what}`;
    const isWorse = [...found.values()].some((one) => one.place === place && one.weight === 'reject');
    if (!isWorse) found.set(`${place} ${what}`, { kind: 'picture', weight, place, message });
  };
  for (const [place, cut] of cuts.entries()) {
    if (cut.is_still) continue;
    const marks = known.find(({ material_id }) => material_id === cut.material_id)?.marks;
    const shown = { start: cut.source_start, end: cut.source_start + (cut.frames / fps) * cut.speed };
    if (overlapOf(shown, marks?.black ?? []) >= BLACK_S) add('reject', place, '是黑的');
    if (overlapOf(shown, marks?.frozen ?? []) >= FROZEN_S) add('mend', place, '停住了');
  }
  const empty = hashes.map((hash) => hash === NOTHING);
  for (const { from } of spansOf(empty, rate, BLACK_S)) add('reject', placeAt(from), '什么也没有');
  const same = hashes.map((hash, n) => hash !== NOTHING && hash === hashes[n - 1]);
  for (const { from } of spansOf(same, rate, FROZEN_S)) {
    if (!cuts[placeAt(from)]?.is_still) add('tell', placeAt(from), '几乎不动');
  }
  return [...found.values()];
}

function tenths(lufs: number | null): number | null {
  return lufs !== null && Number.isFinite(lufs) ? Math.round(lufs * 10) / 10 : null;
}

function checkSound({ voices, music }: Timeline, lufs: number | null): AgentFinding[] {
  if (voices.length === 0 && !music) return [];
  if (lufs === null) return [whole('sound', 'reject', '应该有声音，成片里却听不到')];
  const wanted = DEFAULT_MIX_CONFIG.sound.target_lufs;
  const off = lufs - wanted;
  if (Math.abs(off) <= OFF_DB) return [];
  return [whole('sound', 'tell', `响度 ${lufs} LUFS，比标准的 ${wanted} ${off > 0 ? '响' : '轻'}`)];
}

/** A voice may take longer or shorter than was reckoned before it spoke. */
function checkLength(seconds: number, wanted: number): AgentFinding[] {
  const off = wanted > 0 ? lengthOff({ seconds, wanted }) : null;
  const words = off === 'long' ? '长' : '短';
  return off ? [whole('length', 'tell', `成片 ${seconds.toFixed(1)} 秒，比要求的 ${wanted} 秒${words}`)] : [];
}

/** What was heard of a sound, by its content: a line that ten videos say is listened to once. */
const heardBefore = recent<string>(5000);

/** Lines with facts are listened to: what is heard otherwise than the sheet has it is not delivered. */
async function listen(
  context: JobContext,
  { voices }: Timeline,
  { facts, product }: AgentBrief,
): Promise<{ count: number | null; found: AgentFinding[] }> {
  const sheet = { facts, acceptances: [] };
  const found: AgentFinding[] = [];
  let count = 0;
  for (const [place, { text, sha256 }] of voices.entries()) {
    // What is said in other languages was held to the sheet when it was translated.
    if (!facts.some(({ locked }) => locked) || factsIn(text).length === 0 || !CHINESE.test(text)) continue;
    const heard = await hear(context, sha256, product.name);
    if (heard === null) return { count: null, found };
    count += 1;
    // What has no ground may have been misheard; another figure for the same thing is another figure.
    const changed = checkSheet(heard, '', sheet).filter(({ kind }) => kind === 'changed');
    for (const { said, sheet: wanted } of changed) {
      const message = `配音听起来是「${said}」，资料里是「${wanted}」`;
      found.push({ kind: 'fact', weight: 'reject', place, message });
    }
  }
  return { count, found };
}

/** Null where nothing here can hear. */
async function hear(context: JobContext, sha256: string, known: string): Promise<string | null> {
  const { storage, tools, signal, task } = context;
  const before = heardBefore(context).get(sha256);
  if (before !== undefined) return before;
  const file = await storage.open(sha256);
  try {
    const pcm = await decodeMono(tools, file.path, { rate: HEARING_RATE, signal });
    const asked = { pcm, language: 'zh', known_words: known ? [known] : [] };
    const { output } = await askFor(context, transcription, asked, { space_id: task.space_id, signal });
    const text = output.segments.map((one) => one.text).join('');
    heardBefore(context).set(sha256, text);
    return text;
  } catch (error) {
    if (error instanceof AbilityFailed) return null;
    throw error;
  } finally {
    await file.release();
  }
}

/** By the first second, without sound: something moves, something can be read, the product is there. */
async function checkOpening({ db }: JobContext, film: Film, { brief, shot_ids }: About): Promise<AgentFinding[]> {
  const { hashes, rate } = looksOf(film);
  const first = hashes.slice(0, Math.max(2, Math.ceil(OPENING_S * rate) + 1));
  const moves = new Set(first).size > 1;
  const reads = film.timeline.captions.some(({ kind, start }) => kind !== 'ai_mark' && start <= OPENING_S);
  const shown = await showsProduct({ db }, shot_ids[0] ?? null, brief);
  return [
    ...(moves ? [] : [whole('opening', 'tell', '第一秒画面几乎不动')]),
    ...(reads ? [] : [whole('opening', 'tell', '第一秒没有字，静音时不知道在说什么')]),
    ...(shown ? [] : [whole('opening', 'tell', '第一秒看不出商品：开头的画面没有认出它，说明和标签里也没有提到')]),
  ];
}

async function showsProduct({ db }: Pick<JobContext, 'db'>, shot_id: string | null, { product }: AgentBrief) {
  if (!shot_id) return false;
  const isSeen = and(eq(sku_hit.shot_id, shot_id), gte(sku_hit.confidence, SHOWS));
  if (await db.$count(sku_hit, isSeen)) return true;
  const [seen] = await db.select().from(shot).where(eq(shot.shot_id, shot_id));
  const said = [seen?.caption, seen?.ocr_text, ...(seen?.tags ?? []).map(({ name }) => name)].join(' ');
  return [product.name, product.category].some((word) => word !== '' && said.includes(word));
}
