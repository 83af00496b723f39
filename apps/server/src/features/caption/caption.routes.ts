import { caption as calls, RATIOS } from '@mixreel/contract';
import { CAPTION_PRESETS, FILTERS, layoutCaption, layoutIntoRoom, safeRect } from '@mixreel/media';
import { readAllowedWords } from '#features/taboo/taboo.queries.ts';
import { implement } from '#http/route.ts';
import { analyzeCaption } from './analyze.ts';
import { captionOf, cutLine } from './cut-line.ts';
import { readFonts, sendFont } from './fonts.ts';
import { LOOK_SPRITE } from './look-sprite.ts';
import { sendLooks, signLooks } from './looks.ts';
import { toCaptionStyle, toWireLayout, toWireStyle } from './media-style.ts';
import { readPositions, savePositions } from './positions.ts';
import { layOutScene } from './scene.ts';

export const captionRoutes = implement(calls, {
  async fonts() {
    const presets = CAPTION_PRESETS.map(({ key, name, group, style }) => ({
      preset_key: key,
      preset_name: name,
      group,
      style: toWireStyle(style),
    }));
    return { fonts: await readFonts(), presets };
  },

  async analyze(input, { db, space }) {
    return analyzeCaption(input, await readAllowedWords(db, space.space_id));
  },

  async layout({ ratio, platform, captions, beside }) {
    const canvas = RATIOS[ratio];
    const screen = { canvas, platform };
    const layouts = captions.map(({ text, is_line, start_seconds, end_seconds, room, ...config }) => {
      if (room) return layoutIntoRoom(text, toCaptionStyle(config.style), room);
      const settings = { source: 'line' as const, ...config };
      const line = { text, seconds: end_seconds - start_seconds, words: [] };
      const [first] = is_line ? cutLine(line, settings, screen) : [];
      const cue = { text: first?.text ?? text, startSeconds: start_seconds, endSeconds: end_seconds, words: [] };
      return layoutCaption(captionOf(cue, settings, end_seconds), canvas, platform);
    });
    const safe = safeRect(canvas, platform);
    if (!beside) return { layouts: layouts.map(toWireLayout), title: null, pictures: [], safe };
    const title = beside.title && { ...beside.title, seconds: Infinity };
    const scene = layOutScene({ ...screen, captions: layouts, title, logo: beside.logo, mark: null });
    return {
      layouts: scene.captions.map(toWireLayout),
      title: scene.title && toWireLayout({ ...scene.title, endSeconds: 1 }),
      pictures: scene.pictures.map(({ bounds }) => bounds),
      safe,
    };
  },

  font: sendFont,

  async filters({ mproject_id, video_clip_id }, context) {
    const url = await signLooks(context, mproject_id, video_clip_id);
    const filters = FILTERS.map(({ key, name, group, defaultStrength }, n) => ({
      filter_key: key,
      filter_name: name,
      group,
      default_strength: defaultStrength,
      // The first is the picture without a filter.
      sprite_index: n + 1,
    }));
    return { filters, sprite: { url, ...LOOK_SPRITE } };
  },

  looks: sendLooks,

  async positions({ mproject_id }, { db, space }) {
    return { positions: await readPositions(db, { space_id: space.space_id, mproject_id }) };
  },

  async savePositions({ mproject_id, items }, { db, space }) {
    return { positions: await savePositions(db, { space_id: space.space_id, mproject_id }, items) };
  },
});
