import { type CallKey, callOf } from '@mixreel/contract';

let known: string | undefined;

/** Which space this tab is in, '' for the personal one: that of its address until the shell knows better. */
export function tabTeam(): string | undefined {
  return known ?? new URLSearchParams(window.location.search).get('teamId') ?? undefined;
}

export function setTabTeam(team_id: string | undefined): void {
  known = team_id;
}

/**
 * What a call is given when no id of its input says which space it is about: the space of this tab. Left to the session
 * it would be the space that any tab was switched to last.
 */
export function inTabSpace<T extends object>(key: CallKey, input: T): T {
  const { space, input: schema } = callOf(key);
  if (!space || !('team_id' in schema.shape)) return input;
  if ((input as Record<string, unknown>)[space.by] !== undefined) return input;
  return { ...input, team_id: tabTeam() };
}
