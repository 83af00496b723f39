const MEDIAN_WIDTH = 7;

/**
 * When each token is heard, in frames of 20 ms: the start of each, and the end of the last.
 *
 * `heads[h][t]` is how much head h looked at each frame while the model chose token t. Sharpened over the tokens,
 * smoothed over the frames and averaged over the heads, the cheapest path through it is the alignment (dynamic time
 * warping), as in OpenAI's own word timestamps.
 */
export function alignTokens(heads: Float32Array[][], frames: number): number[] {
  const tokens = heads[0]?.length ?? 0;
  if (tokens === 0 || frames === 0) return [];
  const cost = new Float64Array(tokens * frames);
  for (const rows of heads) addHead(cost, rows, tokens, frames);
  return warp(cost, tokens, frames);
}

function addHead(cost: Float64Array, rows: Float32Array[], tokens: number, frames: number): void {
  const sharp = new Float64Array(tokens * frames);
  for (let frame = 0; frame < frames; frame += 1) {
    let sum = 0;
    let squares = 0;
    for (let token = 0; token < tokens; token += 1) {
      const value = rows[token]![frame]!;
      sum += value;
      squares += value * value;
    }
    const mean = sum / tokens;
    const deviation = Math.sqrt(Math.max(squares / tokens - mean * mean, 1e-12));
    for (let token = 0; token < tokens; token += 1) {
      sharp[token * frames + frame] = (rows[token]![frame]! - mean) / deviation;
    }
  }
  const half = (MEDIAN_WIDTH - 1) / 2;
  const window = new Float64Array(MEDIAN_WIDTH);
  for (let token = 0; token < tokens; token += 1) {
    for (let frame = 0; frame < frames; frame += 1) {
      for (let i = 0; i < MEDIAN_WIDTH; i += 1) {
        const at = Math.min(frames - 1, Math.max(0, frame + i - half));
        window[i] = sharp[token * frames + at]!;
      }
      cost[token * frames + frame]! -= window.toSorted()[half]!;
    }
  }
}

/** Steps of the path: the token goes on, the next token begins at the same frame, or both move. */
function warp(cost: Float64Array, tokens: number, frames: number): number[] {
  const width = frames + 1;
  const total = new Float64Array((tokens + 1) * width).fill(Infinity);
  const step = new Uint8Array((tokens + 1) * width);
  total[0] = 0;
  for (let token = 1; token <= tokens; token += 1) {
    for (let frame = 1; frame <= frames; frame += 1) {
      const here = token * width + frame;
      const both = total[here - width - 1]!;
      const down = total[here - width]!;
      const right = total[here - 1]!;
      const best = both < down && both < right ? 0 : down < right ? 1 : 2;
      step[here] = best;
      total[here] = cost[(token - 1) * frames + frame - 1]! + [both, down, right][best]!;
    }
  }
  const starts = Array.from({ length: tokens + 1 }, () => frames);
  for (let token = tokens, frame = frames; token > 0 && frame > 0;) {
    starts[token - 1] = frame - 1;
    const taken = step[token * width + frame];
    if (taken !== 2) token -= 1;
    if (taken !== 1) frame -= 1;
  }
  return starts;
}
