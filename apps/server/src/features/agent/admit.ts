import {
  type Admission,
  type AgentBatch,
  type AgentCheck,
  DEFAULT_MIX_CONFIG,
  keptShots,
  lengthOff,
  missingIn,
  spokenLines,
} from '@mixreel/contract';
import { PICTURE_COST, SPEECH_COST } from '@mixreel/media';
import type { App } from '#context.ts';
import { and, eq, isNull, sql } from '#db/orm.ts';
import { speech, speechEngines } from '#features/ai/speech.ability.ts';
import { artwork } from '#features/artwork/artwork.tables.ts';
import { readQuota } from '#features/file/file.queries.ts';
import { levelOf, publishableBelow } from '#features/standard/level.ts';
import { readStandard } from '#features/standard/standard.queries.ts';
import { render_cost } from '#features/task/task.tables.ts';
import { approvalKey, overWords, readRule, readUsedMinutes } from './agent-rule.ts';
import { keyOf } from './find-shots.ts';
import { rowLengths } from './foretell.ts';

/** Bytes of a second of video, until this space has some to go by. */
const BYTES_PER_SECOND = 700_000;
const REASONS_MAX = 30;
const NUMBERS_MAX = 8;
const ALIKE = {
  usual: '和别的视频太像（到了 L3）：换几个画面或多加素材',
  trial: '彼此很像（到了 L3）：按因素试验本来如此，不要发在同一个账号',
} as const;

/** Whether these rows may be made now, and what somebody should know before. */
export async function admit(
  app: App,
  space_id: string,
  batch: AgentBatch,
  wanted: ReadonlySet<string>,
): Promise<Admission> {
  const rule = await readRule(app.db, space_id);
  const standard = await readStandard(app.db, space_id);
  const rows = batch.rows.flatMap((row, n) => (wanted.has(row.row_id) ? [{ row, number: n + 1 }] : []));
  const checks = new Map(batch.checks.map((one) => [one.row_id, one]));
  const left_out = rows.flatMap(({ row: { row_id }, number }) => {
    const problem = checks.get(row_id)?.problem;
    return problem ? [{ row_id, number, problem }] : [];
  });
  const making = rows.filter(({ row }) => !left_out.some(({ row_id }) => row_id === row.row_id));
  const seconds = making.reduce((sum, { row }) => sum + (checks.get(row.row_id)?.seconds ?? 0), 0);
  const bytes = Math.round(seconds * (await bytesPerSecond(app, space_id)));
  const { left_bytes } = await readQuota(app.db, space_id);
  const most_likeness = Math.max(0, ...making.map(({ row }) => checks.get(row.row_id)?.likeness ?? 0));
  const alike = making.filter(({ row }) => (checks.get(row.row_id)?.likeness ?? 0) >= publishableBelow(standard));
  const off = making.flatMap(({ row, number }) => {
    const check = checks.get(row.row_id);
    return check && lengthOff(check) ? [{ ...check, number }] : [];
  });
  const warned = making.flatMap(({ row, number }) =>
    // How long they are is told of all at once: that warning comes last.
    (checks.get(row.row_id)?.warnings ?? [])
      .slice(0, off.some((one) => one.row_id === row.row_id) ? -1 : undefined)
      .map((words) => `第 ${number} 行：${words}`),
  );
  const missing = missingIn(batch.rows);
  const guesses = making.reduce((sum, { row }) => sum + (checks.get(row.row_id)?.guesses ?? 0), 0);
  const isFull = bytes > left_bytes;
  const used = rule.month_minutes > 0 ? await readUsedMinutes(app.db, space_id) : 0;
  const isOver = rule.month_minutes > 0 && used + seconds / 60 > rule.month_minutes;
  const isMany = rule.approval_rows > 0 && making.length > rule.approval_rows;
  const silence = batch.brief.is_spoken ? whySilent(app) : null;
  const reasons = [
    ...(making.length === 0 && left_out.length === 0 ? ['没有要制作的行：都做好了，或表格是空的'] : []),
    ...(isOver ? [overWords(rule, used, seconds)] : []),
    ...(isMany ? [`超过 ${rule.approval_rows} 条，要另一个人批准`] : []),
    ...(silence === null ? [] : [`配音：${silence}；也可以在资料里关掉配音`]),
    ...(isFull ? ['空间的容量不够放下这一批，请先清理素材库或联系管理员'] : []),
    ...(left_out.length > 0 ? [leftOutWords(left_out.length, making.length)] : []),
    ...(alike.length > 0
      ? [
          `第 ${alike.map(({ number }) => number).join('、')} 行${ALIKE[(batch.brief.factors ?? null) === null ? 'usual' : 'trial']}`,
        ]
      : []),
    ...lengthReasons(off),
    ...(guesses > 0 ? [`${guesses} 句没有匹配的画面，先用了够长的，见补拍清单`] : []),
    ...warned.slice(0, REASONS_MAX),
    ...(warned.length > REASONS_MAX ? [`还有 ${warned.length - REASONS_MAX} 处提醒，见表格`] : []),
  ];
  const isBlocked = making.length === 0 || isFull || isOver;
  return {
    verdict: isBlocked ? 'blocked' : reasons.length > 0 ? 'confirm' : 'allow',
    count: making.length,
    minutes:
      (await workSeconds(
        app,
        batch,
        making.map(({ row }) => row),
      )) / 60,
    cost: batch.brief.is_spoken
      ? speechCost(
          app,
          making.map(({ row }) => row),
        )
      : 0,
    bytes,
    most_likeness,
    level: levelOf(most_likeness, standard),
    left_out,
    ...approvalOf(
      batch,
      isMany,
      making.map(({ row }) => row.row_id),
    ),
    key: approvalKey(batch, new Set(making.map(({ row }) => row.row_id))),
    reasons,
    missing,
  };
}

