import { AppError, type StoryLink } from '@mixreel/contract';
import type { App } from '#context.ts';
import { readAdvice } from '#features/candidate/read-advice.ts';
import { linksOfBoard } from '../story-links.ts';
import type { Phone } from './phone-access.ts';

type Advised = { slot_id: string; sentence: string };
type Worth = { row_id: string; why: string };

/** Which rows bring most videos if they are shot, by the mix that most rows are in. */
export async function readOrder(app: App, { space_id, story_board_id }: Phone): Promise<Worth[]> {
  const links = await linksOfBoard(app.db, story_board_id);
  const byMix = [...Map.groupBy(links, ({ mproject_id }) => mproject_id)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  const [first] = byMix;
  if (!first) return [];
  const [mproject_id, of] = first;
  const advice = await readAdvice(app, space_id, mproject_id).catch((error: unknown) => {
    if (error instanceof AppError) return [];
    throw error;
  });
  return orderByWorth(of, advice);
}

/** What nothing can be made without comes first, then what the planner says, then what has fewest clips. */
export function orderByWorth(links: readonly StoryLink[], advice: readonly Advised[]): Worth[] {
  const place = new Map(advice.map(({ slot_id }, n) => [slot_id, n]));
  const rank = ({ shooting_id, clip_count }: StoryLink) => {
    if (clip_count === 0) return -1;
    return place.get(shooting_id) ?? advice.length + clip_count;
  };
  const sentences = new Map(advice.map(({ slot_id, sentence }) => [slot_id, sentence]));
  return links
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ row_id, shooting_id, clip_count }) => ({
      row_id,
      why:
        clip_count === 0 ? '还没有片段，少了它出不了片' : (sentences.get(shooting_id) ?? `已有 ${clip_count} 个片段`),
    }));
}
