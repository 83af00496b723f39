import { randomId } from '#lib/random.ts';

const KEY = 'share_visitor';

/** Who visits which share. The browser has a name of its own, so that wrong passwords of others are not counted for it. */
export function visitOf(
  record_uuid: string,
  password: string,
): { record_uuid: string; password?: string; visitor?: string } {
  return password ? { record_uuid, password, visitor: visitor() } : { record_uuid };
}

function visitor(): string {
  const known = localStorage.getItem(KEY);
  if (known) return known;
  const made = randomId();
  localStorage.setItem(KEY, made);
  return made;
}
