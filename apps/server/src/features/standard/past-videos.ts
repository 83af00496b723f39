import type { Timeline, TimelineCut } from '@mixreel/contract';
import type { Forecast } from '@mixreel/media';
import type { Queryable } from '#db/connect.ts';
import { and, desc, eq, gt, inArray, isNull, notInArray, type SQL, sql } from '#db/orm.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { vlc_file } from '#features/file/file.tables.ts';

type Row = {
  artwork_id: string;
  cuts: TimelineCut[];
  fps: number;
  voices: Timeline['voices'];
  captions: Timeline['captions'];
  music: Timeline['music'];
};

/** What finished videos show, say and play, by id; those that were made elsewhere are missing. */
export async function readMade(db: Queryable, artwork_ids: string[]): Promise<Map<string, Forecast>> {
  if (artwork_ids.length === 0) return new Map();
  return readForecasts(db, inArray(artwork.artwork_id, artwork_ids), artwork_ids.length);
}

/** Videos of the past that planning looks at. */
const PAST_MOST = 300;

/** What the space exported in the last so many days, the newest first, without these. */
export async function readPast(
  db: Queryable,
  space_id: string,
  { days, except }: { days: number; except: string[] },
): Promise<Forecast[]> {
  if (days === 0) return [];
  const since = sql`now() - make_interval(days => ${days})`;
  const condition = and(
    eq(artwork.space_id, space_id),
    isNull(artwork.deleted_at),
    gt(artwork.created_at, since as unknown as string),
    except.length > 0 ? notInArray(artwork.artwork_id, except) : undefined,
  );
  return [...(await readForecasts(db, condition, PAST_MOST)).values()];
}

async function readForecasts(db: Queryable, condition: SQL | undefined, limit: number): Promise<Map<string, Forecast>> {
  const rows: Row[] = await db
    .select({
      artwork_id: artwork.artwork_id,
      cuts: sql<TimelineCut[]>`coalesce(${artwork.timeline} -> 'cuts', '[]')`,
      fps: sql<number>`coalesce((${artwork.timeline} ->> 'fps')::int, 30)`,
      voices: sql<Timeline['voices']>`coalesce(${artwork.timeline} -> 'voices', '[]')`,
      captions: sql<Timeline['captions']>`coalesce(${artwork.timeline} -> 'captions', '[]')`,
      music: sql<Timeline['music']>`nullif(${artwork.timeline} -> 'music', 'null')`,
    })
    .from(artwork)
    .where(condition)
    .orderBy(desc(artwork.artwork_id))
    .limit(limit);
  const files = [...new Set(rows.flatMap(({ cuts }) => cuts.map(({ vlc_id }) => vlc_id)))];
  const known =
    files.length > 0
      ? await db
          .select({ vlc_id: vlc_file.vlc_id, sha256: vlc_file.sha256 })
          .from(vlc_file)
          .where(inArray(vlc_file.vlc_id, files))
      : [];
  const contents = new Map(known.map(({ vlc_id, sha256 }) => [vlc_id, sha256]));
  return new Map(rows.filter(({ cuts }) => cuts.length > 0).map((row) => [row.artwork_id, forecastOf(row, contents)]));
}

function forecastOf({ cuts, fps, voices, captions, music }: Row, contents: Map<string, string>): Forecast {
  const shown = cuts.map(({ vlc_id, material_id, source_start, frames, speed }) => ({
    content: contents.get(vlc_id) ?? material_id,
    fromSeconds: source_start,
    toSeconds: source_start + (frames / fps) * speed,
    seconds: frames / fps,
  }));
  return {
    shown,
    said: voices.map(({ voice_id, text, sha256, start, seconds }) => ({
      key: voice_id === null ? recordingKey(sha256) : `${voice_id}\n${text}`,
      fromSeconds: start,
      seconds,
    })),
    own: shown.filter((_, n) => cuts[n]!.volume > 0),
    music: music && {
      content: music.music_id ?? music.material_id ?? '',
      startSeconds: music.source_start,
      underSpeech: music.duck_db - 20 * Math.log10(Math.max(0.01, music.volume)),
    },
    text: textOf({ voices, captions }),
  };
}

/** The name of what is heard of a recording. */
export function recordingKey(sha256: string): string {
  return `recording ${sha256}`;
}

/** What is said, or written where nobody speaks, and the title. */
export function textOf({ voices, captions }: Pick<Timeline, 'voices' | 'captions'>): string {
  const said = voices.length > 0 ? voices : captions.filter(({ kind }) => kind === 'caption');
  const titles = captions.filter(({ kind }) => kind === 'title');
  return [...said, ...titles].map(({ text }) => text).join('');
}
