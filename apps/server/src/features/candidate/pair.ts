import { AppError, type CandidatePair } from '@mixreel/contract';
import { explainPair } from '@mixreel/media';
import type { App } from '#context.ts';
import { levelOf } from '#features/standard/level.ts';
import { toCombination } from './build-plan.ts';
import { readCandidates } from './candidate.queries.ts';
import { namesOf } from './changes.ts';
import { type MixState, possible } from './choose.ts';

/** Where two candidates are the same, place by place. */
export async function readPair(
  { db }: Pick<App, 'db'>,
  state: MixState,
  { first_id, second_id }: { first_id: string; second_id: string },
): Promise<CandidatePair> {
  const { plan, document } = state;
  const rows = possible(plan, await readCandidates(db, document.mix.mproject_id));
  const [first, second] = [first_id, second_id].map((id) => rows.find(({ candidate_id }) => candidate_id === id));
  if (!first || !second) throw new AppError('not_found', '其中一条已经不在了，或它的片段不能用了，请刷新后再看');
  const { kinds, likeness, places, isSameVoice, isSameMusic } = explainPair(
    plan,
    toCombination(first),
    toCombination(second),
  );
  const { clipName, lineOf, placeName, voiceName, musicName } = namesOf(state);
  const choices = new Map(
    [
      { id: 'header', clips: plan.header ?? [], scripts: [] },
      ...plan.shootings,
      { id: 'footer', clips: plan.footer ?? [], scripts: [] },
    ].map(({ id, clips, scripts = [] }) => [id, clips.length > 1 || scripts.length > 1]),
  );
  return {
    likeness,
    level: levelOf(likeness, state.standard),
    picture: measured(kinds.picture),
    sound: measured(kinds.sound),
    text: measured(kinds.text),
    places: places.map(({ slotId, picture, text, isSameSound }) => {
      const own = [first, second].map(({ picks }) => picks.find(({ slot_id }) => slot_id === slotId));
      return {
        slot_id: slotId,
        slot_name: placeName(slotId),
        clips: [clipName(own[0]?.video_clip_id ?? ''), clipName(own[1]?.video_clip_id ?? '')],
        lines: [lineOf(own[0]?.script_id ?? null), lineOf(own[1]?.script_id ?? null)],
        picture,
        text,
        is_same_sound: isSameSound,
        can_replace: choices.get(slotId) ?? false,
      };
    }),
    voices: [voiceName(first.factors.voice), voiceName(second.factors.voice)],
    is_same_voice: isSameVoice,
    music: [musicName(first.factors.music), musicName(second.factors.music)],
    is_same_music: isSameMusic,
  };
}

/** Below nothing means that neither has anything of the kind. */
function measured(value: number): number | null {
  return value < 0 ? null : value;
}
