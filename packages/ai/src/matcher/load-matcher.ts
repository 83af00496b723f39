import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { MATCHER_FILES } from '#matcher/find-matcher.ts';
import { badMatcher, type MatcherSettings, readJson, readSettings } from '#matcher/settings.ts';
import { sessionOptions } from '#runtime/onnx.ts';
import { fitSquare, toPlanes } from '#vision/picture.ts';
import { likeness, normalise } from '#vision/pixels.ts';
import type { RawPicture } from '#vision/sight.ts';

/** A model that has texts and pictures in one space. */
export type Matcher = {
  scale: number;
  readText(text: string): Promise<Float32Array>;
  readPicture(picture: RawPicture): Promise<Float32Array>;
};

/** Both networks together; the process may take 4 GB. */
const MOST_BYTES = 2.5e9;
const DIMENSIONS = { least: 8, most: 4096 };
const LONGEST_TEXT = 500;

/** Loads a model and looks whether it does what it is for: what is wrong is said in words. */
export async function loadMatcher(folder: string, threads: number): Promise<Matcher> {
  const settings = await readSettings(folder);
  await checkSizes(folder);
  const tokenizer = await openTokenizer(folder);
  const text = await openSession(folder, MATCHER_FILES.text, threads);
  const vision = await openSession(folder, MATCHER_FILES.vision, threads);
  const matcher: Matcher = {
    scale: settings.scale,
    readText: (sentence) => readText(text, tokenizer, settings, sentence),
    readPicture: (picture) => readPicture(vision, settings, picture),
  };
  await tryOut(matcher, settings.side);
  return matcher;
}

async function checkSizes(folder: string): Promise<void> {
  let sum = 0;
  for (const name of [MATCHER_FILES.text, MATCHER_FILES.vision]) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (!found?.isFile()) throw badMatcher(`缺少 ${name}`);
    sum += found.size;
  }
  if (sum > MOST_BYTES) throw badMatcher(`两个模型共 ${(sum / 1e9).toFixed(1)} GB，最多 ${MOST_BYTES / 1e9} GB`);
}

async function openTokenizer(folder: string): Promise<Tokenizer> {
  const words = await readJson(folder, MATCHER_FILES.tokenizer, true);
  const settings = await readJson(folder, MATCHER_FILES.tokenizerSettings);
  try {
    return new Tokenizer(words, settings);
  } catch (error) {
    throw badMatcher(`${MATCHER_FILES.tokenizer} 读不懂（${reasonOf(error)}）`);
  }
}

async function openSession(folder: string, name: string, threads: number): Promise<InferenceSession> {
  try {
    return await InferenceSession.create(join(folder, name), sessionOptions(threads));
  } catch (error) {
    throw badMatcher(`${name} 打不开（${reasonOf(error)}）`);
  }
}

/** Two texts and two pictures: vectors of one length that differ. */
async function tryOut(matcher: Matcher, side: number): Promise<void> {
  const texts = [await matcher.readText('一只猫'), await matcher.readText('海边的日落')];
  const plain = (value: number): RawPicture => {
    return { data: new Uint8Array(side * side * 3).fill(value), width: side, height: side };
  };
  const half = plain(30);
  half.data.fill(220, half.data.length / 2);
  const pictures = [await matcher.readPicture(plain(128)), await matcher.readPicture(half)];
  const sizes = new Set([...texts, ...pictures].map(({ length }) => length));
  const [size = 0] = sizes;
  if (sizes.size !== 1) throw badMatcher(`文字和画面的向量长度不同（${[...sizes].join('、')}）`);
  if (size < DIMENSIONS.least || size > DIMENSIONS.most) throw badMatcher(`向量有 ${size} 个数`);
  if ([...texts, ...pictures].some((vector) => !vector.every(Number.isFinite))) throw badMatcher('算出来的不是数');
  if (likeness(texts[0]!, texts[1]!) > 0.9999) throw badMatcher('不同的句子得到一样的结果，分词文件可能不是这个模型的');
  if (likeness(pictures[0]!, pictures[1]!) > 0.99999) throw badMatcher('不同的画面得到一样的结果');
}

