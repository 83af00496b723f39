import type { BoxToolName } from '@mixreel/contract';
import { personBackground } from './background-tool.ts';
import type { RunTool } from './box-tool.ts';
import { colorMatch } from './colour-tool.ts';
import { fillerCut } from './filler-tool.ts';
import { compress, convert, gif, silenceCut, slowMotion, stabilize } from './film-tools.ts';
import { coverPick, denoise, frames, reframe, removeBackground, upscale } from './picture-tools.ts';
import { liveSlice } from './slice-tool.ts';
import { speechClean } from './sound-tools.ts';
import { subtitleBurn, subtitleExtract, subtitleTranslate } from './subtitle-tools.ts';

/** What each tool of the contract does. Its settings are read by the contract's own schema before. */
export const RUN_TOOLS: Record<BoxToolName, RunTool<never>> = {
  silence_cut: silenceCut,
  filler_cut: fillerCut,
  speech_clean: speechClean,
  subtitle_extract: subtitleExtract,
  subtitle_burn: subtitleBurn,
  subtitle_translate: subtitleTranslate,
  live_slice: liveSlice,
  reframe,
  stabilize,
  slow_motion: slowMotion,
  denoise_video: denoise,
  upscale,
  color_match: colorMatch,
  person_bg: personBackground,
  remove_bg: removeBackground,
  frames,
  cover_pick: coverPick,
  gif,
  compress,
  convert,
};

/** Those that leave a film's picture as it is, or write none. All others encode it anew. */
export const KEEPS_PICTURE: ReadonlySet<BoxToolName> = new Set([
  'speech_clean',
  'subtitle_extract',
  'subtitle_translate',
]);
