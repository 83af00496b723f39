import { AppError, type Music, type PageInput, pageInfo } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { type SQL, and, desc, eq, inArray, isNull } from '#db/orm.ts';
import { wereNamed } from '#features/document/was-named.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { requireFile } from '#features/file/file.queries.ts';
import { libraryTitle, listLibrary } from './library.ts';
import { music_facts, own_music } from './music.tables.ts';

const LINK_SECONDS = 6 * 3600;

type Parts = Pick<App, 'db' | 'shelf' | 'secret'>;

type Filter = {
  keyword?: string | undefined;
  mood?: string | undefined;
  category?: string | undefined;
  tempo_min?: number | undefined;
  tempo_max?: number | undefined;
  energy_min?: number | undefined;
  energy_max?: number | undefined;
  is_own?: boolean | undefined;
};

/** The space's own music, newest first, then the library. */
export async function readMusic(app: Parts, space_id: string, filter: Filter, page: PageInput) {
  const all = await listMusic(app, space_id);
  const found = all.filter((piece) => matches(piece, filter));
  const from = (page.page_index - 1) * page.page_size;
  return {
    items: found.slice(from, from + page.page_size),
    page_info: pageInfo(page, found.length),
    categories: [...new Set(all.map(({ category }) => category))],
    moods: [...new Set(all.flatMap(({ moods }) => moods))],
  };
}

async function listMusic(app: Parts, space_id: string): Promise<Music[]> {
  const rows = await app.db.select().from(music_facts);
  const facts = new Map(rows.map(({ music_id, tempo, energy, beats }) => [music_id, { tempo, energy, beats }]));
  const own = await readOwn(app, eq(own_music.space_id, space_id));
  const library = listLibrary(app).map(({ music }) => music);
  return [...own, ...library].map((music) => ({ ...music, ...facts.get(music.music_id) }));
}

async function readOwn({ db, secret }: Omit<Parts, 'shelf'>, condition: SQL): Promise<Music[]> {
  const rows = await db
    .select()
    .from(own_music)
    .where(and(condition, isNull(own_music.deleted_at)))
    .orderBy(desc(own_music.music_id));
  return rows.map(({ music_id, vlc_id, title, moods, duration, is_ai_made, licence }) => ({
    music_id,
    title,
    original_title: '',
    category: '自有音乐',
    moods,
    duration,
    tempo: null,
    energy: null,
    beats: [],
    is_ai_made,
    notice: is_ai_made ? '由 AI 生成，成片要标注' : '',
    is_own: true,
    licence,
    audio_url: signFileLink({ secret }, { vlc_id, file_name: title }, { seconds: LINK_SECONDS }).url,
  }));
}

/** A piece that this space may use; null when there is none. */
export async function findMusic(app: Parts, space_id: string, music_id: string): Promise<Music | null> {
  const known = listLibrary(app).find(({ music }) => music.music_id === music_id)?.music;
  const isOwn = and(eq(own_music.space_id, space_id), eq(own_music.music_id, music_id)) as SQL;
  const found = known ?? (await readOwn(app, isOwn))[0];
  if (!found) return null;
  const [facts] = await app.db
    .select({ tempo: music_facts.tempo, energy: music_facts.energy, beats: music_facts.beats })
    .from(music_facts)
    .where(eq(music_facts.music_id, music_id));
  return { ...found, ...facts };
}

type Where = { space_id: string; document_id: string };

/** Whether a document may name a piece: it is there for its space, or is gone for good and was named before; that of others never. */
export async function mayNameMusic(app: Parts, { space_id, document_id }: Where, music_id: string): Promise<boolean> {
  if (await findMusic(app, space_id, music_id)) return true;
  const isOfOthers = (await app.db.$count(own_music, eq(own_music.music_id, music_id))) > 0;
  return !isOfOthers && wereNamed(app.db, document_id, [music_id]);
}

export async function requireMusic(app: Parts, space_id: string, music_id: string): Promise<Music> {
  const found = await findMusic(app, space_id, music_id);
  if (!found) throw new AppError('invalid', '所选的音乐不在音乐库里，请重新选择或先下载它的音乐包');
  return found;
}

/** Titles by id, also of pieces that have left the lists: what uses them still names them. */
export async function readMusicTitles(
  db: Queryable,
  space_id: string,
  music_ids: string[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(music_ids)];
  const titles = new Map(
    wanted.flatMap((music_id) => {
      const title = libraryTitle(music_id);
      return title ? [[music_id, title] as const] : [];
    }),
  );
  const rest = wanted.filter((music_id) => !titles.has(music_id));
  if (rest.length === 0) return titles;
  const own = await db
    .select({ music_id: own_music.music_id, title: own_music.title })
    .from(own_music)
    .where(and(eq(own_music.space_id, space_id), inArray(own_music.music_id, rest)));
  for (const { music_id, title } of own) titles.set(music_id, title);
  return titles;
}

/** The piece as a local file, for as long as `release` is not called. */
export async function openMusic(
  app: Pick<App, 'db' | 'shelf' | 'storage'>,
  space_id: string,
  music_id: string,
): Promise<{ path: string; release(): Promise<void> } | null> {
  const known = listLibrary(app).find(({ music }) => music.music_id === music_id);
  if (known) return { path: known.path, release: async () => {} };
  const [own] = await app.db
    .select({ vlc_id: own_music.vlc_id })
    .from(own_music)
    .where(and(eq(own_music.space_id, space_id), eq(own_music.music_id, music_id)));
  return own ? app.storage.open((await requireFile(app.db, space_id, own.vlc_id)).sha256) : null;
}

function matches(piece: Music, { keyword, mood, category, is_own, ...ranges }: Filter): boolean {
  const wanted = keyword?.toLowerCase();
  return (
    (is_own === undefined || piece.is_own === is_own) &&
    (!mood || piece.moods.includes(mood)) &&
    (!category || piece.category === category) &&
    isWithin(piece.tempo, ranges.tempo_min, ranges.tempo_max) &&
    isWithin(piece.energy, ranges.energy_min, ranges.energy_max) &&
    (!wanted || wordsOf(piece).some((text) => text.toLowerCase().includes(wanted)))
  );
}

function wordsOf({ title, original_title, category, moods }: Music): string[] {
  return [title, original_title, category, ...moods];
}

function isWithin(value: number | null, min = -Infinity, max = Infinity): boolean {
  if (min === -Infinity && max === Infinity) return true;
  return value !== null && value >= min && value <= max;
}
