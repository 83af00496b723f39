import { matchLikelihood, type TextMatch } from '@mixreel/ai';
import type { App } from '#context.ts';
import { askedOnce } from './asked-once.ts';
import { packedLikeness, packVector } from './index-shot.ts';

type Row = { shot_id: string; vector: Buffer; ground: number };

/** As likely as all everyday words together is as sure as it gets. */
const SURE = 0.5;

const readText = askedOnce(async (ai, text): Promise<TextMatch | null> => (await ai.matchTexts([text]))[0] ?? null);

/**
 * How far each shot shows what a sentence says to the model of an administrator, 0 to 1; nothing where there is no such
 * model, or it takes too long.
 */
export async function readMatches(
  app: Pick<App, 'ai' | 'pool' | 'memory'>,
  text: string,
  shot_ids: string[],
): Promise<Map<string, number>> {
  const model = app.ai.matcher();
  if (model === null || shot_ids.length === 0) return new Map();
  const asked = await readText(app, text);
  if (!asked) return new Map();
  const { rows } = await app.pool.query<Row>(
    'select shot_id, vector, ground from shot_match where model = $1 and shot_id = any($2::text[])',
    [model, shot_ids],
  );
  const sentence = packVector(asked.vector);
  return new Map(
    rows.map(({ shot_id, vector, ground }) => {
      const likely = matchLikelihood(packedLikeness(sentence, vector), { scale: asked.scale, ground });
      return [shot_id, vector.length === 0 ? 0 : Math.min(1, likely / SURE)];
    }),
  );
}
