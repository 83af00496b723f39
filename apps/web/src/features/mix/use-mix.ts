import { mix as mixCalls, type MixConfig, type MixProject, resolveConfig, type Shooting } from '@mixreel/contract';
import { type QueryClient, replaceEqualDeep, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { call } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import { shootingOf } from './edits.ts';
import { MixEdits, type MixState } from './mix-edits.ts';
import { sendEdit } from './send-edit.ts';

const LONG_MS = 10_000;
const TYPING_MS = 150;

const EditsContext = createContext<MixEdits | null>(null);
export const MixEditsProvider = EditsContext.Provider;

export function useMixEdits(): MixEdits {
  const edits = useContext(EditsContext);
  if (!edits) throw new Error('Outside of the editor');
  return edits;
}

export function useMixState<T>(pick: (state: MixState) => T): T {
  return useStore(useMixEdits().use, pick);
}

/** The mix as it is shown, with what is not saved yet. */
export function useMix(): MixProject {
  return useMixState(({ mix }) => mix);
}

export function useShooting(shooting_id: string | null): Shooting | undefined {
  return useMixState(({ mix }) => shootingOf(mix, shooting_id));
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

/** Makes the edits of a mix and keeps them in step with the query cache, which everybody else reads. */
export function useOpenMix(mix: MixProject, canEdit: boolean): MixEdits {
  const cache = useQueryClient();
  const [edits] = useState(() => openMix(mix, canEdit));
  useEffect(() => edits.start(), [edits]);
  useEffect(() => edits.allow(canEdit), [edits, canEdit]);
  useEffect(() => keepInStep(cache, edits), [cache, edits]);
  return edits;
}

function openMix(mix: MixProject, canEdit: boolean): MixEdits {
  const { mproject_id } = mix;
  const edits: MixEdits = new MixEdits(mix, canEdit, {
    send: sendEdit,
    // What did not change stays the same object, so that only what did is drawn again.
    read: async () => {
      const fresh = await call('mix.detail', { mproject_id }, { is_quiet: true });
      return replaceEqualDeep(edits.mix, fresh);
    },
    tell: (kind, text, again) =>
      showToast(kind, text, again ? { ms: LONG_MS, action: { label: '仍用我的', run: again } } : {}),
  });
  return edits;
}

/** What is shown goes into the cache; what somebody else reads into the cache is taken over, under what is unsaved. */
function keepInStep(cache: QueryClient, edits: MixEdits): () => void {
  const { mproject_id } = edits.mix;
  const queryKey = [mixCalls.detail.path, { mproject_id }];
  let shown = edits.mix;
  let began = edits.answers;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => cache.setQueryData(queryKey, shown);
  const show = ({ mix }: MixState) => {
    if (mix === shown) return;
    shown = mix;
    clearTimeout(timer);
    // The cache compares the whole mix and wakes everybody else; not with every letter.
    if (edits.is_typing) timer = setTimeout(write, TYPING_MS);
    else write();
  };
  const stopShowing = edits.use.subscribe(show);
  const stopHearing = cache.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryKey[0] !== queryKey[0]) return;
    if ((event.query.queryKey[1] as { mproject_id: string }).mproject_id !== mproject_id) return;
    if (event.action.type === 'fetch') began = edits.answers;
    if (event.action.type !== 'success' || event.action.manual) return;
    const fresh = event.query.state.data as MixProject;
    // Not while the cache is telling: its other listeners would hear the second state before the first.
    queueMicrotask(() => {
      shown = fresh;
      if (!edits.takeFresh(fresh, began)) cache.setQueryData(queryKey, edits.mix);
    });
  });
  return () => {
    clearTimeout(timer);
    stopShowing();
    stopHearing();
  };
}
