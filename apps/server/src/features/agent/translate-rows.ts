import { type AgentBrief, type AgentRow, AppError, spokenLines, wishesOf } from '@mixreel/contract';
import { canTranslate } from '#features/ai/translate.ts';
import { readGlossary } from '#features/language/glossary.queries.ts';
import { languageName } from '#features/language/languages.ts';
import { translateTexts } from '#features/language/translate-texts.ts';
import { voiceFor } from '#features/language/voice-for.ts';
import type { JobContext } from '#queue/job.ts';
import { lineSeconds } from './foretell.ts';
import { SPENT } from './purse.ts';

type Told = { rows: AgentRow[]; notices: string[] };

/**
 * Rows take turns with the languages of the brief: written in Chinese, checked as such, then translated with the sheet's
 * names and figures as they are. What nobody here can translate or say stays Chinese, and is told.
 */
export async function translateRows(context: JobContext, brief: AgentBrief, rows: AgentRow[]): Promise<Told> {
  const { languages } = brief;
  const notices: string[] = [];
  let made = rows;
  for (const [turn, language] of languages.entries()) {
    const own = rows.filter((_, n) => n % languages.length === turn);
    if (language === 'zh' || own.length === 0) continue;
    const told = await translateTo(context, brief, language, own);
    const byId = new Map(told.rows.map((row) => [row.row_id, row]));
    made = made.map((row) => byId.get(row.row_id) ?? row);
    notices.push(...told.notices);
  }
  return { rows: made, notices };
}

async function translateTo(
  context: JobContext,
  { is_spoken, facts }: AgentBrief,
  target: string,
  rows: AgentRow[],
): Promise<Told> {
  const { db, task, signal } = context;
  const name = languageName(target);
  const stays = (why: string): Told => ({ rows, notices: [`${rows.length} 条${name}的没有翻译，先用中文：${why}`] });
  const problem = canTranslate(context) ?? ((await context.purse?.isEmpty()) ? SPENT : null);
  if (problem) return stays(problem);
  const voiceOf = voiceFor(context, target);
  if (is_spoken && !voiceOf(null)) return stays(`没有会说${name}的音色，请配置音色服务，或在资料里关掉配音`);
  const said = rows.map((row) => [...spokenLines(row), row.title]);
  const texts = said.flat();
  const names = facts.filter(({ kind, locked }) => locked && kind === 'name').map(({ text }) => text);
  const glossary = await readGlossary(db, task.space_id, target);
  const asked = { texts, seconds: texts.map((text) => lineSeconds(text)), source: 'zh', target, names, glossary };
  try {
    const translated = (await translateTexts(context, { space_id: task.space_id, signal, ...asked })).values();
    const notices: string[] = [];
    const done = rows.map((row, n) => {
      const lines = said[n]!.map(() => translated.next().value!);
      const wrong = lines.flatMap(({ problems }) => problems).find(({ kind }) => kind !== 'long');
      if (wrong) {
        notices.push(`「${row.hook}」的${name}译文不能用，先用中文：${wrong.message}`);
        return row;
      }
      const [hook, ...rest] = lines.slice(0, -1).map(({ text }) => text.replaceAll('\n', ' '));
      const voice_id = is_spoken ? (voiceOf(row.voice_id || null)?.voice_id ?? row.voice_id) : row.voice_id;
      return {
        ...row,
        hook: hook ?? '',
        lines: rest.join('\n'),
        // Pictures are still looked for by the words that were meant.
        clips: wishesOf(row).join('\n'),
        title: lines.at(-1)!.text.slice(0, 200),
        voice_id,
        note: [row.note, name].filter(Boolean).join('-'),
      };
    });
    return { rows: done, notices };
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error;
    return stays(error.message);
  }
}
