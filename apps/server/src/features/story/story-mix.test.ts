import type { Ai } from '@mixreel/ai';
import { AUTO_COVER, DEFAULT_MIX_CONFIG, type Fact, type FactAcceptance } from '@mixreel/contract';
import { factsIn } from '@mixreel/contract/fact';
import { expect, test } from 'vitest';
import { eq } from '#db/orm.ts';
import { shot } from '#features/analysis/analysis.tables.ts';
import { candidate } from '#features/candidate/candidate.tables.ts';
import { hearNumbers, misheardIn } from '#features/candidate/check-spoken.ts';
import { readState } from '#features/candidate/choose.ts';
import { speakMissing } from '#features/candidate/narrate.jobs.ts';
import { indexWords } from '#features/search/index-shot.ts';
import { addFilm, mixWorld } from '#testing/mixes.ts';
import { story_link } from './story.tables.ts';

async function world(ai?: Partial<Ai>) {
  const made = await mixWorld(ai ? { ai } : {});
  const { app, space_id, project_id } = made;
  const film = async (material_name: string, caption: string, given: object = {}) => {
    const added = await addFilm(app, space_id, project_id, { material_name, shot_ms: 10_000, ...given });
    await app.db.update(shot).set({ caption }).where(eq(shot.material_id, added.material_id));
    await indexWords(app.db, [added.material_id]);
    return added;
  };
  return { ...made, film };
}

const frame = (material_id: string) => ({ material_id, start_ms: 500, end_ms: null });

test('each row becomes a shooting with line, length, caption, voice and the fitting clips, with reasons', async () => {
  const { app, ann, project_id, film } = await world();
  const milk = await film('牛奶.mp4', '女生喝牛奶');
  const sea = await film('海边.mp4', '海边的日落');
  const most = { material_id: milk.material_id, start_ms: 0, end_ms: 9000 };
  const theirs = await film('别人的.mp4', '女生喝牛奶', { material_sub_type: 'inspiration_video' });
  const { data: board } = await app.call(
    'story.add',
    {
      project_id,
      board_name: '早餐',
      voice_id: 'builtin:zf_xiaoxiao',
      rows: [
        {
          section: 'hook',
          picture: '女生喝牛奶',
          line: '早上喝一杯',
          caption: '早安',
          duration_ms: 4000,
          reference: most,
        },
        { picture: '海边的日落', line: '', duration_ms: 2500, reference: frame(milk.material_id) },
        { picture: '机器人跳舞', line: '这句台词实在太长了一秒钟绝对说不完', duration_ms: 1000 },
        { picture: '女生', reference: frame(theirs.material_id) },
        { note: '只是一行备注' },
      ],
    },
    ann,
  );
  const { story_board_id, rows } = board;
  const { data } = await app.call('storyMix.add', { story_board_id, clips_per_row: 2 }, ann);
  expect(data.shootings.map(({ row_id }) => row_id)).toEqual(rows.slice(0, 4).map(({ row_id }) => row_id));
  const used = data.shootings.map(({ clips }) => clips.map(({ material_name }) => material_name));
  expect(used).toEqual([['牛奶.mp4'], ['牛奶.mp4', '海边.mp4'], [], []]);
  expect(data.shootings[1]?.clips[1]?.why).toContain('海边');
  expect(data.shootings[1]?.clips[0]?.why).toBe('这一行的参考画面');
  expect(data.notices.join('\n')).toMatch(/第 3 行的台词约 \d\.\d 秒，比时长 1 秒长/);
  expect(data.notices).toContain('第 4 行的参考是灵感视频，只作参考，没有放进混剪');

  const { data: mix } = await app.call('mix.detail', { mproject_id: data.mproject_id }, ann);
  expect([mix.mproject_name, mix.config.voice?.voice_id]).toEqual(['早餐', 'builtin:zf_xiaoxiao']);
  expect(
    mix.shootings.map(({ shooting_name, scripts, config }) => ({
      name: shooting_name,
      line: scripts[0]?.text,
      captions: scripts[0]?.captions?.map(({ text, end_ms }) => [text, end_ms]) ?? null,
      fixed: config.duration?.fixed_ms ?? null,
    })),
  ).toEqual([
    { name: '开头吸引', line: '早上喝一杯', captions: [['早安', 4000]], fixed: 4000 },
    { name: '海边的日落', line: '', captions: null, fixed: 2500 },
    { name: '机器人跳舞', line: '这句台词实在太长了一秒钟绝对说不完', captions: null, fixed: null },
    { name: '女生', line: '', captions: null, fixed: null },
  ]);
  expect(sea.material_id).toBe(mix.shootings[1]?.clips[1]?.material_id);
});

