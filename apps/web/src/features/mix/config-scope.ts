import {
  type ConfigLayers,
  type ConfigOrigin,
  type MixConfig,
  originOf,
  planMixConfig,
  planShootingConfig,
  resolveConfig,
  type Script,
  type Shooting,
} from '@mixreel/contract';
import { createContext, useCallback, useContext, useMemo } from 'react';
import { useEditorState } from '#features/editor/editor-state.ts';
import { shootingOf } from './acts.ts';
import { useDesk, useMixState, useShooting } from './use-mix.ts';

/** What one shot can set for itself; the rest is the same in the whole video. */
const OF_SHOOTING: Partial<Record<keyof MixConfig, string[] | 'all'>> = {
  picture: ['fit', 'background'],
  caption: 'all',
  voice: 'all',
  duration: 'all',
  sound: ['own_volume'],
  filter: 'all',
  transition: 'all',
};

export type Group = keyof MixConfig;
export type Field<G extends Group> = keyof MixConfig[G] & string;

/** Whose settings are looked at: those of the selected shot, or of the whole mix. */
export type ConfigScope = {
  shooting_id: string | undefined;
  config: MixConfig;
  can_edit: boolean;
  /** Whether the shot can have its own. */
  isOwnable: (group: Group, field: string) => boolean;
  origin: (group: Group, field: string) => ConfigOrigin;
  /** Whether it is set here, and not inherited. */
  isOwn: (group: Group, field: string) => boolean;
  set: <G extends Group>(group: G, change: Partial<MixConfig[G]>) => void;
  restore: (group: Group, ...fields: string[]) => void;
};

const ScopeContext = createContext<ConfigScope | null>(null);
export const ScopeProvider = ScopeContext.Provider;

export function useScope(): ConfigScope {
  const scope = useContext(ScopeContext);
  if (!scope) throw new Error('Outside of the inspector');
  return scope;
}

/** The scope of the selection; with `is_whole` that of the mix, whatever is selected. */
export function useMakeScope(is_whole: boolean): ConfigScope {
  const desk = useDesk();
  const selected = useEditorState((state) => state.shooting_id);
  // Only its settings: every letter of its line would draw all fields again.
  const own = useMixState(({ mix }) => (is_whole ? undefined : shootingOf(mix, selected)?.config));
  const can_edit = useMixState((state) => state.can_edit);
  const project = useMixState(({ mix }) => mix.config);
  const template = useMixState(({ mix }) => mix.template_config);
  const shooting_id = own && selected !== null ? selected : undefined;

  const change = useCallback(
    (group: Group, fields: Record<string, unknown>) => {
      const isOwn = shooting_id !== undefined && Object.keys(fields).every((field) => isOwnable(group, field));
      const tag = [isOwn ? shooting_id : '', group, ...Object.keys(fields)].join(' ');
      const config = { [group]: fields };
      desk.act(isOwn ? planShootingConfig(desk.state, shooting_id, config) : planMixConfig(desk.state, config), {
        tag,
      });
    },
    [desk, shooting_id],
  );
  const restore = useCallback(
    (group: Group, ...fields: string[]) => change(group, Object.fromEntries(fields.map((field) => [field, null]))),
    [change],
  );
  return useMemo(() => {
    const layers: ConfigLayers = { template, project, ...(own && { shooting: own }) };
    const origin = (group: Group, field: string) => originOf(layers, group, field);
    return {
      shooting_id,
      config: resolveConfig(layers),
      can_edit,
      isOwnable,
      origin,
      isOwn: (group, field) => origin(group, field) === (own && isOwnable(group, field) ? 'shooting' : 'project'),
      set: change,
      restore,
    };
  }, [own, shooting_id, can_edit, project, template, change, restore]);
}

function isOwnable(group: Group, field: string): boolean {
  const fields = OF_SHOOTING[group];
  return fields === 'all' || fields?.includes(field) === true;
}

/** The shot whose settings are looked at, and the wording of it that is; undefined for the whole mix. */
export function useScopeShooting(): { shooting: Shooting | undefined; script: Script | undefined } {
  const { shooting_id } = useScope();
  const shooting = useShooting(shooting_id ?? null);
  const script_id = useEditorState((state) => state.script_ids[shooting_id ?? '']);
  const script = shooting?.scripts.find((one) => one.script_id === script_id) ?? shooting?.scripts[0];
  return { shooting, script };
}
