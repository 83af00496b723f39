import { FOOTER_SLOT, HEADER_SLOT } from '#plan/mix.ts';
import type { MixPlan, PlanClip, PlanMusic, PlanShooting } from '#plan/mix.ts';
import { buildSpace } from '#plan/space.ts';
import type { Slot } from '#plan/space.ts';

/** Something of which a mix could have one more. */
export type Step = {
  kind: 'clip' | 'wording' | 'voice' | 'music';
  /** The place it is done to; empty for the whole video, or for every place. */
  slotId: string;
  name: string;
  /** How many there are; of every place the fewest. */
  has: number;
};

/** Voices and pieces of music that fit a mix and are not used in it. */
export type Spare = { voices: number; music: PlanMusic[] };

/** Marks what nobody has made yet. */
const NEXT = '\u0000next';

/** As many more of one thing as are looked at: past that a person has to think about another mix. */
const MOST_CLIPS = 3;
const MOST_WORDINGS = 2;

export type Possible = Step & { most: number; isPinned: boolean };

/** Everything of which there can be one more, and how many more. */
export function stepsOf(plan: MixPlan, spare: Spare): Possible[] {
  const { slots } = buildSpace(plan);
  const { voices = [], music = [] } = plan;
  const spoken = slots.filter(({ scripts }) => scripts.some(({ text = '' }) => text !== ''));
  const isHeard = spoken.some(({ scripts }) => scripts.some(({ spokenSeconds = 0 }) => spokenSeconds > 0));
  const filmed = slots.filter(({ isPinned }) => !isPinned);
  const whole = { slotId: '', name: '', isPinned: false };
  const steps: (Possible | false)[] = [
    isHeard && voices.length > 0 && { ...whole, kind: 'voice', has: voices.length, most: spare.voices },
    music.length > 0 && { ...whole, kind: 'music', has: music.length, most: spare.music.length },
    ...spoken.map(({ id, name, scripts }): Possible => {
      return { kind: 'wording', slotId: id, name, has: scripts.length, isPinned: false, most: MOST_WORDINGS };
    }),
    spoken.length > 1 && {
      ...whole,
      kind: 'wording',
      most: MOST_WORDINGS,
      has: Math.min(...spoken.map(({ scripts }) => scripts.length)),
    },
    ...slots.map(({ id, name, poolSize, isPinned }): Possible => {
      return { kind: 'clip', slotId: id, name, has: poolSize, isPinned, most: MOST_CLIPS };
    }),
    filmed.length > 1 && {
      ...whole,
      kind: 'clip',
      most: MOST_CLIPS,
      has: Math.min(...filmed.map(({ poolSize }) => poolSize)),
    },
  ];
  return steps.filter((step) => step !== false && step.most > 0) as Possible[];
}

/** The mix with so many more of it, all of which have nothing in common with what there is. */
export function withMore(plan: MixPlan, { kind, slotId }: Pick<Step, 'kind' | 'slotId'>, steps: number, spare: Spare) {
  const ids = Array.from({ length: steps }, (_, n) => `${NEXT}${n}`);
  const isMeant = (id: string) => slotId === '' || slotId === id;
  const grown: Record<Step['kind'], () => MixPlan> = {
    voice: () => ({ ...plan, voices: [...(plan.voices ?? []), ...ids.map((id) => ({ id }))] }),
    music: () => ({ ...plan, music: [...(plan.music ?? []), ...spare.music.slice(0, steps)] }),
    wording: () => ({
      ...plan,
      shootings: plan.shootings.map((one) => (isMeant(one.id) ? ids.reduce(withWording, one) : one)),
    }),
    clip: () => ({
      ...plan,
      ...(plan.header?.length && isMeant(HEADER_SLOT) && { header: withClips(HEADER_SLOT, plan.header, ids) }),
      ...(plan.footer?.length && isMeant(FOOTER_SLOT) && { footer: withClips(FOOTER_SLOT, plan.footer, ids) }),
      shootings: plan.shootings.map((one) =>
        isMeant(one.id) ? { ...one, clips: withClips(one.id, one.clips, ids) } : one,
      ),
    }),
  };
  return grown[kind]();
}

/** With a wording as long as the first one, of signs that stand in no other. */
function withWording(shooting: PlanShooting, next: string, n: number): PlanShooting {
  const [model] = shooting.scripts ?? [];
  if (!model?.text) return shooting;
  const id = `${next} ${shooting.id}`;
  return { ...shooting, scripts: [...shooting.scripts!, { ...model, id, text: signsOf(id, model.text.length, n) }] };
}

/** So many signs that people do not write, others for another name. */
function signsOf(name: string, count: number, n: number): string {
  let at = Array.from(name).reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)!) % 50_000, n);
  return Array.from({ length: count }, () => String.fromCodePoint(0xf0000 + (at = (at + 1) % 60_000))).join('');
}

function withClips(slotId: string, clips: PlanClip[], ids: string[]): PlanClip[] {
  const model = clips[0] ?? { startSeconds: 0, endSeconds: 3 };
  return [...clips, ...ids.map((next) => ({ ...model, id: `${next} ${slotId}`, content: `${next} ${slotId}` }))];
}

/** Mean seconds that a place is seen. */
export function meanSeconds({ choices }: Slot): number {
  return choices.reduce((sum, choice) => sum + choice.typical.seconds, 0) / Math.max(1, choices.length);
}
