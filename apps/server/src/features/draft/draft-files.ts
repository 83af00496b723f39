import type { PackedFile } from '#features/download/deliver.ts';
import { buildDraft } from './draft-content.ts';
import { buildEntry, buildMeta, FOLDER_TOKEN, ROOT_TOKEN } from './draft-meta.ts';
import type { DraftRequest } from './draft-tracks.ts';
import type { DraftMedia } from './lay-out.ts';

type Wish = Omit<DraftRequest, 'folder'> & {
  /** The folder that holds the user's drafts; empty: the installer will know. */
  root: string;
};

/** The written files of a draft's folder, its line for the list of drafts, and what a person should know. */
export function buildDraftFiles(wish: Wish): { files: PackedFile[]; entry: object; notes: string[] } {
  const { name, root, now_ms, profile, markers } = wish;
  const built = buildDraft({ ...wish, folder: root ? `${root}/${name}` : FOLDER_TOKEN });
  const given = {
    draft_id: built.draft_id,
    name,
    duration_us: built.duration_us,
    bytes: bytesOf(wish.media),
    now_ms,
  };
  const meta = buildMeta({ ...given, folder: root ? `${root}/${name}` : '', root }, built.imported);
  const placed = { ...given, folder: `${ROOT_TOKEN}/${name}`, root: ROOT_TOKEN };
  const content = Buffer.from(JSON.stringify(built.content));
  return {
    files: [
      // Under both names: which one is read depends on the program, its version and the system.
      { name: `${name}/draft_content.json`, source: content },
      { name: `${name}/draft_info.json`, source: content },
      { name: `${name}/draft_meta_info.json`, source: Buffer.from(JSON.stringify(meta)) },
    ],
    entry: buildEntry(placed, { profile, new_version: markers.new_version, os: markers.os }),
    notes: built.notes,
  };
}

function bytesOf({ cuts, voices, music, logo }: DraftMedia): number {
  const files = new Map([...cuts, ...voices, music, logo].flatMap((file) => (file ? [[file.file_name, file]] : [])));
  return [...files.values()].reduce((sum, { bytes }) => sum + bytes, 0);
}
