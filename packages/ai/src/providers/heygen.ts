import { ask, dig, readJson, wordOf } from '#providers/ask.ts';
import { type FaceWith, type PaintConfig, ProviderError } from '#providers/provider.ts';

/** HeyGen's workflow with one node that swaps faces: it fetches the film and the picture itself. */
export const swapWithHeygen: FaceWith = {
  is_fetching: true,

  async submit(config, { film_url, picture_url }, signal) {
    const { bytes } = await ask(`${config.url}/v1/workflows/executions`, {
      headers: headersOf(config),
      body: JSON.stringify({
        workflow_type: 'FaceswapNode',
        input: { source_image_url: picture_url, target_video_url: film_url },
      }),
      signal,
      timeout_ms: config.timeout_ms,
      is_once: true,
    });
    const id = wordOf(dig(readJson(bytes), 'data', 'execution_id'));
    if (!id) throw new ProviderError('unclear', new TextDecoder().decode(bytes.slice(0, 200)));
    return { id };
  },

  async look(config, { id = '' }, signal) {
    const url = `${config.url}/v1/workflows/executions/${encodeURIComponent(id)}`;
    const { bytes } = await ask(url, { headers: headersOf(config), body: null, signal });
    const data = dig(readJson(bytes), 'data');
    const status = wordOf(dig(data, 'status')).toLowerCase();
    if (status === 'completed') {
      const link = linkIn(dig(data, 'output'));
      if (!link) throw new ProviderError('bad-answer', 'it is done and there is no film');
      return { state: 'made', output: { films: [{ url: link }] } };
    }
    if (['failed', 'error', 'canceled', 'cancelled'].includes(status)) {
      const said = JSON.stringify(dig(data, 'error') ?? data).slice(0, 400);
      if (/moderat|policy|sensitive/i.test(said)) throw new ProviderError('refused-content', said);
      throw new ProviderError(/face/i.test(said) ? 'no-face' : 'failed', said);
    }
    return { state: 'waiting', progress: null };
  },
};

/** Its documents show the film in `output`, by itself or in a field whose name differs from node to node. */
function linkIn(output: unknown): string {
  if (typeof output === 'string') return output.startsWith('http') ? output : '';
  if (typeof output !== 'object' || output === null) return '';
  for (const value of Object.values(output)) {
    const link = linkIn(value);
    if (link) return link;
  }
  return '';
}

function headersOf({ key }: PaintConfig): Record<string, string> {
  return { 'x-api-key': key, 'content-type': 'application/json' };
}
