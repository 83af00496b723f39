import type { sheet as calls } from '@mixreel/contract';
import type { Layer } from '@mixreel/contract/layer';
import { PLAIN_LAYER, plainPicture, type SheetContent, type SheetLayer, sheetState } from '@mixreel/contract/sheet';
import type { z } from 'zod';
import type { App } from '#context.ts';
import { newId } from '#db/id.ts';
import { requireFile } from '#features/file/file.queries.ts';
import { requireSource } from '#features/generate/source-picture.ts';
import { readPosterSheet } from '#features/picture/picture.queries.ts';
import { requireProject } from '#features/project/project.queries.ts';
import { claimPicture } from './claim-picture.ts';
import { addSheet, type SheetFile } from './sheet.document.ts';

type Wish = z.output<(typeof calls.add)['input']>;
type Who = { space_id: string; user_uid: string };
type Needs = Pick<App, 'db' | 'storage' | 'secret'>;
type Begun = { content: SheetContent; files: SheetFile[]; ai_origin: boolean };

const WHITE = { kind: 'solid', colour: '#FFFFFF' } as const;
const SIDE_MOST = 4096;
const SIDE_LEAST = 16;

/** Begins a picture with what was given. */
export async function beginSheet(app: Needs, who: Who, { project_id, sheet_name, origin }: Wish): Promise<string> {
  const { space_id, user_uid } = who;
  await requireProject(app.db, space_id, project_id);
  const { content, files, ai_origin } = await begin(app, who, origin);
  const named = sheet_name ? { ...content, sheet_name } : content;
  return app.db.transaction((tx) =>
    addSheet(tx, { space_id, project_id, created_by: user_uid, ai_origin }, sheetState(named), files),
  );
}

async function begin(app: Needs, who: Who, origin: Wish['origin']): Promise<Begun> {
  if (origin.from === 'empty') {
    const { width, height } = origin;
    const content = { sheet_name: '未命名图片', width, height, background: WHITE, guides: [], layers: [] };
    return { content, files: [], ai_origin: false };
  }
  return origin.from === 'poster' ? beginWithPoster(app, who, origin) : beginWithPicture(app, who, origin.picture);
}

async function beginWithPoster(
  app: Needs,
  who: Who,
  poster: { generation_id: string; vlc_id: string },
): Promise<Begun> {
  const found = await readPosterSheet(app, who.space_id, poster);
  if (!found) return beginWithPicture(app, who, { vlc_id: poster.vlc_id });
  const { layout_name, sheet } = found;
  const files = new Map<string, SheetFile>();
  for (const { picture } of sheet.layers) {
    if (!picture || files.has(picture.source)) continue;
    const { file_name: _name, ...file } = await claimPicture(
      app,
      who,
      await requireFile(app.db, who.space_id, picture.source),
    );
    files.set(picture.source, file);
  }
  const layers = sheet.layers.map((layer) => toSheetLayer(layer, files));
  const { width, height, background } = sheet;
  const content = { sheet_name: `海报 ${layout_name}`, width, height, background, guides: [], layers };
  return { content, files: [...files.values()], ai_origin: true };
}

function toSheetLayer({ picture, ...layer }: Layer, files: Map<string, SheetFile>): SheetLayer {
  const more = { layer_id: newId(), layer_name: '', group_id: null, is_locked: false, mask: null };
  const source = picture && (files.get(picture.source)?.vlc_id ?? picture.source);
  return { ...layer, ...more, picture: picture && { ...picture, source: source ?? '', adjust: null, corners: null } };
}

function side(length: number): number {
  return Math.min(SIDE_MOST, Math.max(SIDE_LEAST, length));
}

type Given = (Wish['origin'] & { from: 'picture' })['picture'];

/** The canvas is as large as the picture, which fills it. */
async function beginWithPicture(app: Needs, who: Who, given: Given): Promise<Begun> {
  const source = await requireSource(app, who.space_id, given);
  const { file_name: _name, ...file } = await claimPicture(app, who, { ...source, file_name: source.name });
  const [width, height] = [side(file.width), side(file.height)];
  const sheet_name = source.name.replace(/\.[^.]+$/, '').slice(0, 100) || '未命名图片';
  const picture = plainPicture(file.vlc_id);
  const layers = [{ ...PLAIN_LAYER, layer_id: newId(), kind: 'picture' as const, x: 0, y: 0, width, height, picture }];
  return {
    content: { sheet_name, width, height, background: WHITE, guides: [], layers },
    files: [file],
    ai_origin: false,
  };
}
