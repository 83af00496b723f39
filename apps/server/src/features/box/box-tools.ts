import type { BoxToolName } from '@mixreel/contract';
import type { RunTool } from './box-tool.ts';
import { compress, convert, denoiseVideo, gif, silenceCut, slowMotion, stabilize } from './film-tools.ts';
import { frames, reframe, removeBackground, upscale } from './picture-tools.ts';
import { speechClean, subtitleExtract } from './sound-tools.ts';

/** What each tool of the contract does. Its settings are read by the contract's own schema before. */
export const RUN_TOOLS: Record<BoxToolName, RunTool<never>> = {
  silence_cut: silenceCut,
  speech_clean: speechClean,
  subtitle_extract: subtitleExtract,
  reframe,
  stabilize,
  slow_motion: slowMotion,
  denoise_video: denoiseVideo,
  upscale,
  remove_bg: removeBackground,
  frames,
  gif,
  compress,
  convert,
};