test('a line that is changed on one side is offered to the other, and both agree once it was taken', async () => {
  const { app, ann, ben, project_id, mproject_id, stranger } = await world();
  const rows = [{ line: '第一句' }, { line: '第二句' }];
  const { data: board } = await app.call('story.add', { project_id, rows }, ann);
  const { story_board_id } = board;
  const [one, two] = board.rows.map(({ row_id }) => row_id);
  const { data: made } = await app.call('storyMix.add', { story_board_id, mproject_id, clips_per_row: 0 }, ann);
  expect(made.mproject_id).toBe(mproject_id);
  const news = async () => {
    const { data } = await app.call('storyMix.ofBoard', { story_board_id }, ben);
    expect((await app.call('storyMix.ofMix', { mproject_id }, ben)).data.items).toEqual(data.items);
    return data.items.map(({ board_line, mix_line, news: of }) => [board_line, mix_line, of]);
  };
  expect(await news()).toEqual([
    ['第一句', '第一句', 'none'],
    ['第二句', '第二句', 'none'],
  ]);

  await app.call('story.updateRows', { story_board_id, rows: [{ row_id: one!, line: '新的第一句' }] }, ann);
  const { data: mix } = await app.call('mix.detail', { mproject_id }, ann);
  const second = mix.shootings.find(({ shooting_id }) => shooting_id === made.shootings[1]?.shooting_id)!;
  await app.call(
    'shooting.update',
    {
      shooting_id: second.shooting_id,
      revision: second.revision,
      scripts: [{ ...second.scripts[0]!, text: '改过的第二句' }],
    },
    ben,
  );
  expect((await news()).map(([, , of]) => of)).toEqual(['board', 'mix']);

  const [first, last] = made.shootings.map(({ shooting_id }) => shooting_id);
  const forth = { story_board_id, row_id: one!, shooting_id: first!, to: 'mix' as const };
  const refused = await app.call('storyMix.carry', { ...forth, row_id: two! }, ann);
  expect(refused.message).toContain('没有联系');
  expect((await app.call('storyMix.carry', forth, stranger)).code).not.toBe(0);
  await app.call('storyMix.carry', forth, ann);
  await app.call('storyMix.carry', { story_board_id, row_id: two!, shooting_id: last!, to: 'board' }, ann);
  expect(await news()).toEqual([
    ['新的第一句', '新的第一句', 'none'],
    ['改过的第二句', '改过的第二句', 'none'],
  ]);

  await app.call('shooting.delete', { shooting_ids: [first!] }, ann);
  expect(await news()).toHaveLength(1);

  // What does not fit any more is refused as a whole: no links to shots that are not there.
  const many = Array.from({ length: 60 }, (_, n) => ({ line: `第 ${n} 句` }));
  const { data: long } = await app.call('story.add', { project_id, rows: many }, ann);
  const more = { story_board_id: long.story_board_id, mproject_id, clips_per_row: 0 };
  expect((await app.call('storyMix.add', more, ann)).message).toContain('最多 60 个镜头');
  expect(await app.db.$count(story_link, eq(story_link.story_board_id, long.story_board_id))).toBe(0);
});

const FACTS: Fact[] = factsIn('到手价 39.9 元。净含量 250ml。');
const BROKEN = '写的是「三十八块九」，资料里是「39.9 元」';

