import { PACKS, type PackName, resample } from '@mixreel/ai';
import { AppError, type Engine, ai as calls } from '@mixreel/contract';
import type { App } from '#context.ts';
import { implement } from '#http/route.ts';
import { askModel, BUILT_IN, speechEngines } from './engines.ts';
import { HEARING_RATE, hearingEngines } from './hearing-engine.ts';
import { SPEECH_RATE } from './speech-engine.ts';
import { readUsage } from './usage.queries.ts';

const TEST_SENTENCE = '你好，这是一次测试。';
const TEST_MS = 120_000;

type Ability = Engine['ability'];
type Described = {
  engine: string;
  engine_name: string;
  is_built_in: boolean;
  host: string | null;
  problem(): string | null;
};

export const aiRoutes = implement(calls, {
  async packs(_input, { shelf }) {
    return shelf.list();
  },

  async fetchPack({ pack }, { shelf, log }) {
    const name = requirePack(pack);
    // Not waited for: the page follows its progress, and the shelf keeps what went wrong.
    shelf.fetch(name).catch((error: unknown) => log.warn({ err: error, pack }, 'pack not fetched'));
    return stateOf(shelf, name);
  },

  async removePack({ pack }, { shelf }) {
    const name = requirePack(pack);
    await shelf.remove(name);
    return stateOf(shelf, name);
  },

  async engines(_input, app) {
    return [
      ...speechEngines(app).map((engine) => describe(engine, 'speech')),
      ...hearingEngines(app).map((engine) => describe(engine, 'transcription')),
    ];
  },

  async testEngine({ engine, ability }, app) {
    const began = performance.now();
    const signal = AbortSignal.any([app.signal, AbortSignal.timeout(TEST_MS)]);
    const passed = (is_ok: boolean, message: string) => {
      return { is_ok, milliseconds: Math.round(performance.now() - began), message };
    };
    try {
      return passed(true, await askModel(() => (ability === 'speech' ? trySpeech : tryHearing)(app, engine, signal)));
    } catch (error) {
      if (error instanceof AppError) return passed(false, error.message);
      throw error;
    }
  },

  async usage({ days }, app) {
    const engines = [...speechEngines(app), ...hearingEngines(app)];
    const names = new Map(engines.map(({ engine, engine_name }) => [engine, engine_name]));
    const rows = await readUsage(app.db, days);
    return rows.map((row) => ({ ...row, engine_name: names.get(row.engine) ?? row.engine }));
  },
});

function requirePack(name: string): PackName {
  const found = PACKS.find(({ pack }) => pack === name);
  if (!found) throw new AppError('not_found', '没有这个模型包');
  return found.pack;
}

function stateOf(shelf: App['shelf'], name: PackName) {
  const found = shelf.list().find(({ pack }) => pack === name);
  if (!found) throw new AppError('not_found', '没有这个模型包');
  return found;
}

function describe<A extends Ability>(engine: Described, ability: A) {
  const reason = engine.problem();
  const { engine: name, engine_name, is_built_in, host } = engine;
  return { engine: name, engine_name, ability, is_built_in, host, is_ready: reason === null, reason };
}

async function trySpeech(app: App, name: string, signal: AbortSignal): Promise<string> {
  const samples = await say(app, name, signal);
  return `说了 ${(samples.length / SPEECH_RATE).toFixed(1)} 秒`;
}

/** What the built-in voice says, the engine must hear. */
async function tryHearing(app: App, name: string, signal: AbortSignal): Promise<string> {
  const engine = hearingEngines(app).find((known) => known.engine === name);
  if (!engine) throw new AppError('not_found', '没有配置这个引擎');
  const samples = resample(await say(app, BUILT_IN, signal), SPEECH_RATE, HEARING_RATE);
  const { segments } = await engine.hear(samples, { language: 'zh' }, signal);
  return `听到「${segments.map(({ text }) => text).join('')}」`;
}

async function say(app: App, name: string, signal: AbortSignal): Promise<Float32Array> {
  const engine = speechEngines(app).find((known) => known.engine === name);
  const [voice] = engine?.voices ?? [];
  if (!engine || !voice) throw new AppError('not_found', '没有配置这个引擎');
  const utterance = { text: TEST_SENTENCE, rate: 1, emotion: null, dictionary: [] };
  return (await engine.speak({ ...utterance, voice: voice.voice_id.slice(name.length + 1) }, signal)).pcm;
}
