import type { Generation, GenerationChange, HistoryPage } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { changeAnswers, heldAnswers } from '#lib/answers.ts';
import { readAgain } from '#lib/read-again.ts';
import { useCall } from '#lib/use-call.ts';
import { useStream } from '#lib/use-stream.ts';

export const HISTORY_PAGE = 40;

/** The calls of a kind: what was made, and what changes of it. */
export type HistoryCalls =
  | { history: 'animate.history'; changes: 'animate.changes' }
  | { history: 'picture.history'; changes: 'picture.changes' };
export type HistoryFilter = { page_index: number; keyword?: string; only_liked?: boolean };

/** A page of what was made in a project, the newest first, as it goes on. */
export function useHistory({ history, changes }: HistoryCalls, project_id: string, filter: HistoryFilter) {
  const cache = useQueryClient();
  const input = { project_id, page_size: HISTORY_PAGE, ...filter };
  const list = useCall(history, input, { keep_previous: true });
  const readAnew = () => void readAgain(cache, history);
  const isPart = filter.page_index > 1 || Boolean(filter.keyword || filter.only_liked);
  useStream(
    changes,
    { project_id },
    {
      onMessage(change) {
        // What a filter hides, and what moves on to the next page, is for the server to say.
        if (isPart && change.type !== 'progress') return readAnew();
        // Other answers, as the versions of one picture, know themselves what belongs to them: there only what they hold is changed.
        changeAnswers(cache, history, (page: HistoryPage) => (holds(page, change) ? applyChange(page, change) : page));
        const add = (page: HistoryPage) => (holds(page, change) ? page : applyChange(page, change));
        if (change.type === 'upsert') changeAnswers(cache, history, add, input);
        // The first of the next page moves up.
        if (change.type === 'remove' && heldAnswers<typeof history>(cache, history).some(isShort)) readAnew();
      },
      // While nobody listened anything may have happened.
      onOpen: readAnew,
    },
  );
  return list;
}

function holds({ items }: HistoryPage, change: GenerationChange): boolean {
  if (change.type === 'progress') return items.some(({ task_id }) => task_id === change.task_id);
  const id = change.type === 'remove' ? change.generation_id : change.record.generation_id;
  return items.some(({ generation_id }) => generation_id === id);
}

/** Whether a page lacks something that the next one still has. */
export function isShort({ items, page_info: { page_index, page_size, total } }: HistoryPage): boolean {
  return items.length < Math.min(page_size, total - (page_index - 1) * page_size);
}

/** A page of the history after something happened. */
export function applyChange(page: HistoryPage, change: GenerationChange): HistoryPage {
  const { items, page_info } = page;
  if (change.type === 'progress') {
    const { type: _type, task_id, ...state } = change;
    return { ...page, items: items.map((one) => (one.task_id === task_id ? withState(one, state) : one)) };
  }
  const id = change.type === 'remove' ? change.generation_id : change.record.generation_id;
  const isKnown = items.some(({ generation_id }) => generation_id === id);
  if (change.type === 'remove') {
    const left = items.filter(({ generation_id }) => generation_id !== id);
    return { items: left, page_info: { ...page_info, total: page_info.total - (isKnown ? 1 : 0) } };
  }
  const { record } = change;
  if (isKnown) return { ...page, items: items.map((one) => (one.generation_id === id ? newer(one, record) : one)) };
  const all = [record, ...items].toSorted((a, b) => (a.generation_id < b.generation_id ? 1 : -1));
  return { items: all.slice(0, page_info.page_size), page_info: { ...page_info, total: page_info.total + 1 } };
}

const OVER: Generation['status'][] = ['succeeded', 'failed', 'canceled', 'partial'];

type State = Pick<Generation, 'status' | 'progress' | 'eta_s' | 'error' | 'finished_at'>;

function withState(one: Generation, state: State): Generation {
  return { ...one, ...state };
}

/** What was told of the task came by another way, and may be further. */
function newer(known: Generation, told: Generation): Generation {
  if (OVER.includes(told.status) || !OVER.includes(known.status) || known.files.length === 0) {
    return { ...told, progress: Math.max(told.progress, known.status === told.status ? known.progress : 0) };
  }
  const { status, progress, eta_s, error, finished_at } = known;
  return { ...told, status, progress, eta_s, error, finished_at };
}

export function isOver({ status }: Pick<Generation, 'status'>): boolean {
  return OVER.includes(status);
}
