import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { colourOf, type Presence } from './presence.ts';
import styles from './Carets.module.css';

type Props = {
  presence: Presence;
  id: string;
  /** Of a record with several texts: which one. */
  field?: string;
  text: string;
  className: string | undefined;
};

/** Where others write in a text. A picture: the list of who is here says it in words. */
export function Carets({ presence, id, field, text, className }: Props) {
  const here = useStore(
    presence.others,
    useShallow(({ people }) =>
      people.filter(({ place }) => place?.id === id && (field === undefined || place.field === field)),
    ),
  );
  return here.map(({ client_id, user_uid, user_name, place }) => (
    <span key={client_id} className={`${styles['caret']} ${className ?? ''}`} aria-hidden="true">
      {place?.caret === null || place?.caret === undefined ? '' : text.slice(0, place.caret)}
      <i style={{ background: colourOf(user_uid, presence.others.getState().people) }} data-name={user_name} />
    </span>
  ));
}
