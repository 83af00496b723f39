import { array, assert, asyncProperty, integer, record } from 'fast-check';
import { Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { MARKS, type Vocabulary } from '#hearing/tokens.ts';
import { writeDown } from '#hearing/write-down.ts';
import { openWriter } from '#hearing/writer.ts';

const WORDS = 51_865;
const HEAD = 64;
const VOCABULARY: Vocabulary = {
  bytes: [],
  ids: new Map(),
  languages: new Map(),
  suppressed: [],
  suppressedAtStart: [],
  figures: new Set(),
  figureSigns: new Set(),
  alignmentHeads: [[0, 0]],
};
const START = [MARKS.start, MARKS.plain];

/** What a made-up model writes next: it goes by the sound and by all that it wrote before, and repeats itself where it is lost. */
function nextWord(sound: number, before: number[]): number {
  if (sound < 0) return before.length < 3 ? 7 : 9;
  const mixed = before.reduce((sum, token, i) => (sum * 31 + token + i) % 9973, sound);
  return mixed % 11 === 0 && before.length > 4 ? MARKS.end : mixed;
}

/** Remembers the tokens themselves as its keys, and looks at the number of the window's sound. */
const MODEL = {
  inputNames: ['tokens', 'past.0.key', 'heard.0.key'],
  async run({ tokens, 'past.0.key': past, 'heard.0.key': heard }: Record<string, Tensor>) {
    const [windows = 0, fresh = 0] = tokens!.dims;
    const before = past!.dims[2]!;
    const kept = new Float32Array(windows * (before + fresh) * HEAD);
    const chances = new Float32Array(windows * WORDS);
    for (let window = 0; window < windows; window += 1) {
      const own = kept.subarray(window * (before + fresh) * HEAD, (window + 1) * (before + fresh) * HEAD);
      own.set((past!.data as Float32Array).subarray(window * before * HEAD, (window + 1) * before * HEAD));
      for (let i = 0; i < fresh; i += 1) own[(before + i) * HEAD] = Number(tokens!.data[window * fresh + i]);
      const said = own.filter((_, i) => i % HEAD === 0);
      const sound = heard!.data[window] as number;
      chances[window * WORDS + nextWord(sound, [...said])] = 20;
      // Second best, for who may not say it again.
      chances[window * WORDS + ((said.length * 13) % 5000)]! += 10;
    }
    return {
      chances: new Tensor('float32', chances, [windows, WORDS]),
      'kept.0.key': new Tensor('float32', kept, [windows, 1, before + fresh, HEAD]),
      'looks.0': new Tensor('float32', Float32Array.from(heard!.data as Float32Array), [windows, 1, 1]),
    };
  },
};

async function write(sounds: number[], seconds: number[]) {
  const tensor = new Tensor('float32', Float32Array.from(sounds), [sounds.length, 1, 1, 1]);
  const heard = { windows: sounds.length, tensors: { 'heard.0.key': tensor } };
  return writeDown(openWriter(MODEL, HEAD), heard, seconds, { vocabulary: VOCABULARY, start: START });
}

const window = record({ sound: integer({ min: -1, max: 500 }), seconds: integer({ min: 1, max: 3 }) });

test('windows written at a time say what each says by itself, whichever ends first and whoever is lost', async () => {
  await assert(
    asyncProperty(array(window, { minLength: 2, maxLength: 4 }), async (windows) => {
      const sounds = windows.map(({ sound }) => sound);
      const seconds = windows.map((each) => each.seconds);
      const together = await write(sounds, seconds);
      for (const [i, sound] of sounds.entries()) {
        const [alone] = await write([sound], [seconds[i]!]);
        expect(together[i]).toEqual(alone);
        expect(alone!.heads[0]!.every(([looked]) => looked === sound)).toBe(true);
      }
    }),
    { numRuns: 40 },
  );
});

test('who says the same again and again is asked anew, with less freedom', async () => {
  const [first, lost, last] = await write([4, -1, 40], [3, 3, 3]);
  const rows = lost!.tokens.slice(4).map((_, i) => lost!.tokens.slice(i, i + 5).join());
  expect([lost!.tokens.length > 12, new Set(rows).size]).toEqual([true, rows.length]);
  expect([first!.tokens.at(0), last!.tokens.at(0)]).toEqual([nextWord(4, START), nextWord(40, START)]);
});
