import { AppError, type RetouchWay, sheet as calls } from '@mixreel/contract';
import { FILTERS, letterBook, lookCube, SAFE_ZONES } from '@mixreel/media';
import type { Context } from '#context.ts';
import { and, eq, isNotNull } from '#db/orm.ts';
import { retouchProblem } from '#features/ai/retouch/built-in.ts';
import { pointProblem, showPick } from '#features/ai/retouch/pick.ts';
import { isStudied } from '#features/ai/retouch/studies.ts';
import { requireSource } from '#features/generate/source-picture.ts';
import { implement } from '#http/route.ts';
import { beginSheet } from './add-sheet.ts';
import { batchSheet } from './batch.jobs.ts';
import { claimPicture } from './claim-picture.ts';
import { coverSheet, exportSheet, saveSheet } from './deliver-sheet.ts';
import { knownPicture } from './read-picture-file.ts';
import { retouchSheet, studySheet } from './retouch.jobs.ts';
import {
  readSheetCards,
  readSheetPictures,
  requireSheetCard,
  requireSheetRow,
  setSheetDeleted,
  toSheetPicture,
} from './sheet.queries.ts';
import { sheet, sheet_file } from './sheet.tables.ts';

const RETOUCH_NAMES: Record<RetouchWay, string> = {
  remove_background: '去背景',
  erase: '消除',
  pick: '点选抠图',
  blur_background: '虚化背景',
  upscale: '放大 2 倍',
};

