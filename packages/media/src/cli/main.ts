/** `npm run mix -- plan.json --out DIR`, `npm run mix -- --demo`: renders a plan without server or database. */
import { mkdirSync } from 'node:fs';
import { availableParallelism, constants } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { describeDamage } from '#cli/damage-words.ts';
import { makeDemo } from '#cli/demo.ts';
import { PlanError } from '#cli/fields.ts';
import { readPlanFile, type PlanFile } from '#cli/plan-file.ts';
import { openProgressBar } from '#cli/progress-bar.ts';
import { chooseVideos, openSources, toVariant } from '#cli/variants.ts';
import { FfmpegError, MissingFfmpegError, SourceError } from '#ffmpeg/errors.ts';
import { requireFeatures } from '#ffmpeg/features.ts';
import { locateFfmpeg, type Tools } from '#ffmpeg/locate.ts';
import type { Damage } from '#render/damage.ts';
import { Engine } from '#render/engine.ts';
import { writeMp4 } from '#render/mp4/virtual-mp4.ts';
import { openSlots } from '#render/slots.ts';
import { layOut, type Variant } from '#render/variant.ts';

const HELP = `用法：
  npm run mix -- plan.json --out 文件夹    按计划渲染视频
  npm run mix -- --demo                    自己生成素材，渲染十条
选项：
  --out 文件夹     视频写到哪里（演示默认 data/mix-demo）
  --count 数量     渲染几条，代替计划里的 count
  --cache 文件夹   片段缓存（默认是 --out 里的 .cache），再次渲染时只编码改过的镜头
  --ffmpeg 路径、--ffprobe 路径`;
/** The videos are there, but somebody should look at them. */
const DAMAGED = 3;
const CACHE_BYTES = 8 * 2 ** 30;
/** Each write holds four megabytes; all at once would be the largest thing in memory. */
const WRITES_AT_ONCE = 4;

type Wish = { planPath: string | null; out: string; cacheDir: string; count: number | null; tools: Tools };

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => {
    stop.abort(new Stopped(128 + constants.signals[name]));
    // Whoever presses twice means it: what ffmpeg still runs is killed as this process ends.
    process.once(name, () => process.exit(128 + constants.signals[name]));
  });
}

class Stopped extends Error {
  readonly status: number;

  constructor(status: number) {
    super('已停止，没有写完的文件已清理；再次运行会接着用已编码的片段');
    this.status = status;
  }
}

try {
  const wish = await readWish();
  if (wish) await mix(wish);
} catch (error) {
  // The runner may report the kill that our own signal caused; the signal is the reason that counts.
  const reason: unknown = stop.signal.aborted ? stop.signal.reason : error;
  say(sentenceOf(reason));
  process.exitCode = reason instanceof Stopped ? reason.status : 1;
}

async function readWish(): Promise<Wish | null> {
  const { values, positionals } = parseWords();
  const [planPath = null] = positionals;
  if (values.help || (!planPath && !values.demo)) {
    say(HELP);
    if (!values.help) process.exitCode = 1;
    return null;
  }
  if (planPath && !values.out) throw new PlanError('请用 --out 说明视频写到哪个文件夹');
  const count = values.count === undefined ? null : Number(values.count);
  if (count !== null && !(Number.isInteger(count) && count >= 1 && count <= 1000)) {
    throw new PlanError('--count 必须是 1 到 1000 之间的整数');
  }
  const out = resolve(values.out ?? 'data/mix-demo');
  const cacheDir = resolve(values.cache ?? join(out, '.cache'));
  const tools = await locateFfmpeg({
    ...(values.ffmpeg && { ffmpegPath: values.ffmpeg }),
    ...(values.ffprobe && { ffprobePath: values.ffprobe }),
  });
  await requireFeatures(tools);
  return { planPath: values.demo ? null : planPath, out, cacheDir, count, tools };
}

function parseWords() {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({
      allowPositionals: true,
      options: { out: text, count: text, cache: text, ffmpeg: text, ffprobe: text, demo: flag, help: flag },
    });
  } catch (error) {
    throw new PlanError(`看不懂这个选项：${(error as Error).message.split('.')[0]}\n${HELP}`);
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (cause) {
    throw new PlanError(`无法写入文件夹：${path}`, { cause });
  }
}

