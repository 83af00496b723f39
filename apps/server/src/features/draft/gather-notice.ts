import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Timeline } from '@mixreel/contract';
import {
  DEFAULT_AI_MARK,
  fontReads,
  labelPicture,
  layoutAiMark,
  linkFonts,
  prepareCaptions,
  runFfmpeg,
} from '@mixreel/media';
import { toCaptionPosition } from '#features/caption/media-style.ts';
import type { Gathering } from './gathering.ts';

/** The notice of AI as a transparent picture of the whole canvas; null when the timeline has none. */
export function gatherNotice(gathering: Gathering, { captions, width, height, platform }: Timeline) {
  const mark = captions.find(({ kind }) => kind === 'ai_mark');
  if (!mark) return null;
  const position = toCaptionPosition(mark.position);
  return gathering.once(`notice ${width} ${height} ${platform} ${JSON.stringify(position)}`, async () => {
    const { tools, signal } = gathering.context;
    const wanted = { ...DEFAULT_AI_MARK, text: mark.text, position, platform };
    const layout = layoutAiMark(wanted, { width, height });
    const folder = await mkdtemp(join(gathering.folder, 'notice-'));
    const words = layout && (await prepareCaptions([layout]));
    if (!words) return null;
    const [ass, drawn] = [join(folder, 'notice.ass'), join(folder, 'notice.png')];
    await writeFile(ass, words.ass);
    const fontsDir = await linkFonts(words.fontIds, folder);
    const empty = ['-f', 'lavfi', '-i', `color=c=black@0:s=${width}x${height}:d=1,format=rgba`];
    const write = ['-vf', `ass=filename='${ass}':fontsdir='${fontsDir}':alpha=1`, '-frames:v', 1, drawn];
    await runFfmpeg(tools, [empty, write], { signal, folder, reads: fontReads(fontsDir) });
    const source = labelPicture(await readFile(drawn), gathering.labelOf('notice'));
    return {
      kind: 'photo',
      file_name: gathering.nameFor('AI标识', '.png'),
      seconds: 0,
      width,
      height,
      has_sound: false,
      bytes: source.length,
      source,
    };
  });
}
