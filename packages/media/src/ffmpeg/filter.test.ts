import { expect, test } from 'vitest';
import { chain, decimal, filter } from '#ffmpeg/filter.ts';
import { runProgram } from '#ffmpeg/run.ts';
import { tools } from '#testing/footage.ts';

test('filters and chains are written as ffmpeg reads them', () => {
  expect(filter('scale', { w: 1080, h: 1920 })).toBe('scale=w=1080:h=1920');
  expect(filter('hflip')).toBe('hflip');
  expect(chain(['0:v', '1:v'], ['overlay', 'hflip'], 'out')).toBe('[0:v][1:v]overlay,hflip[out]');
  expect(decimal(1e-7)).toBe('0');
  expect(decimal(1 / 3)).toBe('0.333333');
});

test('a value reaches the filter unchanged, whatever it holds', async () => {
  const nasty = `it's 5:30, [a];b \\ 半价`;
  const graph = [
    filter('metadata', { mode: 'add', key: 'k', value: nasty }),
    filter('metadata', { mode: 'print', file: '-' }),
  ].join(',');
  const blank = 'color=size=16x16:duration=0.04';
  const args = ['-v', 'error', '-f', 'lavfi', '-i', blank, '-vf', graph, '-f', 'null', '-'];

  const { stdout } = await runProgram(tools.ffmpegPath, args);
  expect(stdout).toContain(`k=${nasty}`);
});