test('what a board says otherwise than its sheet goes nowhere until somebody accepts it, and who did goes along', async () => {
  const { app, ann, ben, space_id, project_id } = await world();
  const rows = [{ line: '到手价三十八块九' }, { line: '一瓶 250 毫升' }];
  const { data: board } = await app.call('story.add', { project_id, facts: FACTS, rows }, ann);
  const { story_board_id } = board;
  const [wrong, fine] = board.rows.map(({ row_id }) => row_id) as [string, string];
  expect(board.facts).toEqual(FACTS);
  const toMix = (given: object = {}) => app.call('storyMix.add', { story_board_id, clips_per_row: 0, ...given }, ann);
  const mixes = async () => (await app.call('mix.list', { project_id, page_size: 100 }, ann)).data.items.length;
  const before = await mixes();
  expect((await toMix()).message).toContain(`第 1 行${BROKEN}`);
  expect(await mixes()).toBe(before);
  expect((await app.call('story.export', { story_board_id, format: 'xlsx' }, ann)).message).toContain(BROKEN);
  const { data: link } = await app.call('share.add', { story_board_id, team_id: space_id }, ann);
  const visit = { record_uuid: link.record_uuid };
  expect((await app.call('share.board', visit, null)).message).toContain('和产品资料不一致');
  // The other row leaves by itself.
  const { data: part } = await toMix({ row_ids: [fine] });
  expect(part.shootings).toHaveLength(1);
  const carried = { story_board_id, row_id: fine, shooting_id: part.shootings[0]!.shooting_id, to: 'mix' as const };
  await app.call('story.updateRows', { story_board_id, rows: [{ row_id: fine, line: '一瓶 300 毫升' }] }, ann);
  expect((await app.call('storyMix.carry', carried, ann)).message).toContain('资料里是「250ml」');
  await app.call('story.updateRows', { story_board_id, rows: [{ row_id: fine, line: '一瓶二百五十毫升' }] }, ann);
  expect((await app.call('storyMix.carry', carried, ann)).message).toBe('');

  const accept = async (record: Omit<FactAcceptance, 'acceptance_id'>, id = 'a1') => {
    const { data: open } = await app.call('document.open', { document_id: story_board_id }, ben);
    const operations = [{ do: 'add' as const, table: 'acceptance', id, record }];
    const acts = [{ act_id: `act-${id}-${open.sequence}`, operations }];
    const asked = { document_id: story_board_id, sequence: open.sequence, acts };
    return (await app.call('document.perform', asked, ben)).data.refused?.message ?? '';
  };
  const accepted_at = '2026-05-01T08:00:00.000Z';
  const difference = { place_id: wrong, said: '三十八块九', sheet: '39.9 元', accepted_at };
  const { user_uid, name } = ben;
  const other = { ...difference, accepted_by: ann.user_uid, accepted_by_name: ann.name };
  expect(await accept(other)).toContain('自己的名义');
  expect(await accept({ ...difference, accepted_by: user_uid, accepted_by_name: name })).toBe('');
  const { data: made } = await toMix();
  const { data: check } = await app.call('candidate.check', { mproject_id: made.mproject_id }, ann);
  const told = check.problems.filter(({ kind }) => kind === 'fact');
  expect(told).toMatchObject([{ blocks: false, message: `${BROKEN}，${name}接受了这个说法`, fact: null }]);

  // It counts for this difference alone, and the mix holds the sheet by itself.
  const { data: mix } = await app.call('mix.detail', { mproject_id: made.mproject_id }, ann);
  const [first] = mix.shootings;
  const { shooting_id, revision } = first!;
  const scripts = [{ ...first!.scripts[0]!, text: '到手价三十七块九' }];
  await app.call('shooting.update', { shooting_id, revision, scripts }, ann);
  const config = { title: { text: '只要 38 元' } };
  await app.call('mix.updateConfig', { mproject_id: made.mproject_id, revision: mix.revision, config }, ann);
  const { data: again } = await app.call('candidate.check', { mproject_id: made.mproject_id }, ann);
  expect(again.problems.filter(({ kind }) => kind === 'fact')).toMatchObject([
    {
      blocks: true,
      message: '标题里写的是「38 元」，资料里是「39.9 元」',
      fixes: [{ mix: { title: { text: '只要 39.9 元' } } }],
    },
    {
      blocks: true,
      message: '写的是「三十七块九」，资料里是「39.9 元」',
      fact: { place_id: shooting_id, said: '三十七块九', sheet: '39.9 元' },
      fixes: [{ wording: [{ from: '到手价三十七块九', to: '到手价三十九块九' }] }],
    },
  ]);
  // Whatever is written on a cover goes by both, too.
  const title = { ...DEFAULT_MIX_CONFIG.title, text: '顶尖口感只要 36 元' };
  const { mproject_id } = made;
  await app.db.insert(candidate).values({
    candidate_id: 'c',
    space_id,
    mproject_id,
    number: 7,
    signature: 's',
    picks: [],
    duration: 1,
    most_likeness: 0,
    mean_likeness: 0,
    cover: { ...AUTO_COVER, title },
  });
  const { data: covered } = await app.call('candidate.check', { mproject_id }, ann);
  expect(covered.problems.filter(({ message }) => message.startsWith('第 7 条的封面标题'))).toMatchObject([
    { kind: 'fact', blocks: true, fact: { place_id: 'title', said: '36 元' } },
    { kind: 'forbidden_word', taboo_word: '顶尖' },
  ]);
  const { data: copy } = await app.call(
    'mix.add',
    { project_id, mproject_name: '另一个', copy_of: made.mproject_id },
    ann,
  );
  const { data: ofCopy } = await app.call('candidate.check', { mproject_id: copy.mproject_id }, ann);
  expect(ofCopy.problems.filter(({ kind }) => kind === 'fact')).toHaveLength(2);
});

