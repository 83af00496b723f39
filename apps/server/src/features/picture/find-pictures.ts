import { AppError } from '@mixreel/contract';
import { readBrief } from '@mixreel/media';
import type { App } from '#context.ts';
import { requireSource, type SourcePicture } from '#features/generate/source-picture.ts';
import { findClips } from '#features/search/find-clips.ts';

const MOST = 3;
const PAGE = { page_index: 1, page_size: 12 };

type Wanted = { space_id: string; project_id: string; prompt: string };

/** Pictures of the project's library that show what a prompt is about; none where nothing fits. */
export async function findPictures(app: App, { space_id, project_id, prompt }: Wanted): Promise<SourcePicture[]> {
  const { headline, subtitle } = readBrief(prompt);
  const found: SourcePicture[] = [];
  for (const q of [headline, subtitle].filter(Boolean)) {
    const filter = { space_id, project_id, material_type: 'image' as const };
    const { items } = await findClips(app, filter, { q, sort: 'relevance' }, PAGE);
    for (const { material_id } of items) {
      if (found.length >= MOST) return found;
      if (found.some((one) => one.material_id === material_id)) continue;
      const source = await requireSource(app, space_id, { material_id }).catch(unlessWithheld);
      if (source) found.push(source);
    }
  }
  return found;
}

/** What may not be shown any more is passed over: nobody asked for just this one. */
function unlessWithheld(error: unknown): null {
  if (error instanceof AppError && error.error === 'forbidden') return null;
  throw error;
}
