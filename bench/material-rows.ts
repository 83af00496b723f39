import type { Client } from 'pg';

/** What was written, with words and tags to ask for by how common they are. */
export type Library = {
  space_id: string;
  project_id: string;
  tags: { common: string[]; middle: string[]; rare: string[] };
  words: { common: string[]; rare: string[] };
  /** The last page of a hundred that is asked for. */
  deepest: number;
};

const SHOTS_EACH = 5;
const TAGS = 400;
const WORDS = 20_000;
/** Shots draw their words from so many sets, since drawing for each of five million takes an hour. */
const SETS = 20_000;
const WORDS_EACH = 24;

/** Everyday words, the most common first; further ones are made up (`kw123`), which the cutter leaves whole. */
const EVERYDAY =
  '女生 室内 男生 手机 产品 特写 白色 桌子 杯子 户外 微笑 说话 厨房 汽车 食物 衣服 街道 近景 红色 黑色 蓝色 办公 水果 咖啡 孩子 跑步 护肤 口红 电脑 植物 天空 大海 夜景 灯光 包装 优惠 价格 牛奶 面包 蛋糕 运动 音乐 沙发 卧室 浴室 超市 宠物 小猫 小狗 花朵 雨伞 手表 眼镜 帽子 鞋子 背包 瓶子 书本 钢琴 吉他'.split(
    ' ',
  );

const wordAt = (n: number) => EVERYDAY[n] ?? `kw${n}`;
const tagAt = (n: number) => `${n % 2 ? 'object' : 'scene'}:${n < EVERYDAY.length ? EVERYDAY[n] : `标签${n}`}`;

/**
 * Seven in ten materials belong to one space, half of all to one project of it. Tags and words are drawn with the cube of
 * a random number, so that the first are in most rows and the last in hardly any.
 *
 * Shots go into a table that was emptied in the same transaction, which spares them the log; indexes are made afterwards.
 */
