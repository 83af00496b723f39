/** What a key costs on a storyboard of 300 rows, and what pasting 300 × 8 cells does: time of the page's own thread. */
import { callOf, type Session } from '@mixreel/contract';
import { type LonePage, openLonePage } from '../e2e/support/lone-page.ts';
import { makeProject } from '../e2e/support/people.ts';
import { startProduct } from '../e2e/support/product.ts';
import { send } from '../e2e/support/test.ts';
import type { Bar } from './bar.ts';

type Page = LonePage['page'];
type Tools = Awaited<ReturnType<ReturnType<Page['context']>['newCDPSession']>>;

const ROWS = 300;
const KEY_MAX_MS = 50;
const PASTE_MAX_MS = 500;

const KEYS: { name: string; keys: string[] }[] = [
  { name: 'arrows', keys: Array.from({ length: 30 }, () => 'ArrowDown') },
  { name: 'Shift and arrows', keys: Array.from({ length: 20 }, () => 'Shift+ArrowDown') },
  { name: 'to the ends', keys: ['Control+Home', 'Control+End', 'Control+Home', 'ArrowRight', 'ArrowRight'] },
  { name: 'letters', keys: ['F2', ...Array.from('abcdefghijklmnopqrst'), 'Enter'] },
  { name: 'everything chosen', keys: ['Control+A'] },
];

export async function measureBoard(): Promise<Bar[]> {
  const product = await startProduct({ RATE_PER_MINUTE: '100000' });
  let lone: LonePage | undefined;
  try {
    const code = new URL(product.signInLink).searchParams.get('code') ?? '';
    const session = await send<Session>(product, callOf('auth.login').path, { code });
    const project_id = await makeProject(product, session, '分镜');
    const rows = Array.from({ length: ROWS }, (_, n) => ({
      section: 'hook',
      picture: `第 ${n} 个画面，杯子放到桌上，镜头慢慢推近`,
      line: `第 ${n} 句台词，今天下单立减五十，错过再等一年`,
      shot_size: 'close_up',
      duration_ms: n % 7 === 0 ? 1000 : 5000,
      scene: '厨房',
    }));
    const board = { project_id, board_name: '三百行', rows };
    const { story_board_id } = await send<{ story_board_id: string }>(
      product,
      callOf('story.add').path,
      board,
      session.access_token,
    );
    lone = await openLonePage(product, session);
    return await measure(lone.page, `/storyBoard?projectId=${project_id}&storyBoardId=${story_board_id}`);
  } finally {
    await lone?.close();
    await product.stop();
  }
}

async function measure(page: Page, path: string): Promise<Bar[]> {
  await page.goto(path);
  const cell = page.getByRole('gridcell', { name: /^第 3 行画面：/ });
  await cell.click();
  const { bars, cost, idle } = await measureKeys(page, `board of ${ROWS} rows`);
  await page.keyboard.press('Control+Home');
  const pasted = (await cost(() => page.evaluate(paste, ROWS))) - idle;
  bars.push({ name: `pasting ${ROWS} × 8 cells`, figure: pasted, unit: 'ms', bar: PASTE_MAX_MS, better: 'lower' });
  return bars;
}

/** The slowest key of each kind, where the keyboard is in a table. */
export async function measureKeys(page: Page, what: string) {
  const session = await page.context().newCDPSession(page);
  // Of the thread, not of the clock: what else the machine does is not counted.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const cost = async (act: () => Promise<unknown>) => {
    const before = await busyMs(session);
    await act();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    return (await busyMs(session)) - before;
  };
  // Asking costs a little, too.
  const idle = Math.min(await cost(async () => {}), await cost(async () => {}), await cost(async () => {}));
  const bars: Bar[] = [];
  for (const { name, keys } of KEYS) {
    const each: number[] = [];
    for (const key of keys) each.push((await cost(() => page.keyboard.press(key))) - idle);
    const figure = Math.max(...each);
    bars.push({
      name: `${what}: ${name}, the slowest key`,
      figure,
      unit: 'ms',
      bar: KEY_MAX_MS,
      better: 'lower',
    });
  }
  return { bars, cost, idle };
}

async function busyMs(session: Tools): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}

/** Runs in the page: a block as Excel copies it, where the keyboard is. */
function paste(rows: number): void {
  const data = new DataTransfer();
  const lines = Array.from({ length: rows }, (_, n) =>
    ['开场', '', `画面 ${n}`, `台词 ${n} 今天下单`, '字幕', '中景', '俯拍', '推'].join('\t'),
  );
  data.setData('text/plain', lines.join('\r\n'));
  const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
  document.activeElement?.dispatchEvent(event);
}
