import { canMake } from '@mixreel/media';
import { clipProblem } from '#features/mix/document.ts';
import { toCombination } from './build-plan.ts';
import type { CandidateRow } from './candidate.queries.ts';
import type { MixState } from './choose.ts';

/** Why a candidate can't be made as the mix is now, in words that name the clip; null when it can. */
export function problemReader({ document, plan }: MixState) {
  const clips = new Map(document.clips.map((one) => [one.clip.video_clip_id, one]));
  return ({ picks, factors }: Pick<CandidateRow, 'picks' | 'factors'>): string | null => {
    for (const { video_clip_id } of picks) {
      const clip = clips.get(video_clip_id);
      if (!clip) return '有片段或镜头已从混剪里删除，请重新挑选';
      const problem = clipProblem(clip);
      if (problem) return `「${clip.material.material_name}」不能用：${problem}`;
    }
    if (canMake(plan, toCombination({ picks, factors }))) return null;
    return canMake(plan, toCombination({ picks, factors: {} }))
      ? '用到的声音、音乐、标题或样式已不在可选的里面，请重新挑选'
      : '片段被排除，或不再这样搭配，请重新挑选';
  };
}
