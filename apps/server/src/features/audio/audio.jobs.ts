import { AppError, type AudioLine, type AudioMusic, type SpokenWord } from '@mixreel/contract';
import {
  aigcLabel,
  type PieceLine,
  type PieceMusic,
  readPeaks,
  renderPiece,
  runFfmpeg,
  SOUND_TYPES,
  soundArgs,
  type SoundFormat,
} from '@mixreel/media';
import { z } from 'zod';
import { and, eq } from '#db/orm.ts';
import { addFile } from '#features/file/add-file.ts';
import { removeFiles } from '#features/file/remove-files.ts';
import { needsNotice } from '#features/label/duty.ts';
import { openMusic } from '#features/music/music.queries.ts';
import { speak, type Spoken } from '#features/voice/speak.ts';
import { defineJob, type JobContext } from '#queue/job.ts';
import { ownFiles } from './audio-bin.ts';
import { type AudioRow, contentOf, requireAudio } from './audio.queries.ts';
import { ai_audio, type Rendition } from './audio.tables.ts';

const OVERTAKEN = '这段配音后来又合成过，请在配音里看新的一次';
const PIECE_BYTES_MAX = 2_000_000_000;

/** What speaking counts of the whole. */
const SPEAKING = 0.9;

/** Speaks every line of a piece, then renders it whole. */
export const renderAudio = defineJob({
  name: 'audio.render',
  task_type: 'ai_audio',
  input: z.object({ ai_audio_id: z.string() }),
  kind: 'model',
  lane: 'now',
  steps: [
    { key: 'speak', label: '合成每一行', share: SPEAKING },
    { key: 'mix', label: '混音与标注' },
  ],
  async run({ ai_audio_id }, context) {
    const row = await requireAudio(context.db, context.task.space_id, ai_audio_id);
    if (row.task_id !== context.task.task_id) throw new AppError('conflict', OVERTAKEN);
    await setStatus(row, { status: 'submitted', error: null }, context);
    try {
      const rendition = await render(row, context);
      await finish(row, rendition, context);
      return { result: { ai_audio_id, duration: rendition.duration } };
    } catch (error) {
      // A stop hands the task on to another attempt, which will say how it ended.
      if (!context.signal.aborted) await fail(row, error, context);
      throw error;
    }
  },
});

async function render(row: AudioRow, context: JobContext): Promise<Rendition> {
  const { task, signal, report } = context;
  const who = { space_id: task.space_id, user_uid: task.user_uid };
  const lines = row.lines.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const spoken: { line: AudioLine; speech: Spoken }[] = [];
  for (const [n, line] of lines.entries()) {
    spoken.push({ line, speech: await speak(context, who, { ...line, format: 'flac' }, signal) });
    report((SPEAKING * (n + 1)) / lines.length);
  }
  await context.step('speak', async () => lines.length);
  return context.step('mix', () => mix(row, spoken, context));
}

