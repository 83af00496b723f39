import type { TeamInfo } from '@mixreel/contract';
import { create } from 'zustand';
import { call } from '#lib/call.ts';
import { go } from '#lib/go.ts';
import { updateUser } from '#lib/session.ts';
import { setTabTeam } from '#lib/tab-space.ts';

/** The space that this tab works in, and those the person may go to. Other tabs may be in others. */
type SpaceState = {
  current: TeamInfo | null;
  spaces: TeamInfo[];
  /** Why there is none. */
  error: Error | null;
  /** The team of the address that was gone to last, successfully or not. */
  tried: string | null;
};

export const useSpace = create<SpaceState>(() => ({ current: null, spaces: [], error: null, tried: null }));

useSpace.subscribe(({ current }) => setTabTeam(current?.team_id));

/** Whether the person may change things here. */
export function useCanEdit(): boolean {
  return useSpace(({ current }) => current !== null && current.role !== 'viewer');
}

/** Reads the spaces. The address may name one (teamId); otherwise it is the one used last. */
export async function loadSpace(teamId: string | null): Promise<void> {
  const [spaces, { cur_group_team_info: last, role, user_privilege }] = await Promise.all([
    call('team.list', {}, { is_quiet: true }),
    call('team.permissions', {}, { is_quiet: true }),
  ]);
  // An administrator may have changed both since the sign-in.
  updateUser({ role, user_privilege });
  const wanted = teamId === null ? undefined : spaces.find(({ team_id }) => team_id === teamId);
  const current = wanted ?? spaces.find(({ team_id }) => team_id === last.team_id) ?? spaces[0] ?? null;
  useSpace.setState({ current, spaces, error: null, tried: teamId });
  if (current && current.team_id !== last.team_id) tellServer(current).catch(() => {});
}

/** Teams come and go while a page is open, and so does what somebody may do in one. */
export async function refreshSpaces(): Promise<void> {
  const spaces = await call('team.list', {}, { is_quiet: true });
  useSpace.setState(({ current }) => {
    const now = spaces.find(({ team_id }) => team_id === current?.team_id);
    return { spaces, ...(now && now.role !== current?.role && { current: now }) };
  });
}

/** This tab goes to another space: the server first, then the chosen team as the list now tells it. */
export async function switchSpace({ space_type, team_id }: TeamInfo, { toLibrary = true } = {}): Promise<void> {
  await tellServer({ space_type, team_id });
  const spaces = await call('team.list', {});
  const current = spaces.find((one) => one.team_id === team_id) ?? null;
  useSpace.setState({ current, spaces });
  if (toLibrary) go(`/home/material?teamId=${encodeURIComponent(team_id)}`);
}

/** Where tabs begin whose address names no space. The personal one is named by an empty team_id. */
async function tellServer({ space_type, team_id }: Pick<TeamInfo, 'space_type' | 'team_id'>): Promise<void> {
  await call('team.switch', { space_type, team_id: space_type === 'PRIVATE' ? '' : team_id });
}
