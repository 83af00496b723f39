import type { MixProject, Shooting } from '@mixreel/contract';
import { shootingOf } from '../document/acts.ts';
import { useMixState } from '../document/use-mix.ts';
import { useEditorState } from '../editor-state.ts';
import { configOf, lineLength, type LineLength, neededSeconds } from './fit.ts';

/** How long the chosen line of a shot is, and how long the shot has to be for it. */
export type RowFigures = LineLength & { needed: number };

type Asked = Pick<MixProject, 'config' | 'template_config'> & { script_id: string };

/** The last ones of each shot: several parts of a row ask for them whenever something changes anywhere. */
const last = new WeakMap<Shooting, { asked: Asked; figures: RowFigures }>();

function figuresOf(mix: MixProject, shooting: Shooting, chosen: string | undefined): RowFigures {
  const script_id = (shooting.scripts.find((one) => one.script_id === chosen) ?? shooting.scripts[0])?.script_id ?? '';
  const { config, template_config } = mix;
  const known = last.get(shooting);
  if (
    known?.asked.script_id === script_id &&
    known.asked.config === config &&
    known.asked.template_config === template_config
  ) {
    return known.figures;
  }
  const settings = configOf(mix, shooting);
  const line = lineLength(shooting, script_id, settings);
  const figures = { ...line, needed: neededSeconds(settings, line) };
  last.set(shooting, { asked: { config, template_config, script_id }, figures });
  return figures;
}

/** Something of them: whoever shows it is drawn again when that changes, not with every letter or setting. */
export function useRowFigures<T extends string | number | boolean | null>(
  shooting_id: string | null,
  pick: (figures: RowFigures, shooting: Shooting) => T,
): T | null {
  const chosen = useEditorState((state) => state.script_ids[shooting_id ?? '']);
  return useMixState(({ mix }) => {
    const shooting = shootingOf(mix, shooting_id);
    return shooting ? pick(figuresOf(mix, shooting, chosen), shooting) : null;
  });
}
