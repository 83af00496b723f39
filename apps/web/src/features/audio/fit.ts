/** Faster than this, a voice sounds rushed; slower, it drags. */
export const RUSHED_RATE = 1.2;
const DRAGGING_RATE = 0.8;

const RATE_MIN = 0.5;
const RATE_MAX = 2;
const RATE_STEP = 0.05;

/** Later than this behind the end of the shot, a word is cut off. */
const LATE_S = 0.1;
/** Silence at the end of a shot that nobody minds: a quarter of it, and at least this. */
const SILENCE_S = 0.8;
const SILENCE_SHARE = 0.25;

/** How a spoken line sits in its shot; `seconds` is what is too much or too little. */
export type Fit = { state: 'fits' | 'long' | 'short'; seconds: number };

export function fitOf(spoken_s: number, shot_ms: number): Fit {
  const shot_s = shot_ms / 1000;
  const over = spoken_s - shot_s;
  if (over > LATE_S) return { state: 'long', seconds: over };
  if (-over > Math.max(SILENCE_S, shot_s * SILENCE_SHARE)) return { state: 'short', seconds: -over };
  return { state: 'fits', seconds: 0 };
}

export function fitText({ state, seconds }: Fit): string {
  if (state === 'fits') return '合适';
  return `${state === 'long' ? '偏长' : '偏短'} ${seconds.toFixed(1)} s`;
}

/** The rate at which a line that takes so long at `rate` fills its shot, and what a person should know about it. */
export function planRate({ rate, spoken_s, shot_ms }: { rate: number; spoken_s: number; shot_ms: number }): {
  rate: number;
  warning: string | null;
} {
  const wanted = (rate * spoken_s * 1000) / shot_ms;
  // Rounded up: a little too early is silence, a little too late is a word cut off.
  const stepped = Math.ceil(wanted / RATE_STEP - 1e-6) * RATE_STEP;
  const planned = Number(Math.min(RATE_MAX, Math.max(RATE_MIN, stepped)).toFixed(2));
  return { rate: planned, warning: warningOf(wanted, planned, shot_ms) };
}

function warningOf(wanted: number, planned: number, shot_ms: number): string | null {
  if (wanted > RATE_MAX + 1e-6) {
    const over = ((wanted / RATE_MAX - 1) * shot_ms) / 1000;
    return `调到最快仍会超出约 ${over.toFixed(1)} 秒，请删减文字`;
  }
  if (wanted < RATE_MIN - 1e-6) return '调到最慢也填不满这个镜头，可以加一点文字';
  if (planned > RUSHED_RATE) return `${planned} 倍听起来会赶，删几个字会更自然`;
  if (planned < DRAGGING_RATE) return `${planned} 倍听起来会拖，加几个字会更自然`;
  return null;
}
