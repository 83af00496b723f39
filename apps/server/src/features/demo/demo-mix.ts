import {
  DEFAULT_CAPTION_STYLE,
  type MixOverrides,
  type MixRecord,
  type NewClip,
  planNewClips,
  planNewShootings,
  shootingsOf,
  UNTOUCHED_CLIP,
} from '@mixreel/contract';
import { applyAll, type Operation, type State } from '@mixreel/document';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, eq, isNull } from '#db/orm.ts';
import { material } from '#features/material/material.tables.ts';
import { changeMix } from '#features/mix/edit-mix.ts';
import { firstConfig } from '#features/mix/first-config.ts';
import { insertMix } from '#features/mix/insert-mix.ts';
import { mproject, video_clip } from '#features/mix/mix.tables.ts';
import { newShootings } from '#features/mix/new-shootings.ts';
import { project } from '#features/project/project.tables.ts';
import { DEMO_CLIPS } from './clips.ts';

/**
 * The shootings of the example: what is said, in three wordings, and which four films may show it. So many that twelve
 * videos of it are at most L2 to one another by our own judge; a fixed opening or ending would be in all of them.
 */
export const SHOOTINGS = [
  {
    name: '痛点',
    lines: ['早上起不来，咖啡店还要排长队？', '每天一杯咖啡，时间都花在等位上？', '赶着打卡，哪有空看人家慢慢做？'],
    films: ['闹钟响了', '办公桌前打哈欠', '咖啡店门口排长队', '被窝里不想起'],
  },
  {
    name: '登场',
    lines: ['试试山丘冷萃咖啡液，三秒一杯。', '有了山丘冷萃，冲好只要三秒。', '打开山丘冷萃，倒水数三下就能喝。'],
    films: ['冷萃咖啡登场', '瓶身特写', '清晨窗边的一杯咖啡', '货架上的一整排'],
  },
  {
    name: '口味',
    lines: ['加奶加冰，怎么配都好喝。', '想要拿铁还是美式，随你心情来调。', '兑气泡水、放柠檬片，每天换个新口味。'],
    films: ['倒入牛奶', '冰块落进杯子', '喝一口就精神', '加一片柠檬'],
  },
  {
    name: '场景',
    lines: ['上班、通勤、野餐，随时来一口。', '带去公司，带上地铁，走到哪喝到哪。', '办公室放一瓶，周末出门也捎上它。'],
    films: ['同事一起喝咖啡', '带着狗狗去野餐', '地铁车窗外的城市', '海边吹着风'],
  },
  {
    name: '下单',
    lines: ['现在下单，第二件半价！', '今天拍两件，另一件只要一半的价钱。', '喜欢就多带一瓶，第二瓶打五折！'],
    films: ['第二件半价', '手机里的好评', '快递送到家', '购物车装满了'],
  },
];
const FILMS_EACH = 4;

/**
 * The films that the mix needs, in the order in which it needs them: it can be played with the first of each shooting,
 * and gives most videos when all shootings grow alike.
 */
export const FILMS_OF_MIX = Array.from({ length: FILMS_EACH }, (_, n) =>
  SHOOTINGS.map(({ films }) => `${films[n]!}.mp4`),
).flat();

type Owner = { space_id: string; project_id: string; user_uid: string };

/**
 * Gives the example project its mix as soon as each shooting has a film, and the mix every film that comes later. What a
 * person has taken out of it meanwhile stays out.
 */
export async function growDemoMix(app: App, owner: Owner): Promise<void> {
  const { db } = app;
  const { space_id, project_id } = owner;
  const films = await readFilms(db, project_id);
  const { mproject_id, deleted_at } = (await findMix(db, project_id)) ?? {};
  if (deleted_at) return;
  if (mproject_id) {
    const by = { ...app, space: { space_id }, user: null };
    await changeMix(by, mproject_id, async ({ state }, tx) => planFilms(state, films, await readUsed(tx, mproject_id)));
  } else if (SHOOTINGS.every((one) => films.has(`${one.films[0]}.mp4`))) {
    await db.transaction((tx) => insertDemo(tx, owner, firstConfig(app), films));
  }
}

async function readFilms(tx: Queryable, project_id: string): Promise<Map<string, string>> {
  const rows = await tx
    .select({ material_id: material.material_id, material_name: material.material_name })
    .from(material)
    .where(and(eq(material.project_id, project_id), isNull(material.deleted_at)));
  return new Map(rows.map(({ material_name, material_id }) => [material_name, material_id]));
}

async function findMix(db: Queryable, project_id: string) {
  const { mproject_id, deleted_at } = mproject;
  const own = and(eq(mproject.project_id, project_id), eq(mproject.is_demo, true));
  const [found] = await db.select({ mproject_id, deleted_at }).from(mproject).where(own);
  return found;
}

async function insertDemo(
  tx: Queryable,
  { space_id, project_id, user_uid }: Owner,
  config: MixOverrides,
  films: Map<string, string>,
): Promise<void> {
  // Two workers that finish a film at once must not make two mixes of it.
  await tx.select({ id: project.project_id }).from(project).where(eq(project.project_id, project_id)).for('update');
  if (await findMix(tx, project_id)) return;
  const mix: MixRecord = {
    mproject_name: '山丘冷萃 · 夏日上新',
    config: {
      ...config,
      caption: { style: { ...DEFAULT_CAPTION_STYLE, size: 76, animation: 'karaoke' } },
      combine: { count: 12, max_share_percent: 28 },
      output: { name_rule: '山丘冷萃_{n}' },
    },
    template_name: null,
    template_config: null,
  };
  const empty: State = { mix: { mix: mix } };
  const shootings = newShootings(SHOOTINGS.map(({ name, lines }) => ({ shooting_name: name, lines })));
  const state = applyAll(empty, planNewShootings(empty, shootings));
  const about = { mproject_id: newId(), space_id, project_id, created_by: user_uid, is_demo: true };
  await insertMix(tx, about, applyAll(state, planFilms(state, films, new Set())));
}

/** Materials that are or were in the mix. */
async function readUsed(tx: Queryable, mproject_id: string): Promise<Set<string>> {
  const rows = await tx
    .select({ material_id: video_clip.material_id })
    .from(video_clip)
    .where(eq(video_clip.mproject_id, mproject_id));
  return new Set(rows.map(({ material_id }) => material_id));
}

function planFilms(state: State, films: Map<string, string>, used: Set<string>): Operation[] {
  const shootings = shootingsOf(state);
  return SHOOTINGS.flatMap(({ name, films: theirs }) => {
    const shooting_id = shootings.find(({ shooting_name }) => shooting_name === name)?.shooting_id;
    const clips = theirs.flatMap((film): NewClip[] => {
      const material_name = `${film}.mp4`;
      const material_id = films.get(material_name);
      const drawn = DEMO_CLIPS.find((one) => one.name === material_name);
      if (!material_id || !drawn || used.has(material_id)) return [];
      const end_ms = Math.round(drawn.scenes.reduce((sum, { seconds }) => sum + seconds, 0) * 1000);
      const source = { material_id, material_name, shot_id: null, start_ms: 0, end_ms };
      return [{ ...UNTOUCHED_CLIP, ...source, video_clip_id: newId() }];
    });
    return shooting_id ? planNewClips(state, shooting_id, clips) : [];
  });
}
