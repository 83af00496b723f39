import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { material_sound } from '#features/material/material.tables.ts';
import { addFilm, addProject, mixWorld } from '#testing/mixes.ts';

const textsOf = (mix: { shootings: { scripts: { text: string }[] }[] }) =>
  mix.shootings.map(({ scripts }) => scripts[0]?.text);

const line = (script_id: string, text: string) => ({ script_id, text, recording_material_id: null, captions: null });

test('two people who edit different shootings lose nothing; on the same one the second gets the newest', async () => {
  const { app, ann, ben, mix, read } = await mixWorld({ lines: ['甲', '乙'] });
  const [one, two] = mix.shootings;
  const edit = (shot: typeof one, text: string, who = ann) =>
    app.call(
      'shooting.update',
      {
        shooting_id: shot?.shooting_id ?? '',
        revision: 1,
        scripts: [line(shot?.scripts[0]?.script_id ?? '', text)],
      },
      who,
    );
  const both = await Promise.all([edit(one, '甲改', ann), edit(two, '乙改', ben)]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(textsOf(await read())).toEqual(['甲改', '乙改']);

  const stale = await edit(one, '甲又改', ben);
  expect(stale).toMatchObject({ code: 409, data: { revision: 2, scripts: [{ text: '甲改' }] } });
  expect(textsOf(await read())).toEqual(['甲改', '乙改']);
});

test('a deleted shooting comes back in its place, with the clips it had', async () => {
  const { app, ann, mproject_id, mix, read, project_id, space_id } = await mixWorld({ lines: ['甲', '乙', '丙'] });
  const film = await addFilm(app, space_id, project_id);
  const shooting_id = mix.shootings[1]?.shooting_id ?? '';
  const clips = [{ material_id: film.material_id }, { material_id: film.material_id }];
  const added = await app.call('clip.add', { mproject_id, shooting_id, clips }, ann);
  await app.call('clip.delete', { video_clip_ids: [added.data.clips[0]?.video_clip_id ?? ''] }, ann);

  await app.call('shooting.delete', { shooting_ids: [shooting_id] }, ann);
  expect(textsOf(await read())).toEqual(['甲', '丙']);
  await app.call('shooting.add', { mproject_id, lines: ['丁'], position: 1 }, ann);
  expect(textsOf(await read())).toEqual(['甲', '丁', '丙']);
  const { data } = await app.call('shooting.restore', { shooting_ids: [shooting_id] }, ann);
  expect(data.shootings[0]?.clips.map(({ video_clip_id }) => video_clip_id)).toEqual([
    added.data.clips[1]?.video_clip_id,
  ]);
  const order = textsOf(await read());
  expect(order.indexOf('乙')).toBeGreaterThan(0);
  expect(order.indexOf('乙')).toBeLessThan(3);
});

test('a new order keeps what somebody else has added meanwhile', async () => {
  const { app, ann, ben, mproject_id, mix, stranger } = await mixWorld({ lines: ['甲', '乙', '丙'] });
  const ids = mix.shootings.map(({ shooting_id }) => shooting_id);
  await app.call('shooting.add', { mproject_id, lines: ['新'] }, ben);
  const { data } = await app.call('shooting.order', { mproject_id, shooting_ids: ids.toReversed() }, ann);
  expect(textsOf(data)).toEqual(['丙', '乙', '甲', '新']);
  const foreign = await app.call(
    'mix.add',
    { project_id: await addProject(app, stranger, stranger.space_id), mproject_name: '外', lines: ['外'] },
    stranger,
  );
  const theirs = foreign.data.shootings[0]?.shooting_id ?? '';
  expect(await app.call('shooting.order', { mproject_id, shooting_ids: [theirs] }, ann)).toMatchObject({ code: 404 });
});

test('many people adding at once get places of their own', async () => {
  const { app, ann, ben, mproject_id, read } = await mixWorld({ lines: [] });
  await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      app.call('shooting.add', { mproject_id, lines: [`${n}`], position: 0 }, n % 2 ? ann : ben),
    ),
  );
  const { shootings } = await read();
  expect(new Set(shootings.map(({ position }) => position)).size).toBe(12);
});

test('a mix takes sixty shootings and not one more', async () => {
  const { app, ann, mproject_id, read } = await mixWorld({ lines: Array.from({ length: 60 }, (_, n) => `第${n}句`) });
  const more = await app.call('shooting.add', { mproject_id, lines: ['多的'] }, ann);
  expect(more).toMatchObject({ code: 400, message: '最多 60 个镜头，请先删除一些' });
  expect((await read()).shootings).toHaveLength(60);
});

test('a recording has to be a sound of the own space', async () => {
  const { app, ann, mix, project_id, space_id, stranger } = await mixWorld();
  const own = await addFilm(app, space_id, project_id, { material_type: 'audio', duration: 4 });
  const film = await addFilm(app, space_id, project_id);
  const theirs = await addFilm(app, stranger.space_id, await addProject(app, stranger, stranger.space_id), {
    material_type: 'audio',
  });
  const [shot] = mix.shootings;
  const record = (recording_material_id: string, revision = 1) =>
    app.call(
      'shooting.update',
      {
        shooting_id: shot?.shooting_id ?? '',
        revision,
        scripts: [{ script_id: shot?.scripts[0]?.script_id ?? '', text: '甲', recording_material_id, captions: null }],
      },
      ann,
    );
  expect(await record(theirs.material_id)).toMatchObject({ code: 404 });
  expect(await record(film.material_id)).toMatchObject({ code: 400 });
  const { data } = await record(own.material_id);
  expect(data.narrations).toMatchObject([{ duration: 4, is_estimate: false }]);
  const lines = await app.call('shooting.lines', { mproject_id: mix.mproject_id }, ann);
  expect(lines.data.lines).toMatchObject([{ text: '甲', duration: 4, is_estimate: false }, { is_estimate: true }]);
});

