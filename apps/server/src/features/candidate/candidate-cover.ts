import { AppError, AUTO_COVER, type CoverChange, type CoverView, type PlannedVideo } from '@mixreel/contract';
import { proposeCovers } from '@mixreel/media';
import type { App } from '#context.ts';
import { eq } from '#db/orm.ts';
import { wordsOn } from '#features/cover/draw-cover.ts';
import { coverLink } from '#features/cover/serve-cover.ts';
import { changedCover, type NamedCover, readTaken, sameCover } from '#features/cover/taken.ts';
import { tellChange } from '#features/mix/tell-change.ts';
import { type Book, openBook } from './book.ts';
import { type CandidateRow, lockMix, readCandidates } from './candidate.queries.ts';
import { candidate } from './candidate.tables.ts';
import { type MixState, readState } from './choose.ts';
import { type CoverPlan, planCovers } from './covers.ts';
import { type CandidateCover, drawCandidate, titleOf } from './draw-candidate.ts';
import { unlessGone } from './timeline.ts';

const PROPOSALS = 8;
/** Of the picture in a dialog, and of a proposal. */
const WIDTH = { large: 540, small: 180 };

/** The cover of a candidate as it is or, with a change, would be; and what else there is to choose from. */
export async function readCandidateCover(
  app: App,
  space_id: string,
  { candidate_id, cover: change = {} }: { candidate_id: string; cover?: CoverChange | undefined },
): Promise<CoverView> {
  const { state, row, rows } = await requireCandidate(app, space_id, candidate_id);
  const plan = await planCovers(app, state, rows.map(toCovered));
  const book = await openBook(app, state.document, state.heard, { isDraft: false });
  try {
    const built = await book.build(row);
    const cover = changedCover(row.cover, change);
    const frame = plan.chosen.get(candidate_id) ?? bestOf(plan, row);
    const drawn = await drawCandidate(app.db, book, built, { space_id, cover, frame, isSmall: true });
    if (!drawn) throw new AppError('conflict', '这条候选没有画面可以做封面，请重新挑选');
    const proposals = [];
    for (const one of proposeCovers(plan.framesOf(row), [], PROPOSALS)) {
      const made = await drawCandidate(app.db, book, built, {
        space_id,
        cover: { ...AUTO_COVER, title: { ...titleOf(built), text: '' } },
        frame: one,
        isSmall: true,
      });
      const drawing = made && { ...made.drawing, mark_cell: null };
      if (drawing) proposals.push({ at_ms: made.at_ms ?? 0, url: coverLink(app, drawing, WIDTH.small) });
    }
    const { width, height } = book.canvas;
    return {
      cover,
      url: coverLink(app, drawn.drawing, WIDTH.large),
      width,
      height,
      duration: built.seconds,
      at_ms: drawn.at_ms,
      inherited: titleOf(built),
      proposals,
      same_as: (await sameAs(app, state, book, rows, { row, drawn }))?.name ?? null,
    };
  } finally {
    await book.close();
  }
}

/** Sets the cover of candidates. What nobody sets stays; a picture and its words belong to one alone. */
export async function setCovers(
  app: App,
  space_id: string,
  { candidate_ids, cover: change }: { candidate_ids: string[]; cover: CoverChange },
  by: { user_uid: string; name: string },
): Promise<number> {
  const ids = new Set(candidate_ids);
  const isOwn = change.kind === 'frame' || change.kind === 'picture';
  if (isOwn && ids.size > 1) throw new AppError('invalid', '画面和图片一次只能给一条，标题可以给多条');
  const { state, rows } = await requireCandidate(app, space_id, candidate_ids[0] ?? '');
  const row = rows.find(({ candidate_id }) => ids.has(candidate_id));
  if (isOwn && row) await requireOther(app, state, rows, { ...row, cover: changedCover(row.cover, change) });
  return app.db.transaction(async (tx) => {
    const { mproject_id } = state.document.mix;
    await lockMix(tx, mproject_id);
    // As they are now: somebody may have set another part of a cover since.
    const wanted = new Set(rows.flatMap(({ candidate_id: id }) => (ids.has(id) ? id : [])));
    const now = (await readCandidates(tx, mproject_id)).filter(({ candidate_id: id }) => wanted.has(id));
    for (const one of now) {
      const cover = changedCover(one.cover, change);
      await tx.update(candidate).set({ cover }).where(eq(candidate.candidate_id, one.candidate_id));
    }
    await tellChange(app, tx, mproject_id, 'candidates', by);
    return now.length;
  });
}

async function requireCandidate(app: App, space_id: string, candidate_id: string) {
  const [found] = await app.db.select().from(candidate).where(eq(candidate.candidate_id, candidate_id));
  if (!found) throw new AppError('not_found', '这个候选已不在，请重新挑选');
  const state = await readState(app, space_id, found.mproject_id);
  const rows = (await readCandidates(app.db, found.mproject_id)).filter(
    (one) => !one.is_excluded || one.candidate_id === candidate_id,
  );
  return { state, row: rows.find((one) => one.candidate_id === candidate_id)!, rows };
}

export function toCovered(row: CandidateRow) {
  return { id: row.candidate_id, picks: row.picks, factors: row.factors, cover: row.cover };
}

function bestOf(plan: CoverPlan, video: PlannedVideo) {
  return proposeCovers(plan.framesOf(video), plan.taken, 1)[0] ?? null;
}

async function requireOther(app: App, state: MixState, rows: CandidateRow[], row: CandidateRow): Promise<void> {
  const book = await openBook(app, state.document, state.heard, { isDraft: false });
  try {
    const built = await book.build(row);
    const asked = { space_id: row.space_id, cover: row.cover ?? AUTO_COVER, frame: null };
    const drawn = await drawCandidate(app.db, book, built, asked);
    const other = drawn && (await sameAs(app, state, book, rows, { row, drawn }));
    if (other) throw new AppError('conflict', `${other.name}已经用了这个封面，请换一个画面，或写上不同的标题`);
  } finally {
    await book.close();
  }
}

type Wanted = { row: CandidateRow; drawn: CandidateCover };

/** Whose cover is the same: of what is finished, and of what somebody set for other candidates. */
async function sameAs(
  app: App,
  { document }: MixState,
  book: Book,
  rows: CandidateRow[],
  { row, drawn }: Wanted,
): Promise<NamedCover | undefined> {
  const { space_id, candidate_id, artwork_id } = row;
  const finished = await readTaken(app.db, document.mix.project_id, artwork_id ?? '');
  const others: NamedCover[] = [];
  for (const one of rows) {
    if (one.candidate_id === candidate_id || !one.cover || one.cover.kind === 'auto') continue;
    const built = await book.build(one).catch(unlessGone);
    const theirs = built && (await drawCandidate(app.db, book, built, { space_id, cover: one.cover, frame: null }));
    if (theirs) others.push({ name: `第 ${one.number} 条`, words: wordsOn(theirs.drawing), shown: theirs.shown });
  }
  const named = finished.map((one) => ({ ...one, name: `成片「${one.name}」` }));
  return sameCover([...others, ...named], { words: wordsOn(drawn.drawing), shown: drawn.shown });
}
