import { type MixConfig, mixKind, type MixProject, resolveConfig, type Shooting } from '@mixreel/contract';
import { type QueryClient, replaceEqualDeep, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useLiveDocument } from '#features/document/use-live-document.ts';
import { keyOf } from '#lib/answers.ts';
import { call, type OutputOf } from '#lib/call.ts';
import { debounce } from '#lib/timing.ts';
import { shootingOf } from './acts.ts';
import { createDesk, type MixDesk, type MixState } from './desk.ts';

const REST_MS = 600;
/** What the server says of a change is asked once changes rest. */
const QUIET_MS = 400;

const DeskContext = createContext<MixDesk | null>(null);
export const DeskProvider = DeskContext.Provider;

export function useDesk(): MixDesk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('Outside of the editor');
  return desk;
}

export function useMixState<T>(pick: (state: MixState) => T): T {
  return useStore(useDesk().shown, pick);
}

/** The mix as it is shown, with what is not saved yet. */
export function useMix(): MixProject {
  return useMixState(({ mix }) => mix);
}

export function useShooting(shooting_id: string | null): Shooting | undefined {
  return useMixState(({ mix }) => shootingOf(mix, shooting_id));
}

/** One group of the mix's settings: drawn again when that changes, and not with every other. */
export function useSettings<G extends keyof MixConfig>(group: G): MixConfig[G] {
  const project = useMixState(({ mix }) => mix.config[group]);
  const template = useMixState(({ mix }) => mix.template_config?.[group]);
  return useMemo(
    () => resolveConfig({ template: { [group]: template }, project: { [group]: project } })[group],
    [group, project, template],
  );
}

/** The settings that hold for a shooting, or for the mix as a whole. */
export function useConfigOf(shooting?: Shooting): MixConfig {
  const project = useMixState(({ mix }) => mix.config);
  const template = useMixState(({ mix }) => mix.template_config);
  return useMemo(
    () => resolveConfig({ template, project, ...(shooting && { shooting: shooting.config }) }),
    [template, project, shooting],
  );
}

export type OpenMix = {
  desk: MixDesk;
  /** Asks soon what the server says of the mix now, once for many changes. */
  refresh: () => void;
};

/** Opens a mix and keeps it in step with the query cache, which everybody else reads. */
export function useOpenMix(mix: MixProject, opened: OutputOf<'document.open'>, canEdit: boolean): OpenMix {
  const cache = useQueryClient();
  const open = useLiveDocument(opened, mixKind);
  const [desk] = useState(() => createDesk(open, mix, canEdit));
  const refresh = useMemo(() => debounce(() => void readFacts(desk), QUIET_MS), [desk]);
  useEffect(() => desk.start(), [desk]);
  useEffect(() => desk.allow(canEdit), [desk, canEdit]);
  useEffect(() => keepInStep(cache, desk), [cache, desk]);
  useEffect(() => () => refresh.cancel(), [refresh]);
  // Others may never rest: what they have put in is asked about at once.
  const isWaiting = useStore(desk.shown, ({ coming }) => Object.values(coming).some((count) => count > 0));
  useEffect(() => {
    if (isWaiting) void readFacts(desk);
  }, [desk, isWaiting]);
  return { desk, refresh };
}

async function readFacts(desk: MixDesk): Promise<void> {
  const { mproject_id } = desk.mix;
  const fresh = await call('mix.detail', { mproject_id }, { is_quiet: true }).catch(() => null);
  // What did not change stays the same object, so that only what did is drawn again.
  if (fresh) desk.takeFacts(replaceEqualDeep(desk.mix, fresh));
}

/** What is shown goes into the cache; what somebody else reads into the cache is taken over. */
function keepInStep(cache: QueryClient, desk: MixDesk): () => void {
  const { mproject_id } = desk.mix;
  const queryKey = keyOf('mix.detail', { mproject_id });
  let shown = desk.mix;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => cache.setQueryData(queryKey, shown);
  const show = ({ mix }: MixState) => {
    if (mix === shown) return;
    shown = mix;
    clearTimeout(timer);
    // The cache compares the whole mix and wakes everybody else; not with every letter.
    timer = setTimeout(write, REST_MS);
  };
  write();
  const stopShowing = desk.shown.subscribe(show);
  const stopHearing = cache.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryKey[0] !== queryKey[0]) return;
    const asked = event.query.queryKey[1] as { mproject_id: string; sequence?: number };
    if (asked.mproject_id !== mproject_id || asked.sequence !== undefined) return;
    if (event.action.type !== 'success' || event.action.manual) return;
    const fresh = event.query.state.data as MixProject;
    // Not while the cache is telling: its other listeners would hear the second state before the first.
    queueMicrotask(() => {
      desk.takeFacts(fresh);
      cache.setQueryData(queryKey, desk.mix);
    });
  });
  return () => {
    clearTimeout(timer);
    stopShowing();
    stopHearing();
  };
}
