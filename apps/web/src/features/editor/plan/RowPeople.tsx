import type { DocumentPlace, Shooting } from '@mixreel/contract';
import { memo } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { colourOf } from '#features/document/presence.ts';
import { useDesk, useShooting } from '../document/use-mix.ts';
import styles from './Shootings.module.css';

/** Who else is at a shot, as marks in their colours. A picture: the list of who is here says it in words. */
export const RowPeople = memo(function RowPeople({ shooting_id }: { shooting_id: string }) {
  const { presence } = useDesk();
  const shooting = useShooting(shooting_id);
  const here = useStore(
    presence.others,
    useShallow(({ people }) => [
      ...new Set(people.filter(({ place }) => isAt(shooting, place)).map(({ user_uid }) => user_uid)),
    ]),
  );
  if (here.length === 0) return null;
  const { people } = presence.others.getState();
  return (
    <span className={styles['people']} aria-hidden="true">
      {here.map((user_uid) => (
        <i key={user_uid} style={{ background: colourOf(user_uid, people) }} />
      ))}
    </span>
  );
});

function isAt(shooting: Shooting | undefined, place: DocumentPlace | null): boolean {
  if (!shooting || !place) return false;
  const { table, id } = place;
  if (table === 'script') return shooting.scripts.some(({ script_id }) => script_id === id);
  if (table === 'clip') return shooting.clips.some(({ video_clip_id }) => video_clip_id === id);
  return table === 'shooting' && shooting.shooting_id === id;
}
