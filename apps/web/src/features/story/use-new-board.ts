import type { Kept } from '#features/writer/WriteDialog.tsx';
import { onward } from '#lib/go.ts';
import { showToast } from '#lib/toast.ts';
import { useSend } from '#lib/use-call.ts';
import type { ImportedRow } from './ImportBoardDialog.tsx';
import { withKept } from './kept-facts.ts';
import { storyPath } from './story-path.ts';

const NAME_MAX = 100;

/** Makes a board of each version that was kept, and goes to the first. */
export function useWrittenBoard(project_id: string): (kept: Kept) => Promise<void> {
  const add = useSend('story.add', { refresh: ['story.list'] });
  return async (kept) => {
    const goOn = onward();
    const { versions, brief, seconds } = kept;
    const made: string[] = [];
    for (const { title, rows } of versions) {
      const board_name = [brief?.name ?? 'AI 脚本', title].join(' ').slice(0, NAME_MAX);
      const about = { board_name, origin: 'ai' as const, target_ms: seconds * 1000, brief, facts: withKept([], kept) };
      made.push((await add.mutateAsync({ project_id, rows, ...about })).story_board_id);
    }
    const [story_board_id] = made;
    if (made.length > 1) showToast('success', `已建 ${made.length} 个故事板，打开的是第 1 版`);
    if (story_board_id) goOn(storyPath({ project_id, story_board_id }));
  };
}

/** Makes a board of what a file holds, called as the file, and goes there. */
export function useNewBoard(project_id: string): (rows: ImportedRow[], file_name: string) => Promise<void> {
  const add = useSend('story.add', { refresh: ['story.list'] });
  return async (rows, file_name) => {
    const goOn = onward();
    const board_name = file_name
      .replace(/\.[^.]+$/, '')
      .trim()
      .slice(0, NAME_MAX)
      .toWellFormed();
    const named = board_name && { board_name };
    const { story_board_id } = await add.mutateAsync({ project_id, origin: 'import', rows, ...named });
    showToast('success', `已导入 ${rows.length} 行`);
    goOn(storyPath({ project_id, story_board_id }));
  };
}
