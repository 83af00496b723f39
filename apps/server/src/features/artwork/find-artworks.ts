import type { FoundArtwork, PageInput, SEARCH_SORTS, SearchReason } from '@mixreel/contract';
import type { App } from '#context.ts';
import { snippet } from '#features/search/explain.ts';
import type { Candidate } from '#features/search/find-candidates.ts';
import { type Field, type Hit, rankClips, type Ranked } from '#features/search/rank-clips.ts';
import { pageOf } from '#features/search/search.queries.ts';
import { type Term, understand } from '#features/search/understand.ts';
import { plainText, projectLexeme, quoteLexeme } from '#features/search/words.ts';
import type { Reader } from './artwork-card.ts';
import { readCards } from './artwork.queries.ts';
import type { Moment } from './artwork.tables.ts';
import { indexNewest } from './index-artworks.ts';

type Row = { artwork_id: string; artwork_name: string; words: string; moments: Moment[] };
type Question = { q: string; sort: (typeof SEARCH_SORTS)[number] };

/** The newest so many that have one of the words are ranked. */
const RANKED_MAX = 1000;
const SPELLINGS_MAX = 10;

/** Finished videos that a sentence asks for: by their name, what is said, written and shown, with the second. */
export async function findArtworks(
  app: Reader & Pick<App, 'pool'>,
  { space_id, project_id }: { space_id: string; project_id: string },
  { q, sort }: Question,
  page: PageInput,
) {
  await indexNewest(app, project_id);
  const { terms } = understand(q);
  const asked = terms.filter(({ is_refused }) => !is_refused);
  const rows = asked.length > 0 ? await readWith(app, project_id, asked) : [];
  const known = new Map(rows.map((row) => [row.artwork_id, row]));
  const { ranked } = rankClips(rows.map(toCandidate), terms, null);
  const ordered = sort === 'newest' ? ranked.toSorted((a, b) => (a.shot_id < b.shot_id ? 1 : -1)) : ranked;
  const { part, page_info } = pageOf(ordered, page);
  const cards = await readCards(
    app,
    space_id,
    part.map(({ shot_id }) => shot_id),
  );
  const found = new Map(part.map((each) => [each.shot_id, each]));
  const items = cards.map((card): FoundArtwork => {
    const { score = 0, hits = [] }: Partial<Ranked> = found.get(card.artwork_id) ?? {};
    return { ...card, score, reasons: explain(hits, card.artwork_name, known.get(card.artwork_id)?.moments ?? []) };
  });
  return { items, page_info };
}

async function readWith({ pool }: Pick<App, 'pool'>, project_id: string, terms: Term[]): Promise<Row[]> {
  const spellings = terms.flatMap((term) => term.spellings.slice(0, SPELLINGS_MAX));
  const any = spellings.map(({ lexemes }) => `(${lexemes.map(quoteLexeme).join(' & ')})`).join(' | ');
  const { rows } = await pool.query<Row>(
    `select w.artwork_id, w.artwork_name, w.words::text as words, w.moments
     from artwork_words w join artwork a using (artwork_id)
     where w.words @@ $1::tsquery and a.deleted_at is null order by w.artwork_id desc limit ${RANKED_MAX}`,
    [`${quoteLexeme(projectLexeme(project_id))} & (${any})`],
  );
  return rows;
}

/** As the ranking of shots wants it: all of them are as good and as new as they are. */
function toCandidate({ artwork_id, words }: Row): Candidate {
  return {
    shot_id: artwork_id,
    material_id: artwork_id,
    material_type: 'video',
    words,
    meaning: null,
    duration: 0,
    quality: null,
    used_count: 0,
    last_used_at: null,
  };
}

const KINDS: [Field, Moment['kind'], SearchReason['kind']][] = [
  ['speech', 'speech', 'speech'],
  ['text', 'text', 'text'],
  ['seen', 'seen', 'tag'],
];

/** Why a video was found, each reason with the second where it is so. */
function explain(hits: Hit[], name: string, moments: Moment[]): SearchReason[] {
  const reasons: SearchReason[] = [];
  for (const { spelling, fields } of hits.toSorted((a, b) => b.spelling.weight - a.spelling.weight)) {
    const { word } = spelling;
    for (const [field, moment, kind] of KINDS) {
      const where = moments.find((one) => one.kind === moment && plainText(one.text).includes(word));
      const isSaid = reasons.some((one) => one.kind === kind && one.at === where?.at);
      if (!fields.includes(field) || !where || isSaid) continue;
      reasons.push({ kind, text: kind === 'tag' ? word : snippet(where.text, word), words: [word], at: where.at });
    }
    if (fields.includes('name')) reasons.push({ kind: 'name', text: name, words: [word] });
  }
  return reasons;
}
