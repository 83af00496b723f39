import { randomFillSync } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_LENGTH = 10;
const RANDOM_LENGTH = 16;
/** Random bytes are drawn in bulk: one draw per id costs more than the rest of it. */
const drawn = Buffer.alloc(RANDOM_LENGTH * 500);
let used = drawn.length;
let lastTime = 0;
let timeText = '';
const random = new Uint8Array(RANDOM_LENGTH);

/**
 * A new id: 26 characters that sort by time. Within one millisecond the number before is counted up instead of drawn
 * anew, so that rows written one after another by one process keep their order.
 */
export function newId(): string {
  const time = Date.now();
  if (time > lastTime) {
    lastTime = time;
    timeText = writeTime(time);
    draw();
  } else countUp();

  let text = timeText;
  for (const digit of random) text += ALPHABET[digit];
  return text;
}

function writeTime(time: number): string {
  let text = '';
  for (let rest = time, n = 0; n < TIME_LENGTH; n += 1, rest = Math.floor(rest / 32)) text = ALPHABET[rest % 32] + text;
  return text;
}

function draw(): void {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  for (let n = 0; n < RANDOM_LENGTH; n += 1) random[n] = (drawn[used + n] ?? 0) & 31;
  // The first bit stays free, so that counting up never runs out of digits.
  random[0] = (random[0] ?? 0) & 15;
  used += RANDOM_LENGTH;
}

function countUp(): void {
  let n = RANDOM_LENGTH - 1;
  while (random[n] === 31) random[n--] = 0;
  random[n] = (random[n] ?? 0) + 1;
}
