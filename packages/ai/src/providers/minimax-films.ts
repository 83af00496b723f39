import { ask, type Asked, dig, readJson, wordOf } from '#providers/ask.ts';
import { troubleOf, unknownFailure } from '#providers/failures.ts';
import {
  BOTH_MODES,
  type FilmWith,
  type PaintConfig,
  ProviderError,
  type ProviderFailure,
  qualityOf,
} from '#providers/provider.ts';

/** Hailuo at MiniMax: a job, then a file of it, then where the file lies. It has six seconds where others have five. */
export const filmWithMinimax: FilmWith = {
  limitsOf: (config) => {
    const model = modelOf(config);
    const old = model.startsWith('I2V-01');
    return {
      ratios: null,
      durations: old ? [5] : [5, 10],
      lengths: old ? [6] : [6, 10],
      prompt_max: 2000,
      negative_max: 0,
      has_camera: false,
      qualities: old
        ? [{ mode: 'std', size: '720P' }]
        : [
            { mode: 'std', size: '768P' },
            { mode: 'pro', size: '1080P', durations: [5] },
          ],
      tail_modes: model === 'MiniMax-Hailuo-02' ? BOTH_MODES : [],
      // More than 300 pixels, and not 300.
      picture: { bytes_max: 20_000_000, side_min: 301, ratio_max: 2.5 },
    };
  },

  async submit(config, { image, tail, prompt, duration, mode }, signal) {
    const answer = await askMinimax(config, '/v1/video_generation', {
      body: JSON.stringify({
        model: modelOf(config),
        ...(prompt && { prompt }),
        first_frame_image: data(image),
        ...(tail && { last_frame_image: data(tail) }),
        duration: duration === 10 ? 10 : 6,
        resolution: qualityOf(filmWithMinimax.limitsOf(config), mode).size,
        prompt_optimizer: true,
        aigc_watermark: false,
      }),
      signal,
      is_once: true,
    });
    const task_id = wordOf(answer['task_id']);
    if (!task_id) throw new ProviderError('unclear', JSON.stringify(answer).slice(0, 200));
    return { task_id };
  },

  async look(config, { task_id = '' }, signal) {
    const path = `/v1/query/video_generation?task_id=${encodeURIComponent(task_id)}`;
    const answer = await askMinimax(config, path, { body: null, signal });
    const status = wordOf(answer['status']);
    if (['Preparing', 'Queueing', 'Processing'].includes(status)) return { state: 'waiting', progress: null };
    if (status !== 'Success') throw new ProviderError('failed', JSON.stringify(answer).slice(0, 300));
    const file = `/v1/files/retrieve?file_id=${encodeURIComponent(wordOf(answer['file_id']))}`;
    const url = wordOf(dig(await askMinimax(config, file, { body: null, signal }), 'file', 'download_url'));
    if (!url) throw new ProviderError('bad-answer', 'no download_url');
    return { state: 'made', output: { films: [{ url }] } };
  },
};

function modelOf({ model }: { model: string }): string {
  return model || 'MiniMax-Hailuo-02';
}

function data(base64: string): string {
  return `data:image/jpeg;base64,${base64}`;
}

type Question = Pick<Asked, 'body' | 'signal' | 'is_once'>;

/** Its refusals come as good answers with a number inside. */
async function askMinimax({ url, key, timeout_ms }: PaintConfig, path: string, question: Question) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const { bytes } = await ask(`${url}${path}`, { headers, timeout_ms, ...question });
  const answer = readJson(bytes);
  const code = Number(dig(answer, 'base_resp', 'status_code') ?? 0);
  if (code === 0) return answer;
  const kind = TROUBLE.includes(code) ? troubleOf(question) : (FAILURES[code] ?? unknownFailure(question));
  throw new ProviderError(kind, `${code} ${wordOf(dig(answer, 'base_resp', 'status_msg'))}`);
}

/** It broke down at it, or took too long. */
const TROUBLE = [1000, 1001, 1013, 1024, 1033];

const FAILURES: Record<number, ProviderFailure> = {
  1002: 'busy',
  1004: 'refused-key',
  1008: 'no-credit',
  1026: 'refused-content',
  1027: 'refused-content',
  1039: 'busy',
  2013: 'bad-request',
  2049: 'refused-key',
};
