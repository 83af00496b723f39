import type { Timeline } from '@mixreel/contract';
import { gatherNotice } from './gather-notice.ts';
import { gatherMaterial } from './gather-pictures.ts';
import { gatherMusic, gatherVoice } from './gather-sounds.ts';
import type { Gathered, Gathering } from './gathering.ts';

/** What a timeline refers to, with where the bytes are, and what a person should know of it. */
export type GatheredMedia = {
  cuts: (Gathered | null)[];
  voices: (Gathered | null)[];
  music: Gathered | null;
  logo: Gathered | null;
  notice: Gathered | null;
  notes: string[];
};

type Setting = {
  /** How long music has to be for all drafts of the task, so that they share one file of it. */
  musicSeconds: number;
  /** For programs that are given no text. */
  isNoticeDrawn: boolean;
};

export async function gatherMedia(
  gathering: Gathering,
  timeline: Timeline,
  { musicSeconds, isNoticeDrawn }: Setting,
): Promise<GatheredMedia> {
  const notes: string[] = [];
  const cuts: (Gathered | null)[] = [];
  for (const [n, { material_id, vlc_id, material_name }] of timeline.cuts.entries()) {
    const file = await gatherMaterial(gathering, material_id, vlc_id);
    if (!file) notes.push(`第 ${n + 1} 个镜头：素材「${material_name}」已不在或读不出，用黑场占位，请替换`);
    cuts.push(file);
  }
  const voices: (Gathered | null)[] = [];
  for (const voice of timeline.voices) {
    const again = () => notes.push(`配音「${voice.text.slice(0, 12)}…」已被清理，重新合成了一遍，音调和情绪是默认的`);
    const file = await gatherVoice(gathering, voice, again);
    if (!file) notes.push(`配音「${voice.text.slice(0, 12)}…」已不在或读不出，请在剪辑软件里重新配音`);
    voices.push(file);
  }
  const { music, logo } = timeline;
  const bed = music && (await gatherMusic(gathering, music, musicSeconds));
  if (music && !bed) notes.push(`音乐「${music.title}」已不在或读不出，没有放进来`);
  const mark = logo?.material_id ? await gatherMaterial(gathering, logo.material_id, null) : null;
  if (logo && !mark) notes.push('标志图片已不在或读不出，没有放进来');
  const notice = isNoticeDrawn ? await gatherNotice(gathering, timeline) : null;
  return { cuts, voices, music: bed, logo: mark, notice, notes };
}

/** Every file once. */
export function filesIn({ cuts, voices, music, logo, notice }: GatheredMedia): Gathered[] {
  const files = [...cuts, ...voices, music, logo, notice].flatMap((file) => file ?? []);
  return [...new Map(files.map((file) => [file.file_name, file])).values()];
}
