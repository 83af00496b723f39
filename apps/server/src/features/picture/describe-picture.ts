import type { GivenPicture } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Asker } from '#features/ai/ability.ts';
import { askFor } from '#features/ai/ask-for.ts';
import { describe } from '#features/ai/describe.ability.ts';
import { enginesOf } from '#features/ai/registry.ts';
import { readJpeg } from '#features/generate/read-jpeg.ts';
import { requireSource } from '#features/generate/source-picture.ts';

/** In which words a picture could be asked for: those of who is to paint, where that can tell, else of this machine. */
export async function describePicture(
  app: App,
  asker: Asker,
  { picture, engine }: { picture: GivenPicture; engine: string },
) {
  const { vlc_id } = await requireSource(app, asker.space_id, picture);
  const { jpeg } = await readJpeg(app, asker.space_id, vlc_id, asker.signal);
  const isTheirs = enginesOf(app, describe).some((one) => one.engine === engine);
  const suits = (one: { engine: string; is_built_in: boolean }) =>
    one.is_built_in || (isTheirs && one.engine === engine);
  const { output, engine_name, cost, note } = await askFor(app, describe, { picture: jpeg }, asker, { suits });
  return { prompts: output.prompts, engine_name, cost, note };
}
