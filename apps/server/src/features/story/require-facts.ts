import { AppError, type StoryBoard } from '@mixreel/contract';
import { brokenFacts } from '@mixreel/contract/story';

const NAMED = 3;

/** Throws while something that leaves a board says otherwise than its sheet and nobody has accepted that. */
export function requireFacts(board: Pick<StoryBoard, 'rows' | 'facts' | 'acceptances'>, row_ids?: string[]): void {
  const broken = brokenFacts(board, row_ids);
  if (broken.length === 0) return;
  const named = broken.slice(0, NAMED).map(({ number, problem: { message } }) => `第 ${number} 行${message}`);
  const more = broken.length > NAMED ? `，一共 ${broken.length} 处` : '';
  throw new AppError('conflict', `${named.join('；')}${more}。请改成资料里的，或在故事板里接受这个说法`);
}
