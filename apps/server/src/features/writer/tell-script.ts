import { AppError, ERRORS, type ScriptNews, type ScriptVersion } from '@mixreel/contract';
import type { Context } from '#context.ts';
import { toAppError } from '#http/answer.ts';

/** What a writer says as it goes along. */
export type Writing = AsyncGenerator<Exclude<ScriptNews, { kind: 'end' }>>;

/** Nobody but whoever has it written hears it. */
export function scriptTopic(user_uid: string, script_id: string): string {
  return `script:${user_uid}:${script_id}`;
}

const EVENTS = { version: 'step_output', row: 'message', end: 'result' } as const;

/**
 * Has a script written and tells every row as it is there. It lives in this request alone: whoever goes away stops it,
 * and nothing is kept but what they take into a board.
 */
export async function tellScript(
  { db, streams, user, signal }: Context,
  script_id: string | undefined,
  writing: Writing,
): Promise<ScriptVersion[]> {
  const versions: ScriptVersion[] = [];
  const topic = script_id && scriptTopic(user.user_uid, script_id);
  const tell = async (news: ScriptNews) => {
    if (topic) await streams.publish(db, topic, EVENTS[news.kind], news);
  };
  try {
    for await (const news of writing) {
      signal.throwIfAborted();
      const there = versions.find(({ version }) => version === news.version);
      if (news.kind === 'row') there?.rows.push(news.row);
      // Begun anew: lines of it were put right.
      else if (there) Object.assign(there, { title: news.title, rows: [] });
      else versions.push({ version: news.version, title: news.title, rows: [] });
      await tell(news);
    }
    const rows = versions.reduce((sum, one) => sum + one.rows.length, 0);
    if (rows === 0) throw new AppError('invalid', '没有写出分镜：补充卖点或痛点后再写');
    await tell({ kind: 'end', rows });
    return versions;
  } catch (thrown) {
    const { error, message } = toAppError(thrown);
    const told = { code: ERRORS[error].code, message, data: null };
    if (topic && !signal.aborted) await streams.publish(db, topic, 'error', told);
    throw thrown;
  }
}
