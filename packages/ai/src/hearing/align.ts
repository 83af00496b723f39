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
  const means = new Float64Array(frames);
  const squares = new Float64Array(frames);
  for (const row of rows) {
    for (let frame = 0; frame < frames; frame += 1) {
      const value = row[frame]!;
      means[frame]! += value / tokens;
      squares[frame]! += (value * value) / tokens;
    }
  }
  const deviations = squares.map((square, frame) => Math.sqrt(Math.max(square - means[frame]! ** 2, 1e-12)));
  const sharp = new Float64Array(frames);
  for (const [token, row] of rows.entries()) {
    for (let frame = 0; frame < frames; frame += 1) {
      sharp[frame] = (row[frame]! - means[frame]!) / deviations[frame]!;
    }
    subtractSmooth(cost, sharp, token * frames);
  }
}

const window = new Float64Array(MEDIAN_WIDTH);

/**
 * Takes the middle of the frames around each away from its cost. They stay sorted while they pass: sorted anew for each of a
 * million places they took a fifth of what listening takes.
 */
function subtractSmooth(cost: Float64Array, sharp: Float64Array, begin: number): void {
  const half = (MEDIAN_WIDTH - 1) / 2;
  const frames = sharp.length;
  const at = (frame: number) => sharp[Math.min(frames - 1, Math.max(0, frame))]!;
  for (let i = 0; i < MEDIAN_WIDTH; i += 1) window[i] = at(i - half);
  window.sort();
  for (let frame = 0; frame < frames; frame += 1) {
    cost[begin + frame]! -= window[half]!;
    const gone = at(frame - half);
    const come = at(frame + half + 1);
    let place = 0;
    while (place < MEDIAN_WIDTH - 1 && window[place] !== gone) place += 1;
    for (; place > 0 && window[place - 1]! > come; place -= 1) window[place] = window[place - 1]!;
    for (; place < MEDIAN_WIDTH - 1 && window[place + 1]! < come; place += 1) window[place] = window[place + 1]!;
    window[place] = come;
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
      total[here] = cost[(token - 1) * frames + frame - 1]! + Math.min(both, down, right);
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
