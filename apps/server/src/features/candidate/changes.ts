import type { PlannedVideo } from '@mixreel/contract';
import type { MixState } from './choose.ts';

/** What is other in a video, in words for people. */
export function changesBetween(state: MixState, before: PlannedVideo, after: PlannedVideo): string[] {
  const { clipName, lineOf, placeName, voiceName, musicName } = namesOf(state);
  const places = after.picks.flatMap((pick) => {
    const old = before.picks.find(({ slot_id }) => slot_id === pick.slot_id);
    const place = placeName(pick.slot_id);
    return [
      ...(old && old.video_clip_id !== pick.video_clip_id
        ? [`「${place}」换片段：${clipName(old.video_clip_id)} → ${clipName(pick.video_clip_id)}`]
        : []),
      ...(old && old.script_id !== pick.script_id ? [`「${place}」换说法：${lineOf(pick.script_id)}`] : []),
    ];
  });
  const { voice, music } = after.factors;
  return [
    ...places,
    ...(before.factors.voice === voice ? [] : [`换声音：${voiceName(voice)}`]),
    ...(before.factors.music === music ? [] : [`换音乐：${musicName(music)}`]),
  ];
}

/** What things of a mix are called. */
export function namesOf({ document: { clips, shootings }, plan, factors: { voices, music } }: MixState) {
  const names = new Map([
    ['header', '片头'],
    ['footer', '片尾'],
    ...plan.shootings.map(({ id, name = '' }) => [id, name] as const),
  ]);
  const lines = new Map(
    shootings.flatMap(({ scripts }) => scripts.map(({ script_id, text }) => [script_id, text] as const)),
  );
  return {
    placeName: (slot_id: string) => names.get(slot_id) ?? '',
    clipName: (id: string) => clips.find(({ clip }) => clip.video_clip_id === id)?.material.material_name ?? '',
    lineOf: (script_id: string | null) => lines.get(script_id ?? '') ?? '',
    voiceName: (id: string | undefined) => nameIn(voices, id),
    musicName: (id: string | undefined) => nameIn(music, id),
  };
}

/** The first is what a video has that names none. */
function nameIn(list: { id: string; name?: string }[], id: string | undefined): string {
  return (id === undefined ? list[0] : list.find((one) => one.id === id))?.name ?? '';
}