export const sheetRoutes = implement(calls, {
  async add(wish, context) {
    const { space, user } = context;
    const who = { space_id: space.space_id, user_uid: user.user_uid };
    return requireSheetCard(context, who.space_id, await beginSheet(context, who, wish));
  },

  async list({ project_id, keyword, ...page }, context) {
    return readSheetCards(context, { space_id: context.space.space_id, project_id, keyword }, page);
  },

  async detail({ sheet_id }, context) {
    return requireSheetCard(context, context.space.space_id, sheet_id);
  },

  async pictures({ sheet_id, vlc_ids }, context) {
    await requireSheetRow(context.db, context.space.space_id, sheet_id);
    return readSheetPictures(context, sheet_id, vlc_ids);
  },

  async bring({ sheet_id, picture }, context) {
    const { db, space, user } = context;
    await requireSheetRow(db, space.space_id, sheet_id);
    const source = await requireSource(context, space.space_id, picture);
    const who = { space_id: space.space_id, user_uid: user.user_uid };
    const { file_name, ...file } = await claimPicture(context, who, { ...source, file_name: source.name });
    await db.insert(sheet_file).values({ ...file, sheet_id });
    return toSheetPicture(context, { ...file, file_name });
  },

  async glyphs({ font_id, letters }) {
    const book = letterBook(font_id);
    const glyphs = [...new Set(letters)].flatMap((letter) => {
      const glyph = book.glyph(letter);
      return glyph ? [{ letter, ...glyph }] : [];
    });
    return { middle: book.middle, glyphs };
  },

  async retouch({ sheet_id, point, ...wish }, context) {
    const { db, space, user, queue } = context;
    const { sheet_name, project_id } = await requireSheetRow(db, space.space_id, sheet_id);
    const [known] = await readSheetPictures(context, sheet_id, [wish.source]);
    if (!known) throw new AppError('not_found', '这张图片已不在了，请刷新页面');
    // Told at once: a task that fails would say the same, later and elsewhere.
    const problem = wish.way === 'upscale' ? null : retouchProblem(context, wish.way);
    if (problem) throw new AppError('preparing', problem);
    const who = { space_id: space.space_id, project_id, user_uid: user.user_uid };
    const title = `${RETOUCH_NAMES[wish.way]}：${sheet_name}`;
    const points = [...(point ? [{ x: within(point.x), y: within(point.y), is_in: true }] : []), ...wish.points];
    if (wish.way === 'pick' && !points.some(({ is_in }) => is_in)) throw noPoint();
    // Whoever asked looks at the canvas: only what went wrong is news.
    const input = { sheet_id, ...wish, points };
    const task_id = await queue.add(retouchSheet, { ...who, title, work: 1, is_quiet: true, input });
    return { task_id };
  },

  async study({ sheet_id, source }, context) {
    const { space, user, queue } = context;
    const { known, project_id, sheet_name } = await pointable(context, sheet_id, source);
    if (await isStudied(context, known)) return { task_id: null };
    const about = { space_id: space.space_id, project_id, user_uid: user.user_uid, title: `看图：${sheet_name}` };
    const input = { sheet_id, source };
    return { task_id: await queue.add(studySheet, { ...about, work: 1, is_quiet: true, input }) };
  },

  async pick({ sheet_id, source, points }, context) {
    if (!points.some(({ is_in }) => is_in)) throw noPoint();
    const { known } = await pointable(context, sheet_id, source);
    const { png, ...shown } = await showPick(context, known, points, context.signal);
    return { mask_base64: png.toString('base64'), ...shown };
  },

  async batch({ sheet_id, rows }, context) {
    const { db, space, user, queue } = context;
    const { space_id } = space;
    const { sheet_name, project_id } = await requireSheetRow(db, space_id, sheet_id);
    // What is not there is told before anything is made.
    const given = rows.flatMap(({ pictures }) => pictures.map(({ picture }) => picture));
    const each = new Map(given.map((picture) => [JSON.stringify(picture), picture]));
    for (const picture of each.values()) await requireSource(context, space_id, picture);
    const about = {
      space_id,
      project_id,
      user_uid: user.user_uid,
      title: `批量出图：${sheet_name}`,
      work: rows.length,
    };
    return { task_id: await queue.add(batchSheet, { ...about, input: { sheet_id, rows } }) };
  },

  async cover({ sheet_id }, context) {
    const { space, user } = context;
    await coverSheet(context, { sheet_id, space_id: space.space_id, user_uid: user.user_uid });
    return {};
  },

  async zones() {
    return SAFE_ZONES.filter(({ platform }) => platform !== 'none').map(
      ({ platform, name, top, bottom, left, right }) => ({ platform, name, top, bottom, left, right }),
    );
  },

  async looks() {
    return FILTERS.map(({ key, name, group }) => ({ look_id: key, look_name: name, group }));
  },

  async look({ look_id }) {
    const cube = lookCube(look_id);
    if (!cube) throw new AppError('not_found', '没有这个滤镜');
    return { side: cube.side, data_base64: Buffer.from(cube.data).toString('base64') };
  },

  async export(wish, context) {
    const { space, user, request } = context;
    const taker = { space_id: space.space_id, user_uid: user.user_uid, address: request.address };
    return exportSheet(context, taker, wish);
  },

  async save(wish, context) {
    const { space, user } = context;
    return saveSheet(context, { ...wish, space_id: space.space_id, user_uid: user.user_uid });
  },

  async delete({ sheet_id }, { db, space }) {
    await requireSheetRow(db, space.space_id, sheet_id);
    await db.transaction((tx) => setSheetDeleted(tx, sheet_id, true));
    return {};
  },

  async restore({ sheet_id }, context) {
    const { db, space } = context;
    const gone = and(eq(sheet.sheet_id, sheet_id), isNotNull(sheet.deleted_at));
    if ((await db.$count(sheet, gone)) === 0) throw new AppError('not_found', '已过了可以恢复的时间');
    await db.transaction((tx) => setSheetDeleted(tx, sheet_id, false));
    return requireSheetCard(context, space.space_id, sheet_id);
  },
});

/** A picture of a sheet that things can be pointed at in. */
async function pointable(context: Context, sheet_id: string, source: string) {
  const { space_id } = context.space;
  const { sheet_name, project_id } = await requireSheetRow(context.db, space_id, sheet_id);
  const [picture] = await readSheetPictures(context, sheet_id, [source]);
  if (!picture) throw new AppError('not_found', '这张图片已不在了，请刷新页面');
  const problem = pointProblem(context);
  if (problem) throw new AppError('preparing', problem);
  return { known: await knownPicture(context, space_id, source), sheet_name, project_id };
}

function noPoint(): AppError {
  return new AppError('invalid', '请在图上点一下要抠出来的东西');
}

function within(value: number): number {
  return Math.min(1, Math.max(0, value));
}
