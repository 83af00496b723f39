/** A board of sixty rows with a picture each as PDF: from covers as large as the product keeps them to the bytes of the file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EMPTY_ROW, type StoryRow } from '@mixreel/contract';
import { fontPath } from '@mixreel/media';
import sharp from 'sharp';
import { buildSheet } from '../apps/server/src/features/story/paper/build-sheet.ts';
import { shrink } from '../apps/server/src/features/story/paper/gather-pictures.ts';
import { writePaper } from '../apps/server/src/features/story/paper/write-paper.ts';
import type { Bar } from './bar.ts';
import { measured } from './engine-meter.ts';

const ROWS = 60;
const MAX_S = 3;
const COVER = { width: 1280, height: 720 };

export async function measurePaper(): Promise<Bar[]> {
  const dir = mkdtempSync(join(tmpdir(), 'mixreel-bench-'));
  try {
    const covers = await Promise.all(Array.from({ length: ROWS }, (_, n) => drawCover(join(dir, `${n}.jpg`))));
    const rows = Array.from({ length: ROWS }, (_, n) => rowOf(n));
    const { result, cost } = await measured(async () => {
      const pictures = [];
      for (const path of covers) {
        const small = await shrink({ open: async () => ({ path, release: async () => {} }) }, path);
        pictures.push({ ...small, alt: '', note: '' });
      }
      const board = { board_name: '六十行', target_ms: 180_000, rows };
      const sheet = buildSheet({ board, project_name: '分镜', columns: null, pictures, date: new Date(0) });
      return writePaper({ sheet, format: 'pdf', fonts: { body: fontPath('hei'), bold: fontPath('hei-bold') } });
    });
    return [
      {
        name: `PDF of ${ROWS} rows with pictures`,
        figure: cost.cpuSeconds,
        unit: 'CPU-s',
        bar: MAX_S,
        better: 'lower',
      },
      { name: 'that file', figure: result.length / 1e6, unit: 'MB', bar: null, better: 'lower' },
    ];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Coarse noise, as many bytes as a photograph has. */
async function drawCover(path: string): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const coarse = { width: COVER.width / 4, height: COVER.height / 4, channels: 3, background: '#888', noise } as const;
  const drawn = await sharp({ create: coarse }).png().toBuffer();
  await sharp(drawn).resize(COVER).jpeg({ quality: 82 }).toFile(path);
  return path;
}

function rowOf(n: number): StoryRow {
  return {
    ...EMPTY_ROW,
    row_id: `row ${n}`,
    section: 'hook',
    picture: `第 ${n} 个画面，杯子放到桌上，镜头慢慢推近，窗外的光落在水面`,
    line: `第 ${n} 句台词，今天下单立减五十，错过再等一年`,
    caption: '立减五十',
    shot_size: 'close_up',
    duration_ms: 3000,
    scene: '厨房',
    reference: { material_id: 'm', start_ms: n * 1000, end_ms: null },
  };
}
