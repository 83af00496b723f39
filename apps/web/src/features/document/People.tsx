import type { DocumentPerson } from '@mixreel/contract';
import { Tooltip } from 'antd';
import { useStore } from 'zustand';
import { RemoteImage } from '#ui/RemoteImage.tsx';
import { colourOf, type Presence } from './presence.ts';
import styles from './People.module.css';

const SHOWN_MAX = 5;

type Props = {
  presence: Presence;
  /** Where somebody is, in words; empty: nowhere in particular. */
  placeOf: (person: DocumentPerson) => string;
  onGo: (person: DocumentPerson) => void;
};

/** Who else is here. A click goes where they are. */
export function People({ presence, placeOf, onGo }: Props) {
  const people = useStore(presence.others, (state) => state.people);
  if (people.length === 0) return null;
  const rest = people.slice(SHOWN_MAX);
  return (
    <ul className={styles['people']} aria-label="也在这里的人">
      {people.slice(0, SHOWN_MAX).map((person) => {
        const { client_id, user_uid, user_name, avatar, can_edit } = person;
        const place = placeOf(person) || (can_edit ? '刚打开' : '只看不改');
        return (
          <li key={client_id}>
            <Tooltip title={`${user_name}：${place}`}>
              <button
                type="button"
                className={styles['person']}
                style={{ background: colourOf(user_uid) }}
                aria-label={`${user_name}，${place}，去看看`}
                onClick={() => onGo(person)}
              >
                {avatar ? <RemoteImage src={avatar} alt="" /> : user_name.slice(0, 1)}
              </button>
            </Tooltip>
          </li>
        );
      })}
      {rest.length > 0 && (
        <li>
          <Tooltip title={rest.map(({ user_name }) => user_name).join('、')}>
            <span className={styles['more']}>+{rest.length}</span>
          </Tooltip>
        </li>
      )}
    </ul>
  );
}