const NOBODY = { asked_by: null, asked_by_name: '' };

function approvalOf(
  { asked }: AgentBatch,
  isMany: boolean,
  making: readonly string[],
): Pick<Admission, 'approval' | 'asked_by' | 'asked_by_name'> {
  if (!isMany) return { approval: 'none', ...NOBODY };
  const isAsked = asked !== null && asked.answer === null && asked.row_ids.join() === making.join();
  return isAsked
    ? { approval: 'asked', asked_by: asked.user_uid, asked_by_name: asked.name }
    : { approval: 'needed', ...NOBODY };
}

/** Why nobody can speak now, in words; null where somebody can. */
function whySilent(app: App): string | null {
  const problems = speechEngines(app).map((engine) => engine.problem());
  return problems.includes(null) ? null : (problems[0] ?? '没有能用的音色');
}

/** Every different line is spoken once in each voice. */
function speechCost(app: App, rows: AgentBatch['rows']): number {
  const engines = speechEngines(app);
  const lines = new Map(
    rows.flatMap((row) => spokenLines(row).map((line) => [`${row.voice_id}\n${line}`, { row, line }])),
  );
  return [...lines.values()].reduce((all, { row, line }) => {
    const voice_id = row.voice_id || DEFAULT_MIX_CONFIG.voice.voice_id;
    const engine = engines.find(({ voices }) => voices.some((voice) => voice.voice_id === voice_id));
    return all + ((engine?.price ?? 0) * Array.from(line).length) / speech.unit.price_per;
  }, 0);
}

/** What this space's own videos take. */
async function bytesPerSecond({ db }: App, space_id: string): Promise<number> {
  const [found] = await db
    .select({ rate: sql<number | null>`sum(${artwork.bytes})::float / nullif(sum(${artwork.duration}), 0)` })
    .from(artwork)
    .where(and(eq(artwork.space_id, space_id), isNull(artwork.deleted_at)));
  return found?.rate ?? BYTES_PER_SECOND;
}

/** Every different shot with its line is made once, and every different line spoken once. */
async function workSeconds({ db, config }: App, { brief }: AgentBatch, rows: AgentBatch['rows']): Promise<number> {
  const [cost] = await db.select().from(render_cost).where(eq(render_cost.kind, 'picture'));
  const pictures = new Map<string, number>();
  const sounds = new Map<string, number>();
  for (const row of rows) {
    const shots = keptShots(row);
    const lengths = rowLengths(row, brief);
    for (const [n, line] of spokenLines(row).entries()) {
      const shot = shots[n];
      pictures.set([line, shot ? keyOf(shot) : '', row.ratio, row.voice_id].join('\n'), lengths[n]!);
      sounds.set(`${row.voice_id}\n${line}`, lengths[n]!);
    }
  }
  const work = sum(pictures) * (cost?.cpu_seconds ?? PICTURE_COST) + (brief.is_spoken ? sum(sounds) * SPEECH_COST : 0);
  return work / Math.max(1, config.workerCores);
}

function sum(lengths: Map<string, number>): number {
  return [...lengths.values()].reduce((all, one) => all + one, 0);
}

/** Rows that will not be as long as asked for, with the one that is furthest from it. */
function lengthReasons(off: (AgentCheck & { number: number })[]): string[] {
  return (['short', 'long'] as const).flatMap((way) => {
    const own = off.filter((one) => lengthOff(one) === way);
    const far = own.toSorted((a, b) => (way === 'short' ? 1 : -1) * (a.seconds / a.wanted - b.seconds / b.wanted))[0];
    if (!far) return [];
    const which = own.slice(0, NUMBERS_MAX).map(({ number }) => number);
    const more = own.length > which.length ? ` 等 ${own.length} ` : ' ';
    const most = `第 ${far.number} 行约 ${Math.round(far.seconds)} 秒，要 ${far.wanted} 秒`;
    const words = way === 'short' ? '短：台词不够，加几句，或多写卖点再重写' : '长：台词太多，删几句';
    return [`第 ${which.join('、')}${more}行会比要求的${words}（${most}）`];
  });
}

function leftOutWords(left_out: number, making: number): string {
  if (making === 0) return '现在一行也做不了，请先照每一行的原因改；缺画面的，照补拍清单拍好传上来，再点「选画面」';
  return `${left_out} 行做不了，会先做其余 ${making} 行`;
}
