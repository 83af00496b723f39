import { expect, test } from 'vitest';
import { mixWorld } from '#testing/mixes.ts';

test('the product brings templates of every kind, and a mix made from one has its settings', async () => {
  const { app, ann, project_id } = await mixWorld();
  const list = async (template_type: 'mix' | 'caption' | 'structure') =>
    (await app.call('template.list', { template_type, page_size: 100 }, ann)).data.items;
  const mixes = await list('mix');
  expect(mixes.length).toBeGreaterThanOrEqual(3);
  expect((await list('caption')).length).toBeGreaterThan(20);
  for (const { template_id, config, template_name } of mixes) {
    const made = await app.call('mix.add', { project_id, mproject_name: '新', template_id }, ann);
    expect(made.data).toMatchObject({ template_name, template_config: config, config: {} });
  }
  const [structure] = await list('structure');
  const template_id = structure?.template_id ?? '';
  const made = await app.call('mix.add', { project_id, mproject_name: '新', template_id }, ann);
  expect(made.data.shootings.map(({ shooting_name }) => shooting_name)).toEqual(
    structure?.shootings.map(({ shooting_name }) => shooting_name),
  );
});

test('a saved template stays as it was, whatever becomes of the mix and of the template', async () => {
  const { app, ann, ben, space_id, project_id, mproject_id } = await mixWorld();
  await app.call('team.switch', { space_type: 'TEAM', team_id: space_id }, ann);
  const config = { picture: { ratio: '1:1' as const }, output: { name_rule: '{n}' } };
  await app.call('mix.updateConfig', { mproject_id, revision: 1, config }, ann);
  const saved = await app.call('template.add', { mproject_id, template_name: '方形', template_type: 'mix' }, ann);
  const { template_id } = saved.data;
  expect(saved.data).toMatchObject({ config, is_system: false, creator_name: '小安', use_count: 0 });
  await app.call('mix.updateConfig', { mproject_id, revision: 2, config: { picture: { ratio: '16:9' } } }, ann);

  const made = await app.call('mix.add', { project_id, mproject_name: '新', template_id }, ben);
  expect(made.data).toMatchObject({ template_name: '方形', template_config: config });
  await app.call('template.update', { template_id, template_name: '正方形' }, ben);
  const { data } = await app.call('template.list', { keyword: '正方' }, ann);
  expect(data.items).toMatchObject([{ template_id, template_name: '正方形', use_count: 1 }]);
  await app.call('template.delete', { template_id }, ann);
  expect((await app.call('template.list', { keyword: '正方' }, ann)).data.items).toEqual([]);
  const again = await app.call('mix.detail', { mproject_id: made.data.mproject_id }, ben);
  expect(again.data).toMatchObject({ template_name: '方形', template_config: config });
  const off = { mproject_id: made.data.mproject_id, revision: again.data.revision, template_id: null };
  const without = await app.call('mix.update', off, ben);
  expect(without.data).toMatchObject({ template_name: null, template_config: null });

  // Undo gives back what it left behind; the template itself is gone. What it names must be the space's own.
  const back = { mproject_id: made.data.mproject_id, revision: without.data.revision };
  const template = { template_name: '方形', template_config: config };
  expect((await app.call('mix.update', { ...back, template }, ben)).data).toMatchObject(template);
  const foreign = { template_name: '方形', template_config: { logo: { material_id: 'elsewhere' } } };
  const refused = await app.call('mix.update', { ...back, revision: back.revision + 1, template: foreign }, ben);
  expect(refused).toMatchObject({ code: 404 });
});

test('the look of captions is set at once, over what the mix has', async () => {
  const { app, ann, mproject_id, stranger } = await mixWorld();
  const config = { caption: { max_lines: 1, style: { ...(await presetStyle()), size: 99 } } };
  async function presetStyle() {
    const { data } = await app.call('caption.fonts', {}, ann);
    const [preset] = data.presets;
    if (!preset) throw new Error('There is no preset');
    return preset.style;
  }
  await app.call('mix.updateConfig', { mproject_id, revision: 1, config }, ann);
  const template_id = 'system-caption-bar-yellow';
  const { data } = await app.call('mix.update', { mproject_id, revision: 2, template_id }, ann);
  expect(data.config.caption).toMatchObject({ max_lines: 1, style: { font_id: 'hei-black', colour: '#141414' } });
  expect(data.template_name).toBeNull();
  expect(await app.call('template.delete', { template_id }, ann)).toMatchObject({ code: 404 });

  const saved = await app.call('template.add', { mproject_id, template_name: '条', template_type: 'caption' }, ann);
  expect(saved.data.config.caption).toMatchObject({ max_lines: 1, style: { colour: '#141414' } });
  const theirs = { template_id: saved.data.template_id, template_name: '偷' };
  expect(await app.call('template.update', theirs, stranger)).toMatchObject({ code: 404 });
  const structure = { mproject_id, revision: 3, template_id: 'system-structure-unboxing' };
  expect(await app.call('mix.update', structure, ann)).toMatchObject({ code: 400 });
});
