import { Refusal } from './foreign.ts';
import { readAll } from './readers.ts';

/** Reads one document from its input, says what is in it, and ends. */
const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
let answer: object;
try {
  answer = { document: await readAll(process.argv[2] ?? '', Buffer.concat(chunks)) };
} catch (error) {
  // Nested too deep for a stack, longer than a text can be: faults of the file, found by running into them.
  const isFault = error instanceof Refusal || error instanceof RangeError;
  answer = isFault
    ? { refusal: error instanceof Refusal ? error.message : '' }
    : { problem: error instanceof Error ? error.message : 'unknown' };
}
process.stdout.write(JSON.stringify(answer));
