import { initialOf } from '#lib/format.ts';
import { RemoteImage } from '#ui/RemoteImage.tsx';
import styles from './Admin.module.css';

/** A person in a list: picture or a character, name, and a line below. */
export function PersonCell({ name, avatar, note }: { name: string; avatar: string | null; note?: string }) {
  return (
    <span className={styles['person']}>
      <span className={styles['avatar']} aria-hidden="true">
        {avatar ? <RemoteImage src={avatar} alt="" /> : initialOf(name)}
      </span>
      <span>
        <span className={styles['name']}>{name}</span>
        {note && <div className={styles['quiet']}>{note}</div>}
      </span>
    </span>
  );
}
