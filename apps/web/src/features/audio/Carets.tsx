import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { colourOf } from '#features/document/presence.ts';
import { useStudio } from './studio.ts';
import styles from './Lines.module.css';

/** Where others write in a line. A picture: the list of who is here says it in words. */
export function Carets({ line_id, text }: { line_id: string; text: string }) {
  const { presence } = useStudio();
  const here = useStore(
    presence.others,
    useShallow(({ people }) => people.filter(({ place }) => place?.id === line_id)),
  );
  return here.map(({ client_id, user_uid, user_name, place }) => (
    <span key={client_id} className={styles['caret']} aria-hidden="true">
      {place?.caret === null || place?.caret === undefined ? '' : text.slice(0, place.caret)}
      <i style={{ background: colourOf(user_uid) }} data-name={user_name} />
    </span>
  ));
}
