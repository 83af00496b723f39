import { DEFAULT_CAPTION_STYLE, type MixOverrides, type VideoClip } from '@mixreel/contract';
import type { App } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, eq, isNull } from '#db/orm.ts';
import { material } from '#features/material/material.tables.ts';
import { countClipUse } from '#features/mix/count-use.ts';
import { firstConfig } from '#features/mix/first-config.ts';
import { mproject, shooting, video_clip } from '#features/mix/mix.tables.ts';
import { tellChange, touchMix } from '#features/mix/tell-change.ts';
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
export async function growDemoMix(app: Pick<App, 'db' | 'streams' | 'shelf'>, owner: Owner): Promise<void> {
  await app.db.transaction(async (tx) => {
    const films = await readFilms(tx, owner.project_id);
    const { mproject_id, deleted_at } = (await findMix(tx, owner.project_id)) ?? {};
    if (deleted_at) return;
    if (mproject_id) {
      const added = await addFilms(tx, { ...owner, mproject_id }, films);
      if (added === 0) return;
      await touchMix(tx, mproject_id);
      await tellChange(app, tx, mproject_id, 'shootings');
    } else if (SHOOTINGS.every((one) => films.has(`${one.films[0]}.mp4`))) {
      await addFilms(tx, { ...owner, mproject_id: await insertMix(tx, owner, firstConfig(app)) }, films);
    }
  });
}

async function readFilms(tx: Queryable, project_id: string): Promise<Map<string, string>> {
  const rows = await tx
    .select({ material_id: material.material_id, material_name: material.material_name })
    .from(material)
    .where(and(eq(material.project_id, project_id), isNull(material.deleted_at)));
  return new Map(rows.map(({ material_name, material_id }) => [material_name, material_id]));
}

async function findMix(tx: Queryable, project_id: string) {
  const { mproject_id, deleted_at } = mproject;
  const own = and(eq(mproject.project_id, project_id), eq(mproject.is_demo, true));
  const [found] = await tx.select({ mproject_id, deleted_at }).from(mproject).where(own).for('update');
  return found;
}

async function insertMix(
  tx: Queryable,
  { space_id, project_id, user_uid }: Owner,
  config: MixOverrides,
): Promise<string> {
  const mproject_id = newId();
  await tx.insert(mproject).values({
    mproject_id,
    space_id,
    project_id,
    mproject_name: '山丘冷萃 · 夏日上新',
    config: {
      ...config,
      caption: { style: { ...DEFAULT_CAPTION_STYLE, size: 76, animation: 'karaoke' } },
      combine: { count: 12, max_share_percent: 29 },
      output: { name_rule: '山丘冷萃_{n}' },
    },
    is_demo: true,
    created_by: user_uid,
  });
  for (const [position, { name, lines }] of SHOOTINGS.entries()) {
    const scripts = lines.map((text) => ({ script_id: newId(), text, recording_material_id: null, captions: null }));
    const row = { space_id, mproject_id, shooting_id: newId(), position, shooting_name: name, scripts };
    await tx.insert(shooting).values(row);
  }
  return mproject_id;
}

/** Says how many films were new to the mix. */
async function addFilms(
  tx: Queryable,
  { space_id, mproject_id }: { space_id: string; mproject_id: string },
  films: Map<string, string>,
): Promise<number> {
  const shootings = await tx
    .select({ shooting_id: shooting.shooting_id, shooting_name: shooting.shooting_name })
    .from(shooting)
    .where(and(eq(shooting.mproject_id, mproject_id), isNull(shooting.deleted_at)));
  const before = await tx
    .select({ material_id: video_clip.material_id })
    .from(video_clip)
    .where(eq(video_clip.mproject_id, mproject_id));
  const used = new Set(before.map(({ material_id }) => material_id));
  const clips: (typeof video_clip.$inferInsert)[] = [];
  const addClip = (film: string, place: Pick<VideoClip, 'pool' | 'shooting_id' | 'position'>) => {
    const material_id = films.get(`${film}.mp4`);
    const drawn = DEMO_CLIPS.find(({ name }) => name === `${film}.mp4`);
    if (!material_id || !drawn || used.has(material_id)) return;
    const end_ms = Math.round(drawn.scenes.reduce((sum, { seconds }) => sum + seconds, 0) * 1000);
    clips.push({ space_id, mproject_id, ...place, video_clip_id: newId(), material_id, start_ms: 0, end_ms });
  };
  for (const { name, films: theirs } of SHOOTINGS) {
    const shooting_id = shootings.find(({ shooting_name }) => shooting_name === name)?.shooting_id;
    if (!shooting_id) continue;
    for (const [n, film] of theirs.entries()) addClip(film, { pool: 'shooting', shooting_id, position: n });
  }
  if (clips.length === 0) return 0;
  await tx.insert(video_clip).values(clips);
  await countClipUse(tx, clips);
  return clips.length;
}
