import {
  applyTemplate,
  type MixProject,
  mixRecordOf,
  planMix,
  planNewClips,
  planNewShootings,
  planScript,
  planShootingConfig,
  planWholeConfig,
  type Shooting,
  type SlotId,
  type Template,
} from '@mixreel/contract';
import { newClipOf, newShootings } from '#features/mix/new-parts.ts';
import { call, type InputOf } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import type { MixDesk } from './desk.ts';

export type AddedClip = InputOf<'clip.plan'>['clips'][number];

/** New shootings of lines; gives their ids. */
export function addShootings(desk: MixDesk, lines: string[], position: number): string[] {
  const made = newShootings(lines);
  desk.act(planNewShootings(desk.state, made, position));
  return made.map(({ shooting_id }) => shooting_id);
}

/** Puts ranges of materials into a place. Which ranges these are exactly, and what can't be used, the server knows. */
export async function addClips(desk: MixDesk, slot_id: SlotId, position: number, clips: AddedClip[]): Promise<void> {
  if (!desk.use.getState().can_edit) return;
  desk.wait(slot_id, clips.length);
  try {
    const planned = await call('clip.plan', { mproject_id: desk.mix.mproject_id, clips });
    for (const notice of planned.notices) showToast('warning', notice);
    desk.learn(planned.clips);
    desk.finish(planNewClips(desk.state, slot_id, planned.clips.map(newClipOf), position));
  } catch {
    // The call has said why.
  } finally {
    desk.wait(slot_id, -clips.length);
  }
}

type AskedCaptions = Omit<InputOf<'shooting.planCaptions'>, 'mproject_id'>;

/** Captions that can be changed one by one, cut as the server cuts them. A line that was changed meanwhile stays as it is. */
export async function writeCaptions(desk: MixDesk, asked: AskedCaptions): Promise<void> {
  if (!desk.use.getState().can_edit) return;
  // They are made of the lines as they are saved.
  await desk.live.flush();
  const made = await call('shooting.planCaptions', { ...asked, mproject_id: desk.mix.mproject_id }).catch(() => null);
  if (!made) return;
  const { state } = desk;
  const { captions, shows } = made;
  desk.finish([
    ...captions
      .filter(({ script_id, text }) => state['script']?.[script_id]?.['text'] === text)
      .flatMap((one) => planScript(state, one.script_id, { captions: one.captions })),
    ...(shows ? planShootingConfig(state, shows, { caption: { source: 'line' } }) : []),
  ]);
}

/** A whole template lies below what the mix sets itself; a look of captions is set as if by hand. */
export function putTemplate(desk: MixDesk, template: Template): void {
  const { state } = desk;
  const { template_id, template_type } = template;
  const { config, template_name, template_config } = applyTemplate(mixRecordOf(state), template);
  desk.act(
    template_type === 'caption' ? planWholeConfig(state, config) : planMix(state, { template_name, template_config }),
  );
  const { mproject_id } = desk.mix;
  void call('template.use', { mproject_id, template_id }, { is_quiet: true }).catch(() => {});
}

/** By their ids: rows, tiles and fields ask for theirs whenever something changes. */
const byId = new WeakMap<readonly Shooting[], Map<string, Shooting>>();

export function shootingOf({ shootings }: Pick<MixProject, 'shootings'>, shooting_id: string | null) {
  if (shooting_id === null) return undefined;
  const found = byId.get(shootings) ?? new Map(shootings.map((one) => [one.shooting_id, one]));
  byId.set(shootings, found);
  return found.get(shooting_id);
}
