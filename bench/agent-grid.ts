/** What a key costs on a batch of 200 rows: time of the page's own thread. */
import { callOf, EMPTY_AGENT_BRIEF, type Session } from '@mixreel/contract';
import { type LonePage, openLonePage } from '../e2e/support/lone-page.ts';
import { makeProject } from '../e2e/support/people.ts';
import { startProduct } from '../e2e/support/product.ts';
import { send } from '../e2e/support/test.ts';
import type { Bar } from './bar.ts';
import { measureKeys } from './story-grid.ts';

const ROWS = 200;

export async function measureBatchGrid(): Promise<Bar[]> {
  const product = await startProduct({ RATE_PER_MINUTE: '100000' });
  let lone: LonePage | undefined;
  try {
    const code = new URL(product.signInLink).searchParams.get('code') ?? '';
    const session = await send<Session>(product, callOf('auth.login').path, { code });
    const { access_token } = session;
    const project_id = await makeProject(product, session, '批量');
    const about = { project_id, agent_kind: 'ad', agent_name: '两百行', brief: EMPTY_AGENT_BRIEF };
    const { agent_project_id } = await send<{ agent_project_id: string }>(
      product,
      callOf('agent.add').path,
      about,
      access_token,
    );
    const rows = Array.from({ length: ROWS }, (_, n) => ({
      point: '三秒冲好',
      hook: `第 ${n} 个开头，早上来不及煮咖啡怎么办？`,
      lines: `第 ${n} 句台词，三秒冲好一杯。\n点下面看看。`,
      clips: '自动\n自动\n自动',
      title: `第 ${n} 条标题`,
      topics: '#咖啡 #上班族',
    }));
    const { agent_batch_config_id } = await send<{ agent_batch_config_id: string }>(
      product,
      callOf('agentBatch.add').path,
      { agent_project_id, batch_name: '两百行', rows },
      access_token,
    );
    lone = await openLonePage(product, session);
    await lone.page.goto(`/agentDetail?projectId=${project_id}&agentBatchConfigId=${agent_batch_config_id}`);
    const cell = lone.page.getByRole('gridcell', { name: /^第 3 行开头：/ });
    await cell.click();
    const { bars } = await measureKeys(lone.page, `batch of ${ROWS} rows`);
    return bars;
  } finally {
    await lone?.close();
    await product.stop();
  }
}
