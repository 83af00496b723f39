import { useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/call.ts';
import { readAgain } from '#lib/read-again.ts';
import { offerUndo } from '#lib/undo.ts';

/** Says of results that they are not what was asked for, and takes it back. */
export function useTeaching(project_id: string, q: string) {
  const cache = useQueryClient();
  const refresh = () => readAgain(cache, 'search.clips');
  const forget = async (lesson_id: string) => {
    await call('search.takeBack', { project_id, lesson_id });
    await refresh();
  };
  const learn = async (shot_id: string) => {
    const { lesson_id } = await call('search.notThis', { shot_id, q });
    await refresh();
    offerUndo(`记住了：它不是「${q}」，以后排在后面`, () => forget(lesson_id));
  };
  return {
    notThis: (shot_id: string) => void learn(shot_id).catch(() => {}),
    takeBack: (lesson_id: string | undefined) => void (lesson_id && forget(lesson_id).catch(() => {})),
  };
}
