import type { FactAcceptance } from '@mixreel/contract';
import { randomId } from '#lib/random.ts';
import { useSession } from '#lib/session.ts';

/** Lets a place say otherwise than the sheet, in the name of whoever is signed in. */
export function acceptance(place_id: string, said: string, sheet: string): FactAcceptance | null {
  const { user_info } = useSession.getState();
  if (!user_info) return null;
  const { user_uid: accepted_by, name: accepted_by_name } = user_info;
  const accepted_at = new Date().toISOString();
  return { acceptance_id: randomId(12), place_id, said, sheet, accepted_by, accepted_by_name, accepted_at };
}
