import { AppError } from '@mixreel/contract';
import { type MediaFacts, probe, type Source } from '@mixreel/media';
import type { App } from '#context.ts';
import { and, eq, gt, isNull, or, sql } from '#db/orm.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { requireFree } from '#features/label/withheld.ts';
import { material } from '#features/material/material.tables.ts';
import { type DocumentClip, clipProblem } from '#features/mix/document.ts';
import { openMusic } from '#features/music/music.queries.ts';
import { recent, remembered } from '#memory.ts';
import { MissingContent } from '#storage/storage.ts';

/** Local files that are being cut, each opened once and kept until `close`. */
export type Sources = {
  /** The pictures of a clip; small ones for a draft. */
  ofClip(clip: DocumentClip, isDraft: boolean): Promise<Source>;
  /** A stored content by its hash. */
  ofContent(sha256: string): Promise<Source>;
  /** The file of a material that is no clip: a logo, music. Null when it is gone or may no longer be used. */
  ofMaterial(material_id: string): Promise<Source | null>;
  /** A piece of the music library; null when it is gone. */
  ofMusic(music_id: string): Promise<Source | null>;
  close(): Promise<void>;
};

/** What is in a content never changes, and asking ffprobe takes longer than putting a video together. */
const factsKnown = recent<MediaFacts>(5000);

export function openSources(app: App, space_id: string): Sources {
  const { db, storage, tools } = app;
  const opened = new Map<string, Promise<Source>>();
  const releases: (() => Promise<void>)[] = [];

  const once = (key: string, open: () => Promise<Source>) => remembered(opened, key, open);

  /** `hash` names the content in the cache of the engine: a copy that is cheap to cut is the film itself. */
  function content(sha256: string, hash: string, facts?: MediaFacts): Promise<Source> {
    return once(sha256, async () => {
      await requireFree(db, space_id, [sha256]);
      const { path, release } = await storage.open(sha256);
      releases.push(release);
      return { path, hash, facts: facts ?? (await factsOf(sha256, path)) };
    });
  }

  async function factsOf(key: string, path: string): Promise<MediaFacts> {
    const known = factsKnown(app);
    const found = known.get(key) ?? (await probe(tools, path));
    known.set(key, found);
    return found;
  }

  return {
    async ofClip(clip, isDraft) {
      const problem = clipProblem(clip);
      const { sha256, mezzanine_sha256, preview_sha256, facts, material: row } = clip;
      if (problem || !sha256 || !facts) throw new AppError('conflict', `「${row.material_name}」不能用：${problem}`);
      const isFilm = row.material_type === 'video';
      const open = () => {
        if (isFilm && isDraft && preview_sha256) return content(preview_sha256, `small ${sha256}`);
        if (isFilm && mezzanine_sha256) return content(mezzanine_sha256, sha256);
        return content(sha256, sha256, facts);
      };
      return open().catch((error: unknown) => {
        if (!(error instanceof MissingContent)) throw error;
        throw new AppError('conflict', `「${row.material_name}」的文件已不存在，请重新上传，或换掉这个片段`);
      });
    },
    ofContent: (sha256) => content(sha256, sha256),
    async ofMaterial(material_id) {
      const [found] = await db
        .select({ sha256: vlc_file.sha256 })
        .from(material)
        .innerJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
        .where(
          and(
            eq(material.material_id, material_id),
            eq(material.space_id, space_id),
            isNull(material.deleted_at),
            or(isNull(material.rights_expires_at), gt(material.rights_expires_at, sql`now()`)),
          ),
        );
      if (!found) return null;
      return content(found.sha256, found.sha256).catch((error: unknown) => {
        if (error instanceof MissingContent) return null;
        throw error;
      });
    },
    async ofMusic(music_id) {
      const file = await openMusic(app, space_id, music_id);
      if (!file) return null;
      return once(`music ${music_id}`, async () => {
        releases.push(file.release);
        return { path: file.path, hash: `music ${music_id}`, facts: await factsOf(`music ${file.path}`, file.path) };
      });
    },
    async close() {
      await Promise.allSettled(opened.values());
      await Promise.all(releases.splice(0).map((release) => release()));
    },
  };
}
