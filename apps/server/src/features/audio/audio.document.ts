import { AppError, audioKind, type AudioPiece, audioPieceOf } from '@mixreel/contract';
import type { Fields, Operation } from '@mixreel/document';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { eq } from '#db/orm.ts';
import { addDocument } from '#features/document/document.queries.ts';
import { changesOf, documentRows, wholeRow } from '#features/document/rows.ts';
import { changedBy, type DocumentStore } from '#features/document/store.ts';
import { mayNameMusic } from '#features/music/music.queries.ts';
import { ai_audio, audio_line } from './audio.tables.ts';

const putLines = documentRows(audio_line, { owner: 'ai_audio_id', id: 'line_id', isPerDocument: true });

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

  write(_id, { state, operations }) {
    const changed = changedBy(operations);
    const { lines: _, ...piece } = audioPieceOf({ piece: state['piece'] ?? {} });
    return {
      whole: wholeRow(ai_audio, 'ai_audio_id', changed.has('piece') ? piece : {}),
      parts: putLines(changesOf(state, 'line', changed)),
    };
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

  async check(app, where, operations) {
    for (const music_id of musicOf(operations)) {
      if (!(await mayNameMusic(app, where, music_id))) return '没有这首音乐，请重新选择';
    }
    return null;
  },
};

type Records = Record<string, Fields>;

/** Of a new piece. */
export async function writeLines(db: Queryable, ai_audio_id: string, lines: Records): Promise<void> {
  const rows = Object.entries(lines).map(([line_id, line]) => ({ ...(line as Line), ai_audio_id, line_id }));
  if (rows.length === 0) return;
  await db.insert(audio_line).values(rows);
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
