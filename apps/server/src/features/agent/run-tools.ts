import { type AgentBrief, AppError, task as tasks, type TokenScope } from '@mixreel/contract';
import { checkFacts } from '@mixreel/contract/fact';
import { findTaboo } from '@mixreel/contract/taboo';
import { z } from 'zod';
import { type Tool, toolsFor } from '#features/mcp/tools.ts';
import { plainly, sheetOf } from '#features/writer/write-script.ts';

/** What an agent that works by itself is for; whatever else there is, it is not told of and refused. */
const OFFERED = new Set([
  'list_materials',
  'search_shots',
  'list_videos',
  'read_video',
  'list_agents',
  'plan_batch',
  'read_batch',
  'update_batch',
  'choose_shots',
  'rewrite_row',
  'submit_batch',
  'check_tasks',
]);

/** Waiting is no call of the product: the loop does it. */
export const WAIT = 'wait_for_task';
export const DONE = 'done';

/** What a run may do, and whoever begins it has to. */
export function runScopes(can_produce: boolean): TokenScope[] {
  return can_produce ? ['read', 'edit', 'produce'] : ['read', 'edit'];
}

export function runTools(can_produce: boolean): Tool[] {
  return toolsFor(runScopes(can_produce)).filter(({ name, is_destructive }) => OFFERED.has(name) && !is_destructive);
}

/** The tools as a model reads them. */
export function tellTools(tools: Tool[]): string {
  const told = tools.map(({ name, call }) => {
    const { $schema: _, ...schema } = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' });
    return `- ${name}：${[call.summary, call.details].filter(Boolean).join('。')}\n  input: ${JSON.stringify(schema)}`;
  });
  const wait = `- ${WAIT}：等一个任务结束\n  input: ${JSON.stringify(z.toJSONSchema(tasks.cancel.input).properties)}`;
  return [...told, wait, `- ${DONE}：做完了，或做不下去；reason 写结果`].join('\n');
}

/** What only texts of videos are called, wherever they stand in an input. */
const SAID = new Set(['hook', 'lines', 'title', 'topics', 'point']);

/** A service writes what it likes; what contradicts the sheet, or may not be said, is not written to a batch. */
export function requireTrue(input: unknown, brief: AgentBrief, allowed: string[]): void {
  const known = [...sheetOf(brief.product), ...brief.facts];
  for (const text of textsIn(input)) {
    const [broken] = checkFacts(text, known);
    if (broken) throw new AppError('invalid', `「${text.slice(0, 40)}」和商品资料不符：${broken.message}`);
    const [taboo] = findTaboo(text, allowed);
    if (taboo) throw new AppError('invalid', `「${taboo.word}」属于${taboo.reason}，不能写`);
    const own = brief.forbidden.find((word) => plainly(text).includes(plainly(word)));
    if (own) throw new AppError('invalid', `「${own}」在资料里写明不能用`);
  }
}

function textsIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return SAID.has(key) ? value.split('\n').filter(Boolean) : [];
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, key));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, one]) => textsIn(one, name));
}
