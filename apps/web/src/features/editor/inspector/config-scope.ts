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
import { createContext, useContext, useMemo } from 'react';
import { useShallow } from 'zustand/shallow';
import { shootingOf } from '../document/acts.ts';
import { useDesk, useMixState, useShooting } from '../document/use-mix.ts';
import { useEditorState } from '../editor-state.ts';

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

/** Settings of the selected shot, or of the whole mix. */
export type ConfigScope<G extends Group> = {
  shooting_id: string | undefined;
  config: Pick<MixConfig, G>;
  can_edit: boolean;
  /** Whether the shot can have its own. */
  isOwnable: (group: G, field: string) => boolean;
  origin: (group: G, field: string) => ConfigOrigin;
  /** Whether it is set here, and not inherited. */
  isOwn: (group: G, field: string) => boolean;
  set: <S extends G>(group: S, change: Partial<MixConfig[S]>) => void;
  restore: (group: G, ...fields: string[]) => void;
};

/** The shot whose settings are looked at; undefined: the whole mix. */
const ScopeContext = createContext<string | undefined>(undefined);
export const ScopeProvider = ScopeContext.Provider;

/** The shot that is selected; with `is_whole` none, whatever is selected. */
export function useSelectedShot(is_whole: boolean): string | undefined {
  const selected = useEditorState((state) => state.shooting_id);
  const isThere = useMixState(({ mix }) => !is_whole && shootingOf(mix, selected) !== undefined);
  return isThere && selected !== null ? selected : undefined;
}

/** Of the groups that are named: whoever shows them is drawn again when one of these changes, and for nothing else. */
export function useScope<G extends Group = never>(...groups: G[]): ConfigScope<G> {
  const desk = useDesk();
  const shooting_id = useContext(ScopeContext);
  const can_edit = useMixState((state) => state.can_edit);
  const found = useMixState(
    useShallow(({ mix }) => {
      const own = shooting_id === undefined ? undefined : shootingOf(mix, shooting_id)?.config;
      return groups.flatMap((group) => [mix.template_config, mix.config, own].map((layer) => groupOf(layer, group)));
    }),
  );
  const names = groups.join(' ');
  return useMemo(() => {
    const named = names.split(' ') as G[];
    const layerOf = (at: number) => Object.fromEntries(named.map((group, n) => [group, found[3 * n + at]]));
    const layers: ConfigLayers = {
      template: layerOf(0),
      project: layerOf(1),
      ...(shooting_id !== undefined && { shooting: layerOf(2) }),
    };
    const origin = (group: G, field: string) => originOf(layers, group, field);
    const change = (group: G, fields: Record<string, unknown>) => {
      const isOwn = shooting_id !== undefined && Object.keys(fields).every((field) => isOwnable(group, field));
      const tag = [isOwn ? shooting_id : '', group, ...Object.keys(fields)].join(' ');
      const config = { [group]: fields };
      desk.act(isOwn ? planShootingConfig(desk.state, shooting_id, config) : planMixConfig(desk.state, config), {
        tag,
      });
    };
    return {
      shooting_id,
      config: resolveConfig(layers),
      can_edit,
      isOwnable,
      origin,
      isOwn: (group, field) =>
        origin(group, field) === (shooting_id !== undefined && isOwnable(group, field) ? 'shooting' : 'project'),
      set: change,
      restore: (group, ...fields) => change(group, Object.fromEntries(fields.map((field) => [field, null]))),
    };
  }, [desk, shooting_id, can_edit, found, names]);
}

type Layer = Partial<Record<Group, object>> | null | undefined;

function groupOf(layer: Layer, group: Group): object | undefined {
  return layer?.[group];
}

function isOwnable(group: Group, field: string): boolean {
  const fields = OF_SHOOTING[group];
  return fields === 'all' || fields?.includes(field) === true;
}

/** The shot whose settings are looked at, and the wording of it that is; undefined for the whole mix. */
export function useScopeShooting(): { shooting: Shooting | undefined; script: Script | undefined } {
  const shooting_id = useContext(ScopeContext);
  const shooting = useShooting(shooting_id ?? null);
  const script_id = useEditorState((state) => state.script_ids[shooting_id ?? '']);
  const script = shooting?.scripts.find((one) => one.script_id === script_id) ?? shooting?.scripts[0];
  return { shooting, script };
}