const spoken = (seconds: number) => ({
  sample_rate: 24_000,
  pcm: new Float32Array(seconds * 24_000).fill(0.1),
  duration: seconds,
  words: [],
});

test('numbers that a voice says are heard back; facts changed on a board are offered to its mixes', async () => {
  const heard = { text: '到手架38块9一瓶250毫升', start: 0, end: 1, words: [] };
  const { app, ann, ben, stranger, space_id, project_id } = await world({
    async speak({ text }, { onSentence } = {}) {
      onSentence?.({ ...spoken(0.5), start: 0 });
      return { ...spoken(0.5), words: [{ text, start: 0, end: 0.5, from: 0, to: text.length }] };
    },
    transcribe: async () => ({ language: 'zh', segments: [heard] }),
  });
  const rows = [{ line: '到手价三十九块九，一瓶 250 毫升' }];
  const { data: board } = await app.call('story.add', { project_id, facts: FACTS, rows }, ann);
  const { story_board_id } = board;
  const { data: made } = await app.call('storyMix.add', { story_board_id, clips_per_row: 0 }, ann);
  const { mproject_id } = made;
  const news = async () => {
    const { data } = await app.call('storyMix.ofBoard', { story_board_id }, ben);
    expect((await app.call('storyMix.ofMix', { mproject_id }, ben)).data.facts).toEqual(data.facts);
    return data.facts.map(({ news: of, mix_fact, board_fact }) => [of, mix_fact, board_fact]);
  };
  const broken = async () => {
    const { data } = await app.call('candidate.check', { mproject_id }, ann);
    return data.problems.flatMap(({ kind, message }) => (kind === 'fact' ? message : []));
  };
  expect([await news(), await broken()]).toEqual([[], []]);

  // Of what is spoken, only what was listened to is known; what was heard otherwise waits for somebody to have listened.
  const voiced = async () => {
    const { data } = await app.call('candidate.check', { mproject_id }, ann);
    return data.problems.filter(({ kind }) => kind === 'heard_number');
  };
  expect((await voiced()).map(({ message }) => message)).toEqual([
    '1 句配音说到锁定的数字，还没有听回来核对；导出时会先听一遍',
  ]);
  const { signal } = new AbortController();
  const state = await readState(app, space_id, mproject_id);
  const keys = new Set([...state.heard.values()].map(({ script }) => script.script_id));
  await speakMissing(app, { space_id, user_uid: ann.user_uid }, state.heard, keys, signal);
  expect(await hearNumbers(app, await readState(app, space_id, mproject_id), keys, signal)).toBe(1);
  const [shooting_id] = made.shootings.map((one) => one.shooting_id);
  const difference = { place_id: shooting_id!, said: '38块9', sheet: '39.9 元' };
  const SAID = '配音把「三十九块九」说成了「38块9」';
  expect(await voiced()).toMatchObject([{ blocks: true, message: expect.stringContaining(SAID), fact: difference }]);
  expect(await misheardIn(app, await readState(app, space_id, mproject_id))).toContain(SAID);
  const { data: open } = await app.call('document.open', { document_id: mproject_id }, ben);
  const by = { accepted_by: ben.user_uid, accepted_by_name: ben.name, accepted_at: '2026-05-01T08:00:00.000Z' };
  const operations = [{ do: 'add' as const, table: 'acceptance', id: 'heard', record: { ...difference, ...by } }];
  const acts = [{ act_id: 'accept', operations }];
  await app.call('document.perform', { document_id: mproject_id, sequence: open.sequence, acts }, ben);
  expect(await voiced()).toMatchObject([{ blocks: false, message: `${SAID}，小本听过并接受了`, fact: null }]);

  const [price, volume] = FACTS as [Fact, Fact];
  const dearer: Fact = { ...price, text: '45 元', value: '45' };
  const date: Fact = { ...price, id: 'date', kind: 'date', text: '6月18日', value: '06-18', unit: '日期' };
  await app.call('story.update', { story_board_id, revision: board.revision, facts: [dearer, date] }, ann);
  expect(await news()).toEqual([
    ['changed', '39.9 元', '45 元'],
    ['added', null, '6月18日'],
    ['gone', volume.text, null],
  ]);
  expect(await broken()).toEqual([]);

  const carry = { story_board_id, mproject_id };
  expect((await app.call('storyMix.carryFacts', carry, stranger)).code).not.toBe(0);
  expect((await app.call('storyMix.carryFacts', carry, ann)).data.count).toBe(3);
  expect(await news()).toEqual([]);
  expect(await broken()).toContain('写的是「三十九块九」，资料里是「45 元」');
  expect((await broken()).join()).not.toContain('250ml');
});