async function readText(
  session: InferenceSession,
  tokenizer: Tokenizer,
  { context, isPadded }: MatcherSettings,
  sentence: string,
): Promise<Float32Array> {
  const { ids } = tokenizer.encode(sentence.slice(0, LONGEST_TEXT).toWellFormed());
  const fixed = fixedLength(session);
  const most = fixed ?? context;
  // The end has a mark of its own, which some models read the text by.
  const kept = ids.length > most ? [...ids.slice(0, most - 1), ids.at(-1)!] : ids;
  const fill = fixed !== null || isPadded ? most - kept.length : 0;
  const pad = tokenizer.token_to_id('[PAD]') ?? tokenizer.token_to_id('<pad>') ?? 0;
  const feeds: Record<string, Tensor> = {};
  for (const [n, name] of session.inputNames.entries()) {
    const values = valuesFor(name, kept, fill, pad);
    if (!values) throw badMatcher(`${MATCHER_FILES.text} 要的 ${name} 不认识`);
    feeds[name] = toTensor(values, session.inputMetadata[n]);
  }
  return outputOf(await run(session, feeds, MATCHER_FILES.text), 'text_embeds', MATCHER_FILES.text);
}

function valuesFor(name: string, ids: number[], fill: number, pad: number): number[] | null {
  const after = (value: number) => Array.from({ length: fill }, () => value);
  if (name === 'input_ids') return [...ids, ...after(pad)];
  if (name === 'attention_mask') return [...ids.map(() => 1), ...after(0)];
  if (name === 'token_type_ids') return [...ids.map(() => 0), ...after(0)];
  if (name === 'position_ids') return Array.from({ length: ids.length + fill }, (_, n) => n);
  return null;
}

function toTensor(values: number[], about: InferenceSession.ValueMetadata | undefined): Tensor {
  const isShort = about?.isTensor === true && about.type === 'int32';
  if (isShort) return new Tensor('int32', Int32Array.from(values), [1, values.length]);
  return new Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length]);
}

/** How long texts have to be, where the network was made for one length only. */
function fixedLength(session: InferenceSession): number | null {
  const about = session.inputMetadata[session.inputNames.indexOf('input_ids')];
  const size = about?.isTensor === true ? about.shape[1] : undefined;
  return typeof size === 'number' && size > 0 ? size : null;
}

async function readPicture(
  session: InferenceSession,
  { side, isCut, mean, deviation }: MatcherSettings,
  picture: RawPicture,
): Promise<Float32Array> {
  const square = await fitSquare(picture, side, isCut);
  const planes = toPlanes(square, { mean: to255(mean), deviation: to255(deviation) });
  const [name] = session.inputNames;
  if (name === undefined || session.inputNames.length > 1) throw badMatcher(`${MATCHER_FILES.vision} 应当只要一张图`);
  const feeds = { [name]: new Tensor('float32', planes, [1, 3, side, side]) };
  return outputOf(await run(session, feeds, MATCHER_FILES.vision), 'image_embeds', MATCHER_FILES.vision);
}

async function run(session: InferenceSession, feeds: Record<string, Tensor>, name: string) {
  try {
    return await session.run(feeds);
  } catch (error) {
    throw badMatcher(`${name} 算不出来（${reasonOf(error)}）`);
  }
}

/** Its own name, that of models with a pooling head, or the only output with one row. */
function outputOf(outputs: InferenceSession.ReturnType, name: string, file: string): Float32Array {
  const rows = Object.values(outputs).filter(({ dims }) => dims.length === 2 && dims[0] === 1);
  const output = outputs[name] ?? outputs['pooler_output'] ?? (rows.length === 1 ? rows[0] : undefined);
  const data: unknown = output?.data;
  if (!(data instanceof Float32Array) || output?.dims.length !== 2) throw badMatcher(`${file} 没有输出 ${name}`);
  return normalise(data);
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 200);
}

function to255(values: number[]): number[] {
  return values.map((value) => value * 255);
}
