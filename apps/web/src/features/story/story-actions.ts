import type { StoryCard } from '@mixreel/contract';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '#lib/call.ts';
import { readAgain } from '#lib/read-again.ts';
import { showToast } from '#lib/toast.ts';
import { inputBox } from '#ui/message-box.ts';

const UNDO_MS = 8000;
const NAME_MAX = 100;

/** Deletes it, and offers to take that back. */
export async function removeStory(cache: QueryClient, card: StoryCard): Promise<void> {
  await call('story.delete', { story_board_ids: [card.story_board_id] });
  await readAgain(cache, 'story.list');
  const action = { label: '撤销', run: () => void restoreStory(cache, card).catch(() => {}) };
  showToast('success', `已删除「${card.board_name}」`, { ms: UNDO_MS, action });
}

export async function restoreStory(cache: QueryClient, { story_board_id, board_name }: StoryCard): Promise<void> {
  await call('story.restore', { story_board_ids: [story_board_id] });
  await readAgain(cache, 'story.list');
  showToast('success', `已恢复「${board_name}」`);
}

export async function renameStory(cache: QueryClient, { story_board_id, board_name }: StoryCard): Promise<void> {
  const wanted = await inputBox({
    title: '改名',
    label: '故事板名称',
    initial: board_name,
    max_length: NAME_MAX,
    check: (value) => (value.trim() ? null : '请填写名称'),
  });
  if (wanted === null || wanted.trim() === board_name) return;
  const { revision } = await call('story.detail', { story_board_id });
  await call('story.update', { story_board_id, revision, board_name: wanted.trim() });
  await readAgain(cache, 'story.list');
}

/** Only how it runs, to be filled with own pictures and words. Gives the id of the new board. */
export async function makeTemplate(cache: QueryClient, { story_board_id }: StoryCard): Promise<string> {
  const made = await call('story.copy', { story_board_id, parts: 'shape' });
  await readAgain(cache, 'story.list');
  showToast('success', `已做成「${made.board_name}」：段落、景别、时长都在，画面和台词等你来填`);
  return made.story_board_id;
}
