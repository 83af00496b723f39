import {
  planScript,
  planShootingConfig,
  RATIOS,
  resolveConfig,
  type Script,
  type shooting as calls,
  type ShootingOverrides,
  spokenSeconds,
  type TypedCaption,
} from '@mixreel/contract';
import type { z } from 'zod';
import type { Context } from '#context.ts';
import { cutLine, toTyped } from '#features/caption/cut-line.ts';
import { speak } from '#features/voice/speak.ts';
import { type MixDocument, readDocument } from './document.ts';
import { changeMix } from './edit-mix.ts';
import { type Heard, readHeard } from './narration.ts';

/** A caption that nobody speaks is shown for this long at least. */
const LEAST_S = 0.6;

/** The settings that hold for a shooting, and the screen its captions have to fit. */
export function screenOf({ mix }: Pick<MixDocument, 'mix'>, { config }: { config: ShootingOverrides }) {
  const resolved = resolveConfig({ template: mix.template_config, project: mix.config, shooting: config });
  const { ratio, platform } = resolved.picture;
  return { config: resolved, screen: { canvas: RATIOS[ratio], platform } };
}

/** Captions of lines by the id of their wording, timed by the voice: what was not spoken yet is spoken now. */
export async function captionLines(
  context: Context,
  document: MixDocument,
  isWanted: (script: Script) => boolean,
): Promise<Map<string, TypedCaption[]>> {
  const made = new Map<string, TypedCaption[]>();
  const heard = await readHeard(context, document);
  for (const row of document.shootings) {
    const { config, screen } = screenOf(document, row);
    for (const script of row.scripts.filter((one) => one.text.trim() && isWanted(one))) {
      const known = heard.get(script.script_id);
      const { words, seconds } = await hear(context, known);
      const { rule, fixed_ms } = config.duration;
      const silent = rule === 'fixed' ? fixed_ms / 1000 : Math.max(LEAST_S, spokenSeconds(script.text));
      const said = { text: script.text.trim(), seconds: seconds > 0 ? seconds : silent, words };
      const second = script.second_text;
      made.set(script.script_id, toTyped(cutLine({ ...said, second }, config.caption, screen)));
    }
  }
  return made;
}

async function hear(context: Context, known: Heard | undefined): Promise<Pick<Heard, 'words' | 'seconds'>> {
  if (!known) return { words: [], seconds: 0 };
  if (!known.request || !known.is_estimate) return known;
  const who = { space_id: context.space.space_id, user_uid: context.user.user_uid };
  const { words, duration } = await speak(context, who, known.request, context.signal);
  return { words, seconds: duration };
}

/** Captions that were made of texts as they were then, and the shooting that has to show them. */
export type PlannedCaptions = z.input<(typeof calls.planCaptions)['output']>;

/** Captions of all lines that are shown as such. */
export async function planAllCaptions(
  context: Context,
  mproject_id: string,
  isWanted: (script: Script) => boolean,
): Promise<PlannedCaptions> {
  const document = await readDocument(context.db, context.space.space_id, mproject_id, { hasWords: false });
  // Where captions come from the clips' own speech, or there are none, lines are not what is shown.
  const shootings = document.shootings.filter((row) => screenOf(document, row).config.caption.source === 'line');
  const lined = { ...document, shootings };
  return { captions: withTexts(lined, await captionLines(context, lined, isWanted)), shows: null };
}

export function withTexts({ shootings }: MixDocument, made: Map<string, TypedCaption[]>): PlannedCaptions['captions'] {
  return shootings.flatMap(({ scripts }) =>
    scripts.flatMap(({ script_id, text }) => {
      const captions = made.get(script_id);
      return captions ? [{ script_id, text, captions }] : [];
    }),
  );
}

/**
 * Keeps captions that were made. Making them took a while: a line that somebody changed meanwhile stays without, and so
 * does one that was deleted.
 */
export async function saveCaptions(
  context: Context,
  mproject_id: string,
  { captions, shows }: PlannedCaptions,
): Promise<void> {
  await changeMix(context, mproject_id, ({ state }) => [
    ...captions
      .filter(({ script_id, text }) => state['script']?.[script_id]?.['text'] === text)
      .flatMap((one) => planScript(state, one.script_id, { captions: one.captions })),
    ...(shows ? planShootingConfig(state, shows, { caption: { source: 'line' } }) : []),
  ]);
}
