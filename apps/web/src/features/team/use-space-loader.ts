import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { showToast } from '#lib/toast.ts';
import { loadSpace, onSwitchElsewhere, switchSpace, useSpace } from './space.ts';

/** What was asked for last goes last, however long the server takes over each. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Loads the space for the shell, and keeps it the one that the address names: going back to an address of another team
 * goes back to that team. An address without teamId says nothing, and leaves the space as it is.
 */
export function useSpaceLoader() {
  const [params, setParams] = useSearchParams();
  const teamId = params.get('teamId');
  const error = useSpace((state) => state.error);
  const [attempt, setAttempt] = useState(0);

  /** The address must not name a space that the person is not in: opened again, it would take them there. */
  const correctAddress = useEffectEvent(() => {
    const { current } = useSpace.getState();
    if (!current || teamId === null || teamId === current.team_id) return;
    setParams({ teamId: current.team_id }, { replace: true });
  });
  const load = useEffectEvent(async () => {
    await loadSpace(teamId);
    const { current } = useSpace.getState();
    if (teamId !== null && current && current.team_id !== teamId) {
      showToast('warning', `团队不存在，或你已不在这个团队，现在是「${current.team_name}」`);
    }
    correctAddress();
  });
  const follow = useEffectEvent(async (wanted: string) => {
    const { current, spaces } = useSpace.getState();
    // Passed over on the way to an address further back.
    if (!current || wanted !== teamId || wanted === current.team_id) return;
    const known = spaces.find(({ team_id }) => team_id === wanted);
    const space = known ?? { ...current, space_type: 'TEAM' as const, team_id: wanted };
    await switchSpace(space, { toLibrary: false }).catch(() => {});
    correctAddress();
  });

  useEffect(() => {
    let isCurrent = true;
    load().catch((reason: Error) => isCurrent && useSpace.setState({ error: reason }));
    return () => {
      isCurrent = false;
    };
  }, [attempt]);

  useEffect(() => {
    if (teamId !== null) turn = turn.then(() => follow(teamId));
  }, [teamId]);

  useEffect(
    () =>
      onSwitchElsewhere(() => {
        const comeAlong = async () => {
          await loadSpace(null);
          correctAddress();
          showToast('info', `已在另一个标签页切换到「${useSpace.getState().current?.team_name ?? ''}」`);
        };
        comeAlong().catch(() => {});
      }),
    [],
  );
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
