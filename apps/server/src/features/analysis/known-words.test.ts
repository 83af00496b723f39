import { expect, test } from 'vitest';
import { newId } from '#db/id.ts';
import { sku_mark } from '#features/sku/sku.tables.ts';
import { createTestApp } from '#testing/test-app.ts';
import { readKnownWords } from './known-words.ts';

test('the ear is told the products of the project and the readings of the space, and nothing of other projects', async () => {
  const app = await createTestApp();
  const user = await app.signIn();
  const { space_id } = user;
  const { data: mine } = await app.call('project.add', { project_name: '一', sku_name: '觅光美容仪' }, user);
  const { data: other } = await app.call('project.add', { project_name: '二', sku_name: '云台' }, user);
  await app.call('voice.savePronunciation', { word: 'MagSafe', reading: '麦格赛夫' }, user);
  await app.db.insert(sku_mark).values({
    sku_mark_id: newId(),
    space_id,
    project_id: mine.project_id,
    merchant_name: 'OPPO',
    sku_name: 'Find X9',
    keywords: ['长焦', '觅光美容仪'],
    created_by: user.user_uid,
  });

  const wordsOf = (project_id: string | null) => readKnownWords(app.db, { space_id, project_id });
  expect(await wordsOf(mine.project_id)).toEqual(['觅光美容仪', 'OPPO', 'Find X9', '长焦', 'MagSafe']);
  expect(await wordsOf(other.project_id)).toEqual(['云台', 'MagSafe']);
  expect(await wordsOf(null)).toEqual(['MagSafe']);
});
