import { RATIOS, resolveConfig, type Script, type ShootingOverrides, type TypedCaption } from '@mixreel/contract';
import type { Context } from '#context.ts';
import { eq, sql } from '#db/orm.ts';
import { cutLine, toTyped } from '#features/caption/cut-line.ts';
import { speak } from '#features/voice/speak.ts';
import type { MixDocument, ShootingRow } from './document.ts';
import { editMix } from './edit-mix.ts';
import { shooting } from './mix.tables.ts';
import { estimateSeconds, type Heard, readHeard } from './narration.ts';

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
      const silent = rule === 'fixed' ? fixed_ms / 1000 : estimateSeconds(script.text, 1);
      const said = { text: script.text.trim(), seconds: seconds > 0 ? seconds : silent, words };
      made.set(script.script_id, toTyped(cutLine(said, config.caption, screen)));
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

/**
 * Keeps captions that were made. Making them took a while: a line that somebody changed meanwhile stays without, and so
 * does one that was deleted.
 */
export async function saveCaptions(
  context: Context,
  { mix, shootings }: Pick<MixDocument, 'mix' | 'shootings'>,
  made: Map<string, TypedCaption[]>,
  config: ShootingOverrides = {},
): Promise<void> {
  await editMix(context, mix.mproject_id, 'shootings', async (tx) => {
    for (const before of shootings.filter(({ scripts }) => scripts.some(({ script_id }) => made.has(script_id)))) {
      const [row] = await tx.select().from(shooting).where(eq(shooting.shooting_id, before.shooting_id));
      if (!row) continue;
      await tx
        .update(shooting)
        .set({
          scripts: row.scripts.map((script) => withCaptions(script, before, made)),
          config: { ...row.config, ...(config.caption && { caption: { ...row.config.caption, ...config.caption } }) },
          revision: sql`${shooting.revision} + 1`,
        })
        .where(eq(shooting.shooting_id, row.shooting_id));
    }
  });
}

function withCaptions(script: Script, before: ShootingRow, made: Map<string, TypedCaption[]>): Script {
  const captions = made.get(script.script_id);
  const old = before.scripts.find(({ script_id }) => script_id === script.script_id);
  return captions && old?.text === script.text ? { ...script, captions } : script;
}
