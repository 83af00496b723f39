import { AppError, type FaceSwapDetail } from '@mixreel/contract';
import type { Parts } from '#features/ai/ability.ts';
import { faceSwap } from '#features/ai/face.ability.ts';
import { enginesOf } from '#features/ai/registry.ts';
import type { SwapRow } from './face.queries.ts';

/** The services that may put a face on, what each would cost, and why one cannot. */
export function servicesFor(parts: Parts, row: SwapRow): FaceSwapDetail['engines'] {
  return enginesOf(parts, faceSwap).map(({ engine, engine_name, price, problem }) => {
    return { engine, engine_name, cost: (price * row.duration_ms) / 1000, problem: problem() ?? objectionOf(row) };
  });
}

export function requireService(parts: Parts, row: SwapRow, name: string): void {
  const found = servicesFor(parts, row).find(({ engine }) => engine === name);
  if (!found) throw new AppError('no_engine', '选的服务已经没有了，请重新选择');
  if (found.problem) throw new AppError('invalid', `「${found.engine_name}」不能做这条：${found.problem}`);
}

/** A service is told neither who nor when: what it is given must leave no choice. */
function objectionOf({ figures, groups, content_type }: SwapRow): string | null {
  if (content_type.startsWith('image/')) return '只换视频里的脸，图片请用内置引擎';
  if (figures.length > 1) return `画面里有 ${figures.length} 个人，服务不能只换其中一个，请用内置引擎`;
  const [group] = groups.filter(({ is_on }) => is_on);
  return group && group.ranges.length > 0 ? '服务会换整段视频，请改成「出现就换」或用内置引擎' : null;
}
