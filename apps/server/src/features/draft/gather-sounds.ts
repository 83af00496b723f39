import type { Timeline, TimelineVoice } from '@mixreel/contract';
import { probe, runFfmpeg, soundArgs } from '@mixreel/media';
import { and, eq } from '#db/orm.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { openMusic } from '#features/music/music.queries.ts';
import { speak } from '#features/voice/speak.ts';
import type { JobContext } from '#queue/job.ts';
import { describeFacts, type Gathered, type Gathering } from './gathering.ts';

/** How far the length of an encoded sound may be from what was planned, in seconds. */
const ROUNDING_S = 0.05;
const NAME_LETTERS = 16;

/** What was said; null when it is gone. What was cleared away meanwhile is spoken again, and `onAgain` told. */
export function gatherVoice(gathering: Gathering, voice: TimelineVoice, onAgain: () => void) {
  const { speed = 1, seconds, is_ai } = voice;
  return gathering.once(`voice ${voice.sha256} ${is_ai} ${speed}`, async () => {
    const { storage } = gathering.context;
    const isThere = await storage.stat(voice.sha256);
    const sha256 = isThere ? voice.sha256 : await speakAgain(gathering.context, voice);
    if (!sha256) return null;
    if (!isThere) onAgain();
    const { path, release } = await storage.open(sha256);
    const letters = Array.from(voice.text.replace(/[\p{P}\s]+/gu, ''));
    const name = letters.slice(0, NAME_LETTERS).join('') || '配音';
    try {
      return await encode(gathering, path, { name, seconds, speed, key: sha256, is_ai });
    } finally {
      await release();
    }
  });
}

/** The music from where it begins, again and again until it is as long as asked for; null when it is gone. */
export function gatherMusic(gathering: Gathering, music: NonNullable<Timeline['music']>, seconds: number) {
  const { music_id, material_id, source_start, title, is_ai } = music;
  const piece = music_id ?? material_id ?? '';
  return gathering.once(`music ${piece} ${source_start} ${seconds} ${is_ai}`, async () => {
    const { tools, signal } = gathering.context;
    const opened = await openPiece(gathering.context, music);
    if (!opened) return null;
    try {
      const [once, looped] = [gathering.scratch('.wav'), gathering.scratch('.wav')];
      const start = ['-ss', source_start.toFixed(3), '-i', opened.path];
      const pcm = ['-t', seconds.toFixed(3), '-vn', '-ac', 2, '-ar', 48_000, '-c:a', 'pcm_s16le'];
      await runFfmpeg(tools, [start, pcm, [once]], { signal });
      const again = ['-stream_loop', -1, '-i', once, '-t', seconds.toFixed(3), '-c', 'copy'];
      await runFfmpeg(tools, [again, [looped]], { signal });
      const isMade = is_ai || opened.is_ai;
      return await encode(gathering, looped, { name: title || '音乐', seconds, key: piece, is_ai: isMade });
    } finally {
      await opened.release();
    }
  });
}

/** As M4A: every editor reads it, and it can carry the label. */
async function encode(
  { context, scratch, labelOf, nameFor }: Gathering,
  path: string,
  {
    name,
    seconds,
    speed = 1,
    key,
    is_ai,
  }: { name: string; seconds: number; speed?: number; key: string; is_ai: boolean },
): Promise<Gathered> {
  const { tools, signal } = context;
  const made = scratch('.m4a');
  const pace = speed === 1 ? [] : ['-af', `atempo=${speed.toFixed(6)}`];
  const args = soundArgs('m4a', is_ai ? labelOf(key.slice(0, 32)) : null);
  await runFfmpeg(tools, [['-i', path], pace, ...args, [made]], { signal });
  const facts = await probe(tools, made, { signal });
  // The encoder may end a few samples early; what is said is as long as it was planned with.
  const isRounded = Math.abs(facts.seconds - seconds) < ROUNDING_S;
  return {
    ...describeFacts(facts),
    seconds: isRounded ? Math.max(facts.seconds, seconds) : facts.seconds,
    file_name: nameFor(name, '.m4a'),
    bytes: facts.bytes,
    source: { path: made },
  };
}

async function speakAgain(context: JobContext, { text, voice_id, rate }: TimelineVoice): Promise<string | null> {
  if (!voice_id) return null;
  const { task, signal, log } = context;
  const request = { text, voice_id, rate, pitch: 0, volume: 1, emotion: null, format: 'flac' as const };
  try {
    return (await speak(context, { space_id: task.space_id, user_uid: task.user_uid }, request, signal)).sha256;
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ err: error }, 'a narration could not be spoken again');
    return null;
  }
}

type Piece = { path: string; is_ai: boolean; release(): Promise<void> };

async function openPiece(
  context: JobContext,
  { music_id, material_id }: Pick<NonNullable<Timeline['music']>, 'music_id' | 'material_id'>,
): Promise<Piece | null> {
  const { db, storage, task } = context;
  if (music_id) {
    const opened = await openMusic(context, task.space_id, music_id);
    return opened && { ...opened, is_ai: false };
  }
  const [found] = await db
    .select({ sha256: vlc_file.sha256, ai_origin: material.ai_origin })
    .from(material)
    .innerJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
    .where(and(eq(material.material_id, material_id ?? ''), eq(material.space_id, task.space_id)));
  if (!found || !(await storage.stat(found.sha256))) return null;
  return { ...(await storage.open(found.sha256)), is_ai: found.ai_origin };
}
