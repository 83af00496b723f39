import type { PlannedVideo } from '@mixreel/contract';
import type { MixState } from './choose.ts';

/** What is other in a video, in words for people. */
export function changesBetween(state: MixState, before: PlannedVideo, after: PlannedVideo): string[] {
  const { clipName, lineOf, placeName, voiceName, musicName, styleName } = namesOf(state);
  const rows = [before, after].map(({ picks }) => picks.map(({ slot_id }) => slot_id));
  const [was, is] = rows.map((row) => row.filter((id) => rows.every((one) => one.includes(id))).join());
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
  const { voice, music, title, pace, style } = after.factors;
  const [left, added] = [
    rows[0]!.filter((id) => !rows[1]!.includes(id)),
    rows[1]!.filter((id) => !rows[0]!.includes(id)),
  ];
  const own = state.plan.titles?.[0]?.text ?? '';
  return [
    ...places,
    ...(was === is ? [] : [`换顺序：${rows[1]!.map(placeName).join('、')}`]),
    ...left.map((id) => `不用「${placeName(id)}」`),
    ...added.map((id) => `用上「${placeName(id)}」`),
    ...(before.factors.voice === voice ? [] : [`换声音：${voiceName(voice)}`]),
    ...(before.factors.music === music ? [] : [`换音乐：${musicName(music)}`]),
    ...(before.factors.title === title ? [] : [`换标题：${title ?? own}`]),
    ...(before.factors.pace === pace ? [] : [`换语速：${pace ?? 1} 倍`]),
    ...(before.factors.style === style ? [] : [`换字幕样式：${styleName(style) || '混剪自己的'}`]),
  ];
}

/** What things of a mix are called. */
export function namesOf({ document: { clips, shootings }, plan, factors: { voices, music, styles } }: MixState) {
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
    styleName: (id: string | undefined) => nameIn(styles, id),
  };
}

/** The first is what a video has that names none. */
function nameIn(list: { id: string; name?: string }[], id: string | undefined): string {
  return (id === undefined ? list[0] : list.find((one) => one.id === id))?.name ?? '';
}
