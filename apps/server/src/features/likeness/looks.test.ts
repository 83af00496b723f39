import type { MixConfigChange } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { speechEngines } from '#features/ai/speech.ability.ts';
import { readState } from '#features/candidate/choose.ts';
import { filmMix } from '#testing/mixed-films.ts';
import { planLooks } from './looks.ts';

async function mixOf(lines: string[], config: MixConfigChange = {}) {
  const { app, ann, mproject_id } = await filmMix(lines.map(() => 1));
  const { shootings, revision: first } = (await app.call('mix.detail', { mproject_id }, ann)).data;
  await app.call('mix.updateConfig', { mproject_id, revision: first, config }, ann);
  for (const [n, { shooting_id, revision, scripts }] of shootings.entries()) {
    const changed = scripts.map((script) => ({ ...script, text: lines[n]! }));
    await app.call('shooting.update', { shooting_id, revision, scripts: changed }, ann);
  }
  return { app, state: await readState(app, ann.space_id, mproject_id) };
}

test('only neighbours in the middle change places, and none whose line leans on another', async () => {
  const free = await mixOf(['早上好', '香味很浓', '清洗方便', '充电很快', '快来试试']);
  const orders = (await planLooks(free.app, free.state, ['order'])).map(({ changes }) => changes[0]!.sentence);
  expect(orders).toEqual([
    expect.stringContaining('镜头 2 和镜头 3 对调') as string,
    expect.stringContaining('镜头 3 和镜头 4 对调') as string,
  ]);
  const bound = await mixOf(['早上好', '先加水', '然后按一下', '最后端走', '快来试试']);
  expect(await planLooks(bound.app, bound.state, ['order'])).toEqual([]);
});

test('nothing is changed that is not there: no voice without speech, no music without music', async () => {
  const { app, state } = await mixOf(['早上好', '再见']);
  expect(await planLooks(app, state, ['voice', 'music', 'order'])).toEqual([]);
  const looks = await planLooks(app, state, ['voice', 'music', 'order', 'caption']);
  expect(looks).toHaveLength(3);
  expect(looks.map(({ changes }) => changes.map(({ kind }) => kind))).toEqual([['caption'], ['caption'], ['caption']]);
  expect(new Set(looks.map(({ changes }) => changes[0]!.sentence)).size).toBe(3);
  expect(looks[0]!.changes[0]!.sentence).toContain('不影响重复度');
});

test('another voice speaks the same language; without an engine there is none', async () => {
  const { app, state } = await mixOf(['早上好', '再见'], { voice: { is_on: true } });
  const looks = await planLooks(app, state, ['voice']);
  const [engine] = speechEngines(app);
  expect(looks).toHaveLength(engine!.problem() === null ? 3 : 0);
  const own = engine!.voices.find(({ voice_id }) => voice_id === 'builtin:zf_xiaoxiao');
  const ids = looks.map(({ config }) => config.voice!.voice_id);
  expect(new Set([...ids, own!.voice_id]).size).toBe(looks.length + 1);
  for (const [n, voice_id] of ids.entries()) {
    const voice = engine!.voices.find((one) => one.voice_id === voice_id)!;
    expect(voice.language).toBe(own!.language);
    expect(looks[n]!.changes).toEqual([{ kind: 'voice', sentence: `配音换成「${voice.voice_name}」` }]);
  }
});
