import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { isShown } from '#lib/go.ts';
import { showToast } from '#lib/toast.ts';
import { useCorrection } from '#lib/use-correction.ts';
import { loadSpace, switchSpace, useSpace } from './space.ts';

/** What was asked for last goes last, however long the server takes over each. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Loads the space for the shell, and keeps it the one that the address names: going back to an address of another team
 * goes back to that team. An address without teamId is given that of the tab, so that it stays there when loaded again.
 */
export function useSpaceLoader() {
  const [params] = useSearchParams();
  const { key } = useLocation();
  const teamId = params.get('teamId');
  const error = useSpace((state) => state.error);
  const current = useSpace((state) => state.current);
  const [attempt, setAttempt] = useState(0);
  const tried = useSpace((state) => state.tried);

  useCorrection((now) => {
    const named = now.get('teamId');
    if (!current || named === current.team_id) return null;
    if (named === null) return new URLSearchParams([...now, ['teamId', current.team_id]]);
    // The address must not name a space that the person is not in: opened again, it would take them there.
    return named === tried ? new URLSearchParams({ teamId: current.team_id }) : null;
  });
  const load = useEffectEvent(async () => {
    await loadSpace(teamId);
    const { current: found } = useSpace.getState();
    if (teamId !== null && found && found.team_id !== teamId) {
      showToast('warning', `团队不存在，或你已不在这个团队，现在是「${found.team_name}」`);
    }
  });
  const follow = useEffectEvent(async (wanted: string) => {
    const { current: before, spaces, tried: last } = useSpace.getState();
    // Passed over on the way to an address further back, or gone to meanwhile.
    if (!before || wanted !== teamId || wanted === before.team_id || wanted === last) return;
    const known = spaces.find(({ team_id }) => team_id === wanted);
    const space = known ?? { ...before, space_type: 'TEAM' as const, team_id: wanted };
    await switchSpace(space, { toLibrary: false }).catch(() => {});
    useSpace.setState({ tried: wanted });
  });

  useEffect(() => {
    let isCurrent = true;
    load().catch((reason: Error) => isCurrent && useSpace.setState({ error: reason }));
    return () => {
      isCurrent = false;
    };
  }, [attempt]);

  // After every change, not only of the address: whoever goes back while the page of a new space is still being drawn is
  // at an address that the page never left, in a space that it no longer names.
  useEffect(() => {
    if (teamId === null || !current || !isShown(key)) return;
    if (teamId !== current.team_id) turn = turn.then(() => follow(teamId));
    else if (tried !== null) useSpace.setState({ tried: null });
  });

  const retry = useCallback(() => {
    useSpace.setState({ error: null });
    setAttempt((now) => now + 1);
  }, []);
  useEffect(() => {
    if (!error) return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [error, retry]);
  return { error, retry };
}
