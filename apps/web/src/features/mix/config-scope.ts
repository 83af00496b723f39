import { type ConfigLayers, type ConfigOrigin, type MixConfig, originOf, type Shooting } from '@mixreel/contract';
import { createContext, useCallback, useContext, useMemo } from 'react';
import { useEditorState } from '#features/editor/editor-state.ts';
import { useConfigOf, useMixEdits, useMixState, useShooting } from './use-mix.ts';

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
  shooting: Shooting | undefined;
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
  const edits = useMixEdits();
  const selected = useEditorState((state) => state.shooting_id);
  const shooting = useShooting(is_whole ? null : selected);
  const can_edit = useMixState((state) => state.can_edit);
  const project = useMixState(({ mix }) => mix.config);
  const template = useMixState(({ mix }) => mix.template_config);
  const config = useConfigOf(shooting);
  const shooting_id = shooting?.shooting_id;

  const change = useCallback(
    (group: Group, fields: Record<string, unknown>) => {
      const isOwn = shooting_id !== undefined && Object.keys(fields).every((field) => isOwnable(group, field));
      const tag = [isOwn ? shooting_id : '', group, ...Object.keys(fields)].join(' ');
      void edits.edit(
        isOwn
          ? { kind: 'shooting_config', shooting_id, change: { [group]: fields } }
          : { kind: 'config', change: { [group]: fields } },
        { tag },
      );
    },
    [edits, shooting_id],
  );
  const restore = useCallback(
    (group: Group, ...fields: string[]) => change(group, Object.fromEntries(fields.map((field) => [field, null]))),
    [change],
  );
  return useMemo(() => {
    const layers: ConfigLayers = { template, project, ...(shooting && { shooting: shooting.config }) };
    const origin = (group: Group, field: string) => originOf(layers, group, field);
    return {
      shooting,
      config,
      can_edit,
      isOwnable,
      origin,
      isOwn: (group, field) => origin(group, field) === (shooting && isOwnable(group, field) ? 'shooting' : 'project'),
      set: change,
      restore,
    };
  }, [shooting, can_edit, project, template, config, change, restore]);
}

function isOwnable(group: Group, field: string): boolean {
  const fields = OF_SHOOTING[group];
  return fields === 'all' || fields?.includes(field) === true;
}