test('settings say where they come from, and go back to what is inherited', async () => {
  const { app, ann, mproject_id, mix } = await mixWorld();
  const shooting_id = mix.shootings[0]?.shooting_id ?? '';
  await app.call('mix.update', { mproject_id, revision: 1, template_id: 'system-mix-douyin-goods' }, ann);
  await app.call('mix.updateConfig', { mproject_id, revision: 2, config: { voice: { rate: 1.5 } } }, ann);
  const set = { shooting_id, revision: 1, config: { caption: { max_lines: 1 }, picture: { fit: 'blur' as const } } };
  await app.call('shooting.updateConfig', set, ann);

  const { data } = await app.call('shooting.loadConfig', { shooting_id }, ann);
  expect(data.config).toMatchObject({ voice: { rate: 1.5 }, caption: { max_lines: 1 }, picture: { fit: 'blur' } });
  expect(data.origins).toMatchObject({
    'caption.max_lines': 'shooting',
    'voice.rate': 'project',
    'filter.filter_key': 'template',
    'transition.kind': 'default',
  });
  const back = { shooting_id, revision: 2, config: { caption: { max_lines: null } } };
  expect((await app.call('shooting.updateConfig', back, ann)).data.config).toEqual({ picture: { fit: 'blur' } });
});

test('captions are made of what is said in a clip, inside its range and at its speed', async () => {
  const { app, ann, mproject_id, mix, project_id, space_id } = await mixWorld({ lines: [''] });
  const film = await addFilm(app, space_id, project_id);
  const said = ['前面', '今天,', 'big', 'sale', '后面'];
  const words = said.map((text, n) => ({ text, start: n * 2, end: n * 2 + 1.5, from: n * 2, to: n * 2 + 2 }));
  await app.db.insert(material_sound).values({ material_id: film.material_id, peaks: [], words });
  const shooting_id = mix.shootings[0]?.shooting_id ?? '';
  const range = { material_id: film.material_id, start_ms: 2000, end_ms: 8000 };
  const { data } = await app.call('clip.add', { mproject_id, shooting_id, clips: [range] }, ann);
  const video_clip_id = data.clips[0]?.video_clip_id ?? '';
  await app.call('clip.update', { video_clip_id, revision: 1, speed: 2 }, ann);

  const made = await app.call('shooting.genCaptions', { shooting_id, from: 'speech', video_clip_id }, ann);
  const captions = made.data.scripts[0]?.captions ?? [];
  expect(captions.map(({ text }) => text).join('')).toBe('今天，big sale');
  expect(captions[0]?.start_ms).toBe(0);
  expect(captions.at(-1)?.end_ms).toBeLessThanOrEqual(3000);
});

test('captions of a line are timed by its recording and fit the screen; typed ones are kept', async () => {
  const line = '今天下单立减五十元，前一百名再送同款小样一份，数量有限先到先得，喜欢的朋友不要错过。';
  const { app, ann, mproject_id, mix, space_id, project_id } = await mixWorld({ lines: [line, '第二句。'] });
  const sound = await addFilm(app, space_id, project_id, { material_type: 'audio', duration: 12 });
  const words = Array.from(line, (text, n) => ({ text, start: n * 0.25, end: n * 0.25 + 0.2, from: n, to: n + 1 }));
  const spoken = words.filter(({ text }) => !/[，。]/.test(text));
  await app.db.insert(material_sound).values({ material_id: sound.material_id, peaks: [], words: spoken });
  const typed = [{ text: '手写', start_ms: 0, end_ms: 900 }];
  const scripts = [
    { script_id: newId(), text: line, recording_material_id: sound.material_id, captions: null },
    { script_id: newId(), text: line, recording_material_id: sound.material_id, captions: typed },
  ];
  const shooting_id = mix.shootings[0]?.shooting_id ?? '';
  expect(await app.call('shooting.update', { shooting_id, revision: 1, scripts }, ann)).toMatchObject({ code: 0 });
  const silent = { shooting_id: mix.shootings[1]?.shooting_id ?? '', revision: 1, config: { voice: { is_on: false } } };
  await app.call('shooting.updateConfig', silent, ann);

  const { data } = await app.call('mix.genCaptions', { mproject_id }, ann);
  const [made, kept] = data.shootings[0]?.scripts ?? [];
  const captions = made?.captions ?? [];
  expect(captions.map(({ text }) => text).join('')).toBe(line);
  expect(captions.length).toBeGreaterThan(1);
  for (const { text, start_ms } of captions) expect(start_ms).toBe(line.indexOf(text) * 250);
  expect(kept?.captions).toEqual(typed);
  expect(data.shootings[0]?.revision).toBe(3);
  expect(data.shootings[1]?.scripts[0]?.captions).toMatchObject([{ text: '第二句。', start_ms: 0 }]);
});

test('captions of a line that nobody has spoken yet wait for its voice', async () => {
  const { app, ann, mix } = await mixWorld({ lines: ['今天下单。'] });
  const shooting_id = mix.shootings[0]?.shooting_id ?? '';
  const { data } = await app.call('shooting.genCaptions', { shooting_id }, ann);
  const [narration] = data.narrations;
  expect(narration).toMatchObject({ is_estimate: false, problem: null });
  expect(data.scripts[0]?.captions).toMatchObject([{ text: '今天下单。' }]);
  const first = narration?.words[0]?.start ?? -1;
  expect(data.scripts[0]?.captions?.[0]?.start_ms).toBe(Math.round(first * 1000));
});
