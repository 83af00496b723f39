import { AppError, audioKind, type AudioPiece, audioPieceOf } from '@mixreel/contract';
import type { Fields, Operation } from '@mixreel/document';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, eq, inArray, sql } from '#db/orm.ts';
import { addDocument } from '#features/document/document.queries.ts';
import { changedBy, type DocumentStore } from '#features/document/store.ts';
import { findMusic } from '#features/music/music.queries.ts';
import { ai_audio, audio_line } from './audio.tables.ts';

type Line = typeof audio_line.$inferInsert;

/** A piece and its lines as a document. */
export const audioDocument: DocumentStore = {
  kind: audioKind,

  async read(db, ai_audio_id) {
    const [piece] = await db
      .select({
        audio_name: ai_audio.audio_name,
        music: ai_audio.music,
        target_lufs: ai_audio.target_lufs,
        ai_mark: ai_audio.ai_mark,
      })
      .from(ai_audio)
      .where(eq(ai_audio.ai_audio_id, ai_audio_id));
    if (!piece) throw new AppError('not_found', '配音不存在或已被删除');
    return { piece: { piece }, line: await readLines(db, ai_audio_id) };
  },

  async write(_app, db, ai_audio_id, { state, operations }) {
    const changed = changedBy(operations);
    const { lines: _, ...piece } = audioPieceOf({ piece: state['piece'] ?? {} });
    await db
      .update(ai_audio)
      .set({ ...(changed.has('piece') && piece), updated_at: sql`now()` })
      .where(eq(ai_audio.ai_audio_id, ai_audio_id));
    const ids = [...(changed.get('line') ?? [])];
    const there = ids.flatMap((id): [string, Fields][] => (state['line']?.[id] ? [[id, state['line'][id]]] : []));
    const gone = ids.filter((id) => !state['line']?.[id]);
    await writeLines(db, ai_audio_id, Object.fromEntries(there));
    if (gone.length > 0) {
      await db
        .delete(audio_line)
        .where(and(eq(audio_line.ai_audio_id, ai_audio_id), inArray(audio_line.line_id, gone)));
    }
  },

  async copy(db, document_id, { state, name, user_uid }) {
    const [source] = await db
      .select({ space_id: ai_audio.space_id, project_id: ai_audio.project_id })
      .from(ai_audio)
      .where(eq(ai_audio.ai_audio_id, document_id));
    if (!source) throw new AppError('not_found', '配音不存在或已被删除');
    const { lines: _, ...piece } = audioPieceOf({ piece: state['piece'] ?? {} });
    const ai_audio_id = newId();
    await db.insert(ai_audio).values({ ...source, ...piece, ai_audio_id, audio_name: name, created_by: user_uid });
    await addDocument(db, { document_id: ai_audio_id, kind: audioKind.kind, space_id: source.space_id });
    await writeLines(db, ai_audio_id, state['line'] ?? {});
    return ai_audio_id;
  },

  async check(app, { space_id }, operations) {
    for (const music_id of musicOf(operations)) {
      if (!(await findMusic(app, space_id, music_id))) return '没有这首音乐，请重新选择';
    }
    return null;
  },
};

type Records = Record<string, Fields>;

const given = (column: string) => sql.raw(`excluded.${column}`);

export async function writeLines(db: Queryable, ai_audio_id: string, lines: Records): Promise<void> {
  const rows = Object.entries(lines).map(([line_id, line]) => ({ ...(line as Line), ai_audio_id, line_id }));
  if (rows.length === 0) return;
  await db
    .insert(audio_line)
    .values(rows)
    .onConflictDoUpdate({
      target: [audio_line.ai_audio_id, audio_line.line_id],
      set: {
        rank: given('rank'),
        text: given('text'),
        voice_id: given('voice_id'),
        rate: given('rate'),
        pitch: given('pitch'),
        volume: given('volume'),
        emotion: given('emotion'),
        pause_ms: given('pause_ms'),
        shot_ms: given('shot_ms'),
      },
    });
}

export async function readLines(db: Queryable, ai_audio_id: string): Promise<Records> {
  const rows = await db.select().from(audio_line).where(eq(audio_line.ai_audio_id, ai_audio_id));
  return Object.fromEntries(rows.map(({ ai_audio_id: _piece, line_id, ...line }) => [line_id, line]));
}

/** Which music operations bring in. */
function musicOf(operations: readonly Operation[]): string[] {
  return operations.flatMap((one) => {
    if (one.do !== 'set' || one.table !== 'piece' || one.path[0] !== 'music') return [];
    const value = one.path.length === 1 ? (one.value as Partial<AudioPiece['music']>)?.music_id : one.value;
    const isId = one.path.length === 1 || one.path[1] === 'music_id';
    return isId && typeof value === 'string' ? [value] : [];
  });
}
