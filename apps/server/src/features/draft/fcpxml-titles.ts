import type { Timeline, TimelineCaption } from '@mixreel/contract';
import { FONTS } from '@mixreel/media';
import { at, element, escapeXml } from './fcpxml-element.ts';
import { intoLanes } from './lay-out.ts';

const EFFECT_ID = 'title';
/** Where Basic Title keeps the place of its words. */
const POSITION_KEY = '9999/999166631/999166633/1/100/101';
/** Comes with the systems that run Final Cut; others put theirs in its place. */
const FONT = 'PingFang SC';
const BOLD_WEIGHT = 700;
/** Our sizes are those of a canvas whose shorter side is this. */
const SIZED_FOR = 1080;

/** The title of Final Cut that is nothing but words; Resolve knows it too. */
export const TITLE_EFFECT = element('effect', {
  id: EFFECT_ID,
  name: 'Basic Title',
  uid: '.../Titles.localized/Bumper:Opener.localized/Basic Title.localized/Basic Title.moti',
});

/**
 * The captions and titles that begin between two frames, as titles on lanes above the clip that plays there, whose own
 * time at `from` is `start`. The notice of AI is a picture, and not among them.
 */
export function titlesWithin(
  timeline: Timeline,
  { from, to, start, lane }: { from: number; to: number; start: number; lane: number },
): string[] {
  const { fps, frames } = timeline;
  const shown = timeline.captions.flatMap((caption, n) => {
    const begins = Math.round(caption.start * fps);
    const ends = Math.min(frames, Math.round(caption.end * fps));
    const isShown = caption.kind !== 'ai_mark' && caption.text.trim() !== '' && ends > begins;
    return isShown ? [{ caption, id: `ts${n + 1}`, start: begins, end: ends }] : [];
  });
  return intoLanes(shown).flatMap((row, i) =>
    row
      .filter((one) => one.start >= from && one.start < to)
      .map(({ caption, id, start: begins, end }) =>
        element(
          'title',
          {
            ref: EFFECT_ID,
            lane: lane + i,
            offset: at(start + begins - from, fps),
            name: caption.text.replaceAll(/\s+/g, ' ').slice(0, 40),
            start: '0s',
            duration: at(end - begins, fps),
            role: caption.kind === 'title' ? '标题' : '字幕',
          },
          wordsOf(caption, id, timeline),
        ),
      ),
  );
}

function wordsOf({ text, x, y, style }: TimelineCaption, id: string, { width, height }: Timeline): string[] {
  const scale = Math.min(width, height) / SIZED_FOR;
  const [outline] = style.outlines.filter((one) => one.width > 0);
  const isBold = style.is_bold || (FONTS.find((font) => font.id === style.font_id)?.weight ?? 0) >= BOLD_WEIGHT;
  // As a reference: a line break as such would be indented with the rest.
  const words = text.split('\n').map(escapeXml).join('&#10;');
  const place = `${Math.round((x - 0.5) * width)} ${Math.round((0.5 - y) * height)}`;
  return [
    element('param', { name: 'Position', key: POSITION_KEY, value: place }),
    element('text', {}, [`<text-style ref="${id}">${words}</text-style>`]),
    element('text-style-def', { id }, [
      element('text-style', {
        font: FONT,
        fontSize: Math.round(style.size * scale),
        fontColor: colourOf(style.colour),
        bold: isBold ? 1 : undefined,
        strokeColor: outline && colourOf(outline.colour),
        // Inside the letters it would eat them: a negative width is drawn around.
        strokeWidth: outline && -Math.round(outline.width * scale * 10) / 10,
        shadowColor: style.shadow ? colourOf(style.shadow.colour) : undefined,
        alignment: 'center',
      }),
    ]),
  ];
}

/** Red, green, blue and opacity from 0 to 1. */
function colourOf(colour: string): string {
  const parts = [1, 3, 5, 7].map((from) => Number.parseInt(colour.slice(from, from + 2) || 'ff', 16) / 255);
  return parts.map((part) => String(Math.round(part * 1000) / 1000)).join(' ');
}
