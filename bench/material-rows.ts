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
 */
export async function fillLibrary(client: Client, rows: number): Promise<Library> {
  const began = performance.now();
  const say = (what: string) =>
    console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${what}`);
  await client.query(`
    set session_replication_role = replica; set synchronous_commit = off; set work_mem = '64MB';
    set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 2`);
  const { rows: spaces } = await client.query<{ space_id: string; owner_uid: string }>('select * from space limit 1');
  const { space_id, owner_uid } = spaces[0]!;
  await client.query(
    `insert into space (space_id, space_type, space_name, quota_bytes)
     select 'other' || n, 'TEAM', '团队 ' || n, 1 from generate_series(0, 9) n`,
  );
  await client.query(
    `insert into project (project_id, space_id, project_name, created_by)
     select 'p' || n, $1, '项目 ' || n, $2 from generate_series(0, 9) n
     union all select 'o' || n, 'other' || n, '项目 ' || n, $2 from generate_series(0, 9) n`,
    [space_id, owner_uid],
  );
  await client.query(
    'create temp table tag_list as select n - 1 as n, tag from unnest($1::text[]) with ordinality t (tag, n)',
    [Array.from({ length: TAGS }, (_, n) => tagAt(n))],
  );
  await client.query(
    'create temp table word_list as select n - 1 as place, word from unnest($1::text[]) with ordinality t (word, n)',
    [Array.from({ length: WORDS }, (_, n) => wordAt(n))],
  );
  await client.query(`
    create temp table tag_sets as
      select s, array_agg(distinct t.tag) as tag_keys
      from (select s, floor(${TAGS} * power(random(), 3)) as n from generate_series(0, ${SETS - 1}) s, generate_series(1, 8)) d
      join tag_list t using (n) group by s;
    create temp table word_sets as
      select s, string_agg(distinct w.word, ' ') as caption, array_agg(distinct w.word) as words,
        decode(md5(s || 'a') || md5(s || 'b') || md5(s || 'c') || md5(s || 'd') || md5(s || 'e') || md5(s || 'f') || md5(s || 'g')
          || md5(s || 'h'), 'hex') as meaning
      from (select s, floor(${WORDS} * power(random(), 3)) as n from generate_series(0, ${SETS - 1}) s, generate_series(1, ${WORDS_EACH})) d
      join word_list w on w.place = d.n group by s;
    create temp table sets as
      select s, tag_keys, caption, meaning || meaning || meaning || meaning as meaning,
        (select string_agg(quote_literal(lexeme) || ':2B', ' ')::tsvector
         from unnest(words || array(select '#' || k from unnest(tag_keys) k)) lexeme) as vector
      from tag_sets join word_sets using (s);
    create unique index on sets (s);
    analyze sets`);

  const dropped = await dropIndexes(client, ['material', 'shot']);
  say(`writing ${rows} materials`);
  await client.query(
    `insert into material (material_id, space_id, project_id, material_name, material_type, material_sub_type,
       material_source, duration, width, height, bytes, orientation, quality, has_speech, shots_count, tag_keys, created_by)
     select lpad(n::text, 26, '0'), case when n % 10 < 7 then $1 else 'other' || n / 10 % 10 end,
       case when n % 10 < 5 then 'p0' when n % 10 < 7 then 'p' || 1 + n / 10 % 9 else 'o' || n / 10 % 10 end,
       w.word || '镜头' || n || '.mp4', case when n % 7 = 0 then 'image' else 'video' end,
       case when n % 7 = 0 then null else (array['shot_video','inspiration_video','header_video'])[1 + n % 3] end,
       'user_upload', 3 + n % 60, 1080, 1920, 1000000 + n % 90000000,
       (array['portrait','landscape','square'])[1 + n % 3], n % 101, n % 4 = 0, ${SHOTS_EACH}, t.tag_keys, $2
     from generate_series(1, $3::int) n
       join sets t on t.s = (n * 7919::bigint) % ${SETS}
       join word_list w on w.place = floor(200 * power((n * 104729::bigint % 10007) / 10007.0, 3))
     order by n`,
    [space_id, owner_uid, rows],
  );
  await client.query(`
    insert into tag_count select space_id, project_id, material_type, key, count(*)
    from material, unnest(tag_keys) key group by 1, 2, 3, 4`);
  say(`writing ${rows * SHOTS_EACH} shots`);
  await client.query(`
    insert into shot (shot_id, material_id, space_id, project_id, material_type, material_sub_type, index, start_ms, end_ms,
      duration, orientation, caption, tag_keys, quality, has_speech, words, meaning)
    select id, material_id, space_id, project_id, material_type, material_sub_type, k, k * 3000, k * 3000 + 3000, 3,
      orientation, s.caption, s.tag_keys, quality, has_speech,
      s.vector || ('''@' || space_id || ''':4 ''/' || project_id || ''':4 ''%' || left(h, 1) || ''':4 ''%' || left(h, 2)
        || ''':4 ''%' || left(h, 3) || ''':4')::tsvector, s.meaning
    from (
      select m.*, k, lpad(material_id || k, 27, '0') as id, md5(lpad(material_id || k, 27, '0')) as h,
        (material_id::bigint * ${SHOTS_EACH} + k) * 6151 % ${SETS} as set
      from material m, generate_series(0, ${SHOTS_EACH - 1}) k
    ) m join sets s on s.s = m.set
    order by id`);
  for (const definition of dropped) {
    say(definition.replace(/ ON .*/, ''));
    await client.query(definition);
  }
  await client.query('vacuum analyze material');
  await client.query('vacuum analyze shot');
  await client.query('checkpoint');
  const { rows: sizes } = await client.query<{ bytes: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as bytes',
  );
  say(`written, ${sizes[0]?.bytes}`);

  return {
    space_id,
    project_id: 'p0',
    tags: { common: range(0, 6).map(tagAt), middle: range(40, 52).map(tagAt), rare: range(380, 399).map(tagAt) },
    words: { common: range(0, 12).map(wordAt), rare: range(15_000, 15_060).map(wordAt) },
    deepest: Math.min(1000, Math.floor(rows / 2 / 100)),
  };
}

/** All but the primary keys; says how to make them again. */
async function dropIndexes(client: Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = any($1) and indexname not like '%_pkey'`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, n) => from + n);
}
