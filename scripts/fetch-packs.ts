// Fetches the weights and sounds that the tests use, unless they are there already. `npm test` runs it.
import { llamaFolder, openShelf, PACKS, packsDir, type PackName } from '@mixreel/ai';
import { locateFfmpeg } from '@mixreel/media';
import { installLlama } from './install-llama.ts';

const WANTED: PackName[] = [
  'kokoro',
  'whisper-base',
  'silero-vad',
  'bge-small-zh',
  'vision-text',
  'vision-faces',
  'vision-objects',
  'vision-persons',
  'vision-scenes',
  'cut-out',
  'fill-in',
  'face-swap',
  'music-chillhop',
];
const dir = packsDir(process.env);
const shelf = openShelf({ dir, registry: process.env['npm_config_registry'] ?? '' });
const sizes = new Map(PACKS.map(({ pack, bytes }) => [pack, bytes]));

for (const pack of WANTED) {
  const found = shelf.list().find((state) => state.pack === pack);
  if (found?.state === 'ready') continue;
  let told = -1;
  const forget = shelf.onChange((state) => {
    const tenth = Math.floor(state.progress * 10);
    if (state.pack !== pack || tenth === told) return;
    told = tenth;
    console.log(`  ${pack} ${tenth * 10}% of ${Math.round((sizes.get(pack) ?? 0) / 1e6)} MB`);
  });
  await shelf.fetch(pack);
  forget();
}

// Tests write a language model of their own, and run it as any other.
await installLlama(llamaFolder(dir));

// What is known of ffmpeg is kept; here, before many processes ask at once.
await locateFfmpeg();
