import { AppError, EMPTY_BRIEF, spokenSeconds, type StoryBrief, storyOf, writer as calls } from '@mixreel/contract';
import type { Context } from '#context.ts';
import type { Asker } from '#features/ai/ability.ts';
import { canWrite } from '#features/ai/write.ts';
import { readForeign } from '#features/foreign/read-foreign.ts';
import { requireProject } from '#features/project/project.queries.ts';
import { storyDocument } from '#features/story/story.document.ts';
import { requireStory } from '#features/story/story.queries.ts';
import { readAllowedWords } from '#features/taboo/taboo.queries.ts';
import { implement } from '#http/route.ts';
import { BUILT_IN_NAME, type Held, writeBuiltIn } from './built-in.ts';
import { changeTone, otherLines } from './rewrite-lines.ts';
import { rowsOfText } from './rows-of-text.ts';
import { LINE_TASK, rewordByService, toneTask, writeByService } from './service-writer.ts';
import { conflictsIn } from './sheet-conflicts.ts';
import { sheetItems } from './sheet-items.ts';
import { scriptTopic, tellScript } from './tell-script.ts';

type Place = { project_id: string; story_board_id?: string | undefined };

/** Throws unless project and board are there; gives what may not be said otherwise, and what may be said all the same. */
async function requireHeld(
  { db, space }: Context,
  { project_id, story_board_id }: Place,
): Promise<Held & { brief: StoryBrief | null }> {
  const { space_id } = space;
  await requireProject(db, space_id, project_id);
  const board = story_board_id ? await requireStory(db, space_id, story_board_id) : null;
  const facts = board ? storyOf(await storyDocument.read(db, board.story_board_id)).facts : [];
  return { facts, allowed: await readAllowedWords(db, space_id), brief: board?.brief ?? null };
}

function askerOf({ space, signal }: Context): Asker {
  return { space_id: space.space_id, signal };
}

/** What a service says, where there is one; where it fails, why, so that rules can help out. */
async function byService<T>(context: Context, ask: () => Promise<T>): Promise<[given: T | null, problem: string]> {
  if (canWrite(context) !== null) return [null, ''];
  try {
    return [await ask(), ''];
  } catch (error) {
    if (context.signal.aborted || !(error instanceof AppError)) throw error;
    return [null, `${error.message}；这次由${BUILT_IN_NAME}改写`];
  }
}

export const writerRoutes = implement(calls, {
  async write({ script_id, engine, brief, ...asked }, context) {
    const { seconds, structure, sections, versions, hooks, begun, ...place } = asked;
    const held = await requireHeld(context, place);
    const notices: string[] = [];
    const writers = new Set<string>();
    const wish = { seconds, structure, sections, versions, hooks, begun };
    const isService = engine === 'auto' && canWrite(context) === null;
    const writing = isService
      ? writeByService(context, askerOf(context), { brief, wish, held, notices, writers })
      : writeBuiltIn(brief, wish, held, notices);
    const written = await tellScript(context, script_id, writing);
    return { versions: written, engine_name: isService ? [...writers].join('、') : BUILT_IN_NAME, notices };
  },

  async changes({ script_id }, { user }) {
    return { topic: scriptTopic(user.user_uid, script_id) };
  },

  async line({ brief, section, line, duration_ms, ...place }, context) {
    const held = await requireHeld(context, place);
    const asked = { brief, held, task: LINE_TASK };
    const [given, note_of] = await byService(context, () =>
      rewordByService(context, askerOf(context), [{ line, duration_ms }], asked),
    );
    const lines = [
      ...new Set([...(given?.lines.get(0) ?? []), ...otherLines({ section, line, duration_ms }, brief, held)]),
    ].slice(0, 3);
    const choices = lines.map((said) => ({ line: said, seconds: spokenSeconds(said) }));
    const note = note_of || (lines.length === 3 ? '' : '没有想出更多意思不变的说法，其余请自己写');
    return { choices, engine_name: given?.engine_name ?? BUILT_IN_NAME, note };
  },

  async tone({ brief, tone, rows, ...place }, context) {
    const held = await requireHeld(context, place);
    const asked = { brief: { ...brief, tone }, held, task: toneTask(tone) };
    const [given, problem] = await byService(context, () => rewordByService(context, askerOf(context), rows, asked));
    const said = given ? [] : await changeTone(rows, brief, tone, held);
    const lines = rows.map(({ row_id, line }, n) => ({ row_id, line: given?.lines.get(n)?.[0] ?? said[n] ?? line }));
    return { lines, engine_name: given?.engine_name ?? BUILT_IN_NAME, notices: problem ? [problem] : [] };
  },

  async text({ script_id, text, brief = EMPTY_BRIEF, ...place }, context) {
    await requireHeld(context, place);
    const notices: string[] = [];
    const versions = await tellScript(context, script_id, rowsOfText(text, brief, notices));
    return { versions, engine_name: BUILT_IN_NAME, notices };
  },

  async file({ file_name, content_base64, ...place }, context) {
    const { brief } = await requireHeld(context, place);
    const document = await readForeign(file_name, Buffer.from(content_base64, 'base64'), { signal: context.signal });
    const { items, notices } = await sheetItems(document, file_name, brief);
    // A board has no place for whose it is and what may not be said.
    const kept = items.filter(({ field }) => field !== 'brand' && field !== 'forbidden');
    return { items: kept, conflicts: conflictsIn(kept), notices };
  },
});