async function mix({ planPath, out, cacheDir, count, tools }: Wish): Promise<void> {
  const { signal } = stop;
  const startedAt = performance.now();
  const path =
    planPath ?? (await withBar('生成素材', (onFile) => makeDemo(tools, join(out, 'footage'), { signal, onFile })));
  const read = await readPlanFile(path);
  const file: PlanFile = { ...read, count: count ?? read.count };
  for (const needed of [out, cacheDir]) makeFolder(needed);
  const sources = await withBar('检查素材', (onFile) => openSources(tools, file, { signal, onFile }));

  const { candidates, reason } = chooseVideos(file, sources);
  if (candidates.length === 0) throw new PlanError(`这份计划一条视频也做不出来：${reason}`);
  if (candidates.length < file.count) say(`只能做 ${candidates.length} 条：${reason}`);
  const variants: Variant[] = [];
  for (const candidate of candidates) variants.push(await toVariant(file, candidate, sources));

  const damage = await render(variants, { tools, out, cacheDir });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const shots = variants.reduce((sum, variant) => sum + layOut(variant).length, 0);
  say(`完成：${variants.length} 条视频在 ${shown(out)}，用时 ${seconds} 秒`);
  say(`共 ${shots} 段画面，只需编码 ${distinctParts(variants)} 段，其余是拼接`);
  const broken = await describeDamage(tools, damage, [...sources.values()]);
  if (broken.length > 0) {
    for (const line of broken) say(line);
    process.exitCode = DAMAGED;
  }
  if (!planPath) say(`想改一改？编辑 ${shown(path)}，再运行 npm run mix -- ${shown(path)} --out ${shown(out)}`);
}

async function render(
  variants: Variant[],
  { tools, out, cacheDir }: Pick<Wish, 'tools' | 'out' | 'cacheDir'>,
): Promise<Damage[][]> {
  const { signal } = stop;
  const engine = new Engine({ tools, cacheDir, cacheBytes: CACHE_BYTES, processes: availableParallelism() });
  const bar = openProgressBar(process.stdout);
  const inTurn = openSlots(WRITES_AT_ONCE);
  const shares = variants.map(() => 0);
  const damages: Damage[][] = variants.map(() => []);
  let written = 0;
  const show = () => {
    const share = shares.reduce((sum, one) => sum + one, 0) / shares.length;
    bar.show(written === variants.length ? 1 : share * 0.99, `${written}/${variants.length} 条`);
  };
  const digits = String(variants.length).length;
  const one = async (variant: Variant, i: number) => {
    const onProgress = (share: number) => {
      shares[i] = share;
      show();
    };
    const { file, damage, release } = await engine.open(variant, { signal, onProgress });
    damages[i] = damage;
    try {
      await inTurn(() => writeMp4(file, join(out, `${String(i + 1).padStart(Math.max(2, digits), '0')}.mp4`)), signal);
    } finally {
      release();
    }
    written += 1;
    show();
  };
  try {
    const results = await Promise.allSettled(variants.map(one));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    return damages;
  } finally {
    bar.end();
    engine.close();
  }
}

async function withBar<T>(
  words: string,
  work: (onFile: (done: number, all: number) => void) => Promise<T>,
): Promise<T> {
  const bar = openProgressBar(process.stdout);
  try {
    return await work((done, all) => bar.show(done / all, `${words} ${done}/${all}`));
  } finally {
    bar.end();
  }
}

function distinctParts(variants: Variant[]): number {
  return new Set(variants.flatMap((variant) => layOut(variant).map((part) => JSON.stringify(part)))).size;
}

function shown(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : near || '.';
}

function sentenceOf(error: unknown): string {
  const plain = [PlanError, MissingFfmpegError, Stopped, RangeError];
  if (error instanceof Error && plain.some((kind) => error instanceof kind)) return error.message;
  if (error instanceof SourceError) return `${error.message}（${String(error.cause)}）`;
  if (error instanceof FfmpegError) return `${error.message}\n${error.details.trim().split('\n').slice(-3).join('\n')}`;
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return '磁盘空间不足，视频没有写完';
  return `出了意外的错误：${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
