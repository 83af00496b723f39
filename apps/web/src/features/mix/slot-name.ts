import { type MixProject, type SlotId } from '@mixreel/contract';
import { POOL_NAMES } from './mix-words.ts';
import { isPool } from './slots.ts';

/** What a place is called: its pool, its own name, or its number with the beginning of its line. */
export function slotName(mix: MixProject, slot_id: SlotId): string {
  if (isPool(slot_id)) return POOL_NAMES[slot_id];
  const index = mix.shootings.findIndex(({ shooting_id }) => shooting_id === slot_id);
  const shooting = mix.shootings[index];
  if (!shooting) return '';
  const said = shooting.shooting_name || shooting.scripts[0]?.text.slice(0, 12) || '';
  return `镜头 ${index + 1}${said ? ` ${said}` : ''}`;
}
