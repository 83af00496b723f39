import { expect, test } from 'vitest';
import { layoutCaption } from '#captions/layout.ts';
import { prepareCaptions } from '#captions/prepare.ts';
import { findPreset } from '#captions/presets.ts';
import type { Rect } from '#captions/safe-zones.ts';
import { probe } from '#ffmpeg/probe.ts';
import { AIGC_KEY, aigcLabel, aigcText, readAigc } from '#labels/aigc.ts';
import { DEFAULT_AI_MARK, layoutAiMark } from '#labels/mark.ts';
import { buildLook, lookLut } from '#looks/look.ts';
import { applyLut } from '#looks/lut.ts';
import { planCandidates } from '#plan/candidates.ts';
import type { MixPlan } from '#plan/mix.ts';
import { plainShot } from '#render/shot.ts';
import type { Cut } from '#render/variant.ts';
import { renderTo, sourceOf, testEngine } from '#testing/engine.ts';
import { footage, tools } from '#testing/footage.ts';
import { frames, pixel } from '#testing/inspect.ts';

const CANVAS = { width: 270, height: 480, fps: 10 };
const GREYS = [0x404040, 0x606060, 0x808080, 0xa0a0a0];
const LOOK = { filter: 'sunset', strength: 100 };
const SHOT_SECONDS = 1.5;

test('a planned video comes out with its look, its captions, its AI mark and its label', async () => {
  const plan: MixPlan = {
    maxSharePercent: 60,
    shootings: [0, 1].map((shot) => ({
      id: `s${shot}`,
      duration: { rule: 'fixed', seconds: SHOT_SECONDS },
      clips: [0, 1].map((clip) => ({
        id: `${shot * 2 + clip}`,
        content: `${shot * 2 + clip}`,
        startSeconds: 0,
        endSeconds: 2,
      })),
    })),
  };
  const [candidate] = planCandidates(plan, { count: 2 });
  const label = aigcLabel({ producer: '测试', contentId: candidate!.signature });
  const look = buildLook(LOOK);

  const captions = candidate!.picks.map((_, i) =>
    layoutCaption(
      {
        text: ['这款保温杯只要199元', '买二送一'][i]!,
        style: { ...findPreset('bar-white')!.style, box: undefined, colour: '#FFFFFF' },
        position: { kind: 'preset', preset: 'lower' },
        startSeconds: 0,
        endSeconds: SHOT_SECONDS,
      },
      CANVAS,
      'douyin',
    ),
  );
  const cuts = await Promise.all(
    candidate!.picks.map(async ({ clipId }, i): Promise<Cut> => {
      const mark = layoutAiMark(DEFAULT_AI_MARK, CANVAS, { fromSeconds: i * SHOT_SECONDS, seconds: SHOT_SECONDS });
      const shot = plainShot({
        source: await sourceOf(await plainFootage(GREYS[Number(clipId)]!)),
        startSeconds: 0,
        frames: SHOT_SECONDS * CANVAS.fps,
        look,
        captions: await prepareCaptions([captions[i]!, ...(mark ? [mark] : [])]),
      });
      return { shot, transition: null };
    }),
  );
  const path = await renderTo(testEngine(), {
    canvas: CANVAS,
    quality: 'high',
    cuts,
    sound: null,
    tags: { [AIGC_KEY]: aigcText(label) },
  });

  expect(readAigc((await probe(tools, path)).tags[AIGC_KEY]!)).toEqual(label);
  const pictures = await frames(path, CANVAS);
  expect(pictures).toHaveLength(30);
  for (const [i, { clipId }] of candidate!.picks.entries()) {
    const grey = GREYS[Number(clipId)]! & 255;
    const expected = applyLut(lookLut(LOOK)!, Uint8Array.of(grey, grey, grey));
    const found = pixel(pictures[i * 15 + 5]!, CANVAS.width, 20, 250);
    for (const [channel, value] of found.entries()) expect(Math.abs(value - expected[channel]!)).toBeLessThanOrEqual(6);
    expect(brightIn(pictures[i * 15 + 5]!, captions[i]!.lines[0]!.ink)).toBeGreaterThan(50);
  }
  // The mark lasts 2.5 seconds, so it runs on into the second shot and is gone before its end.
  const { ink } = layoutAiMark(DEFAULT_AI_MARK, CANVAS)!.lines[0]!;
  expect([0, 14, 20, 28].map((frame) => brightIn(pictures[frame]!, ink) > 20)).toEqual([true, true, true, false]);
});

async function plainFootage(colour: number): Promise<string> {
  const hex = colour.toString(16).padStart(6, '0');
  return footage('mp4', [
    ['-f', 'lavfi', '-i', `color=0x${hex}:size=90x160:rate=10:duration=2`],
    ['-c:v', 'libx264', '-crf', 4, '-pix_fmt', 'yuv420p'],
  ]);
}

/** How many pixels of an area are nearly white. */
function brightIn(picture: Buffer, { x, y, width, height }: Rect): number {
  let count = 0;
  for (let row = Math.floor(y); row < y + height; row++) {
    for (let column = Math.floor(x); column < x + width; column++) {
      if (Math.min(...pixel(picture, CANVAS.width, column, row)) > 225) count++;
    }
  }
  return count;
}