async function mix(
  row: AudioRow,
  spoken: { line: AudioLine; speech: Spoken }[],
  context: JobContext,
): Promise<Rendition> {
  const { storage, tools, scratch, signal, config } = context;
  const opened = await Promise.all(spoken.map(({ speech }) => storage.open(speech.sha256)));
  const bed = row.music && (await openMusic(context, row.space_id, row.music.music_id));
  try {
    if (row.music && !bed) throw new AppError('invalid', '所选的音乐已不在音乐库里，请重新选择');
    const pieces: PieceLine[] = spoken.map(({ line }, n) => ({
      path: opened[n]?.path ?? '',
      pauseSeconds: line.pause_ms / 1000,
    }));
    const label = aigcLabel({ producer: config.aigcProducer, contentId: `${row.ai_audio_id}-${row.revision}` });
    const mark = (await needsNotice(context.db, row.space_id)) ? row.ai_mark : null;
    const piece = {
      lines: pieces,
      music: bed && row.music && musicOf(row.music, bed.path),
      targetLufs: row.target_lufs,
      mark,
      label,
    };
    const files: Record<string, string> = {};
    const master = scratch.file('.flac');
    const made = await renderPiece(tools, piece, { path: master, format: 'flac' }, { scratch, signal });
    const peaks = await readPeaks(tools, master, { signal });
    const mp3 = scratch.file('.mp3');
    await runFfmpeg(tools, [['-i', master], ...soundArgs('mp3', label), [mp3]], { signal });
    files['flac'] = await store(row, master, 'flac', context);
    files['mp3'] = await store(row, mp3, 'mp3', context);
    const times = spoken.map(({ line }, n) => {
      const { start, end } = made.lines[n] ?? { start: 0, end: 0 };
      return { line_id: line.line_id, text: line.text, start, end };
    });
    return {
      revision: row.revision,
      content: contentOf(row),
      duration: made.seconds,
      mark,
      lines: times,
      words: wordsOf(spoken, times),
      peaks,
      files,
    };
  } finally {
    for (const { release } of opened) await release();
    await bed?.release();
  }
}

function musicOf({ volume, fade_in_ms, fade_out_ms, duck_db }: AudioMusic, path: string): PieceMusic {
  return {
    path,
    volume,
    fadeInSeconds: fade_in_ms / 1000,
    fadeOutSeconds: fade_out_ms / 1000,
    duckDecibels: duck_db,
  };
}

/** Words over the whole piece; `from` and `to` stay positions in their own line. */
function wordsOf(spoken: { speech: Spoken }[], times: { start: number }[]): SpokenWord[] {
  return spoken.flatMap(({ speech }, n) =>
    speech.words.map((word) => ({
      ...word,
      start: word.start + (times[n]?.start ?? 0),
      end: word.end + (times[n]?.start ?? 0),
    })),
  );
}

async function store(row: AudioRow, path: string, format: SoundFormat, context: JobContext): Promise<string> {
  const { vlc_id } = await addFile(context.db, context.storage, {
    space_id: row.space_id,
    file_name: `${row.audio_name}.${format}`,
    content_type: SOUND_TYPES[format],
    created_by: context.task.user_uid,
    source: { path, given: true },
    max_bytes: PIECE_BYTES_MAX,
    signal: context.signal,
  });
  return vlc_id;
}

/** The old files go, except one that a material holds; where the piece was begun anew meanwhile, those made here. */
async function finish({ ai_audio_id, space_id }: AudioRow, rendition: Rendition, context: JobContext): Promise<void> {
  const { db, task } = context;
  const own = Object.values(rendition.files);
  const left = await db.transaction(async (tx) => {
    const [now] = await tx.select().from(ai_audio).where(eq(ai_audio.ai_audio_id, ai_audio_id)).for('update');
    if (now?.task_id !== task.task_id) return own;
    const done = { rendition, status: 'done' as const, error: null, material_id: null };
    await tx.update(ai_audio).set(done).where(eq(ai_audio.ai_audio_id, ai_audio_id));
    // An attempt before this one may have come as far as here.
    return ownFiles(now).filter((vlc_id) => !own.includes(vlc_id));
  });
  await removeFiles(db, space_id, left);
}

async function fail(row: AudioRow, error: unknown, context: JobContext): Promise<void> {
  const message = error instanceof AppError ? error.message : '合成没有完成，请重试';
  await setStatus(row, { status: 'failed', error: message }, context);
}

/** Only by the piece's newest task: an older one that ends late says nothing. */
async function setStatus(
  { ai_audio_id }: AudioRow,
  change: Partial<typeof ai_audio.$inferInsert>,
  { db, task }: JobContext,
): Promise<void> {
  await db
    .update(ai_audio)
    .set(change)
    .where(and(eq(ai_audio.ai_audio_id, ai_audio_id), eq(ai_audio.task_id, task.task_id)));
}
