import { AUTO_COVER } from '@mixreel/contract';
import type { App } from '#context.ts';
import { and, inArray, isNull } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { coverLink } from '#features/cover/serve-cover.ts';
import { signFileLink } from '#features/file/file-link.ts';
import type { Book, BuiltVariant } from './book.ts';
import { toCovered } from './candidate-cover.ts';
import { type CandidateRow, readCandidates } from './candidate.queries.ts';
import type { MixState } from './choose.ts';
import { planCovers } from './covers.ts';
import { drawCandidate } from './draw-candidate.ts';

const LINK_SECONDS = 6 * 3600;
/** Of a card. */
const WIDTH = 270;

type CoverOf = (
  row: CandidateRow,
  /** The finished video, where that is still what the candidate is. */
  artwork_id: string | null,
  built: BuiltVariant | null,
) => Promise<string | null>;

/** What candidates show on their cards: the cover of the finished video, or the one that it would get. */
export async function coverReader(app: App, state: MixState, book: Book, rows: CandidateRow[]): Promise<CoverOf> {
  const { space_id, mproject_id } = state.document.mix;
  const finished = await readFinished(app, rows);
  const all = await readCandidates(app.db, mproject_id);
  const shown = new Set(rows.map(({ candidate_id }) => candidate_id));
  const others = all.filter((one) => !one.is_excluded || shown.has(one.candidate_id));
  const { chosen } = await planCovers(app, state, others.map(toCovered));
  const linkTo = (vlc_id: string) => signFileLink(app, { vlc_id, file_name: 'cover' }, { seconds: LINK_SECONDS }).url;
  return async (row, artwork_id, built) => {
    const made = artwork_id && finished.get(artwork_id);
    if (made) return linkTo(made);
    if (!built) return null;
    const frame = chosen.get(row.candidate_id) ?? null;
    const cover = row.cover ?? AUTO_COVER;
    const hasWords = (cover.title ?? built.config.title).text.trim() !== '';
    // The picture is there already, as a shot's own: nothing has to be drawn.
    if (cover.kind === 'auto' && frame?.vlc_id && !hasWords) return linkTo(frame.vlc_id);
    const drawn = await drawCandidate(app.db, book, built, { space_id, cover, frame, isSmall: true });
    // In a list the notice of AI would lie below the tick; the cover itself has it.
    return drawn && coverLink(app, { ...drawn.drawing, mark_cell: null }, WIDTH);
  };
}

async function readFinished({ db }: Pick<App, 'db'>, rows: CandidateRow[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ artwork_id }) => artwork_id ?? []);
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ artwork_id: artwork.artwork_id, cover_vlc_id: artwork.cover_vlc_id })
    .from(artwork)
    .where(and(inArray(artwork.artwork_id, ids), isNull(artwork.deleted_at)));
  return new Map(found.flatMap(({ artwork_id, cover_vlc_id }) => (cover_vlc_id ? [[artwork_id, cover_vlc_id]] : [])));
}