export async function fillLibrary(
  connect: () => Promise<Client>,
  { rows, pipe }: Pick<Fill, 'rows' | 'pipe'>,
): Promise<void> {
  const began = performance.now();
  const say = (what: string) =>
    console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${what}`);
  const [client, other, drawing] = await Promise.all([connect(), connect(), connect()]);
  try {
    for (const each of [client, other, drawing]) {
      await each.query(`
        set session_replication_role = replica; set synchronous_commit = off; set work_mem = '64MB';
        set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 2`);
    }
    await drawSets(client);
    const fill = { rows, pipe, say };
    await Promise.all([writeMaterials(client, fill), writeShots(other, drawing, fill)]);
    await client.query('drop schema drawn cascade');
    await Promise.all([client.query('vacuum analyze material'), other.query('analyze shot')]);
    await client.query('analyze tag_count');
    await client.query('checkpoint');
    const { rows: sizes } = await client.query<{ bytes: string }>(
      'select pg_size_pretty(pg_database_size(current_database())) as bytes',
    );
    say(`written, ${sizes[0]?.bytes}`);
  } finally {
    await Promise.all([client.end(), other.end(), drawing.end()]);
  }
}

/** Spaces and projects, and the sets that rows draw their tags and words from. */
async function drawSets(client: Client): Promise<void> {
  await client.query(`
    insert into space (space_id, space_type, space_name, quota_bytes)
      select 'other' || n, 'TEAM', '团队 ' || n, 1 from generate_series(0, 9) n;
    insert into project (project_id, space_id, project_name, created_by)
      select 'p' || n, s.space_id, '项目 ' || n, s.owner_uid
      from generate_series(0, 9) n, (select * from space where owner_uid is not null limit 1) s
      union all select 'o' || n, 'other' || n, '项目 ' || n, '' from generate_series(0, 9) n;
    create schema drawn`);
  await client.query(
    'create table drawn.tag as select n - 1 as n, tag from unnest($1::text[]) with ordinality t (tag, n)',
    [Array.from({ length: TAGS }, (_, n) => tagAt(n))],
  );
  await client.query(
    'create table drawn.word as select n - 1 as place, word from unnest($1::text[]) with ordinality t (word, n)',
    [Array.from({ length: WORDS }, (_, n) => wordAt(n))],
  );
  await client.query(`
    select setseed(0.5);
    create table drawn.tags as
      select s, array_agg(distinct t.tag) as tag_keys
      from (select s, floor(${TAGS} * power(random(), 3)) as n from generate_series(0, ${SETS - 1}) s, generate_series(1, 8)) d
      join drawn.tag t using (n) group by s;
    create table drawn.words as
      select s, string_agg(distinct w.word, ' ') as caption, array_agg(distinct w.word) as words,
        decode(md5(s || 'a') || md5(s || 'b') || md5(s || 'c') || md5(s || 'd') || md5(s || 'e') || md5(s || 'f') || md5(s || 'g')
          || md5(s || 'h'), 'hex') as meaning
      from (select s, floor(${WORDS} * power(random(), 3)) as n from generate_series(0, ${SETS - 1}) s, generate_series(1, ${WORDS_EACH})) d
      join drawn.word w on w.place = d.n group by s;
    create table drawn.set as
      select s, tag_keys, caption, meaning || meaning || meaning || meaning as meaning,
        (select string_agg(quote_literal('#' || key) || ':2B', ' ') from unnest(tag_keys) key) as tags,
        (select string_agg(quote_literal(lexeme) || ':2B', ' ')::tsvector
         from unnest(words || array(select '#' || k from unnest(tag_keys) k)) lexeme) as vector
      from drawn.tags join drawn.words using (s);
    create unique index on drawn.set (s);
    analyze drawn.set`);
}

type Say = (what: string) => void;
/** `pipe` is a named pipe that the database may open. */
type Fill = { rows: number; pipe: string; say: Say };

const OWNED = `
  (select space_id, owner_uid from space where owner_uid is not null limit 1) mine,
  lateral (select
    case when n % 10 < 7 then mine.space_id else 'other' || n / 10 % 10 end as space_id,
    case when n % 10 < 5 then 'p0' when n % 10 < 7 then 'p' || 1 + n / 10 % 9 else 'o' || n / 10 % 10 end as project_id,
    case when n % 7 = 0 then 'image' else 'video' end as material_type,
    case when n % 7 = 0 then null else (array['shot_video','inspiration_video','header_video'])[1 + n % 3] end as material_sub_type
  ) owned`;

async function writeMaterials(client: Client, { rows, say }: Fill): Promise<void> {
  const dropped = await dropIndexes(client, 'material');
  say(`writing ${rows} materials`);
  await client.query(
    `insert into material (material_id, space_id, project_id, material_name, material_type, material_sub_type,
       material_source, duration, width, height, bytes, orientation, quality, has_speech, shots_count, tag_keys, created_by)
     select lpad(n::text, 26, '0'), owned.space_id, project_id, w.word || '镜头' || n || '.mp4', material_type,
       material_sub_type, 'user_upload', 3 + n % 60, 1080, 1920, 1000000 + n % 90000000,
       (array['portrait','landscape','square'])[1 + n % 3], n % 101, n % 4 = 0, ${SHOTS_EACH}, t.tag_keys, mine.owner_uid
     from generate_series(1, $1::int) n
       join drawn.set t on t.s = (n * 7919::bigint) % ${SETS}
       join drawn.word w on w.place = floor(200 * power((n * 104729::bigint % 10007) / 10007.0, 3)), ${OWNED}
     order by n`,
    [rows],
  );
  await client.query(`
    insert into tag_count select space_id, project_id, material_type, key, count(*)
    from material, unnest(tag_keys) key group by 1, 2, 3, 4`);
  await makeIndexes(client, dropped, say);
}

const SHOT_COLUMNS = `shot_id, material_id, space_id, project_id, material_type, material_sub_type, index, start_ms, end_ms,
  duration, orientation, caption, tag_keys, quality, has_speech, words, meaning`;

/** One session draws the rows and another writes them, so that both cores work; frozen, they need no vacuum. */
async function writeShots(client: Client, drawing: Client, { rows, pipe, say }: Fill): Promise<void> {
  say(`writing ${rows * SHOTS_EACH} shots`);
  await client.query('begin');
  await client.query('truncate shot cascade');
  const dropped = await dropIndexes(client, 'shot');
  await Promise.all([
    drawing.query(`copy (
      select id, lpad(n::text, 26, '0'), owned.space_id, project_id, material_type, material_sub_type, k, k * 3000,
        k * 3000 + 3000, 3::real, (array['portrait','landscape','square'])[1 + n % 3], s.caption, s.tag_keys,
        (n % 101)::real, n % 4 = 0,
        s.vector || ('''@' || owned.space_id || ''':4 ''/' || project_id || ''':4 ''%' || left(h, 1) || ''':4 ''%'
          || left(h, 2) || ''':4 ''%' || left(h, 3) || ''':4 '
          || replace(s.tags, '#', '#' || project_id || '#'))::tsvector, s.meaning
      from (
        select n, k, lpad(n::text || k, 27, '0') as id, md5(lpad(n::text || k, 27, '0')) as h,
          (n::bigint * ${SHOTS_EACH} + k) * 6151 % ${SETS} as set
        from generate_series(0, ${rows * SHOTS_EACH - 1}) each,
          lateral (select 1 + each / ${SHOTS_EACH} as n, each % ${SHOTS_EACH} as k) place
      ) m join drawn.set s on s.s = m.set, ${OWNED}
    ) to '${pipe}' (format binary)`),
    client.query(`copy shot (${SHOT_COLUMNS}) from '${pipe}' (format binary, freeze)`),
  ]);
  await client.query('commit');
  await makeIndexes(client, dropped, say);
}

async function makeIndexes(client: Client, definitions: string[], say: Say): Promise<void> {
  for (const definition of definitions) {
    say(definition.replace(/ ON .*/, ''));
    await client.query(definition);
  }
}

/** What there is to ask for. */
export function libraryOf(space_id: string, rows: number): Library {
  return {
    space_id,
    project_id: 'p0',
    tags: { common: range(0, 6).map(tagAt), middle: range(40, 52).map(tagAt), rare: range(380, 399).map(tagAt) },
    words: { common: range(0, 12).map(wordAt), rare: range(15_000, 15_060).map(wordAt) },
    deepest: Math.min(1000, Math.floor(rows / 2 / 100)),
  };
}

/** All but the primary keys; says how to make them again. */
async function dropIndexes(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = $1 and indexname not like '%_pkey'`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, n) => from + n);
}
