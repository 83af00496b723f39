import type { DocumentPerson } from '@mixreel/contract';
import { Dropdown, Tooltip } from 'antd';
import { memo } from 'react';
import { useStore } from 'zustand';
import { initialOf } from '#lib/format.ts';
import { RemoteImage } from '#ui/RemoteImage.tsx';
import { colourOf, type Presence } from './presence.ts';
import styles from './People.module.css';

const SHOWN_MAX = 5;

type Ways = {
  /** Where somebody is, in words; empty: nowhere in particular. */
  placeOf: (person: DocumentPerson) => string;
  onGo: (person: DocumentPerson) => void;
};
type Props = Ways & { presence: Presence };

/** Who else is here. A click goes where they are. */
export function People({ presence, placeOf, onGo }: Props) {
  const people = useStore(presence.others, (state) => state.people);
  if (people.length === 0) return null;
  const rest = people.slice(SHOWN_MAX);
  return (
    <ul className={styles['people']} aria-label="也在这里的人">
      {people.slice(0, SHOWN_MAX).map((person) => (
        <Person
          key={person.client_id}
          person={person}
          colour={colourOf(person.user_uid, people)}
          placeOf={placeOf}
          onGo={onGo}
        />
      ))}
      {rest.length > 0 && (
        <li>
          <Dropdown
            trigger={['click']}
            menu={{
              items: rest.map((person) => ({
                key: person.client_id,
                label: [person.user_name, placeOf(person)].filter(Boolean).join('，'),
                onClick: () => onGo(person),
              })),
            }}
          >
            <button type="button" className={styles['more']} aria-label={`还有 ${rest.length} 个人`}>
              +{rest.length}
            </button>
          </Dropdown>
        </li>
      )}
    </ul>
  );
}

/** A caret moves with every letter: only who moved is drawn again. */
const Person = memo(function Person({
  person,
  colour,
  placeOf,
  onGo,
}: Ways & { person: DocumentPerson; colour: string }) {
  const { user_name, avatar, can_edit } = person;
  const place = placeOf(person) || (can_edit ? '刚打开' : '只看不改');
  return (
    <li>
      <Tooltip title={`${user_name}：${place}`}>
        <button
          type="button"
          className={styles['person']}
          style={{ background: colour }}
          aria-label={`${user_name}，${place}，去看看`}
          onClick={() => onGo(person)}
        >
          {avatar ? <RemoteImage src={avatar} alt="" /> : initialOf(user_name)}
        </button>
      </Tooltip>
    </li>
  );
});
