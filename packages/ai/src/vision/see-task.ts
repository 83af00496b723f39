import type { Task } from '#runtime/tasks.ts';
import { readPicture } from '#vision/picture.ts';
import { seeText } from '#vision/read-text.ts';
import { emptySight, type Picture, type Sight, type SightPart } from '#vision/sight.ts';
import { loadTextModel, type TextModel } from '#vision/text-model.ts';

/** Small writing needs the pixels of a full frame; things and faces do not. */
const SIDE_FOR_TEXT = 1920;
const SIDE = 1280;

let textModel: Promise<TextModel> | undefined;

/** Looks at one picture after the other and hands each sight over as soon as it is there. */
export const runSee: Task<'see'> = async ({ pictures, want }, { folders, threads, tell }) => {
  for (const [at, picture] of pictures.entries()) {
    const sight = await look(picture, want, folders, threads);
    await tell({ at, sight });
  }
  return { pictures: pictures.length };
};

async function look(
  picture: Picture,
  want: SightPart[],
  folders: Record<string, string>,
  threads: number,
): Promise<Sight> {
  const sight = emptySight();
  const pixels = await readPicture(picture, want.includes('text') ? SIDE_FOR_TEXT : SIDE);
  if (want.includes('text')) {
    textModel ??= loadTextModel(folders['vision-text']!, threads);
    sight.text = await seeText(await textModel, pixels);
  }
  return sight;
}
