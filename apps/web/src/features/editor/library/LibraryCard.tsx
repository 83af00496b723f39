import { CheckOutlined, PictureOutlined, PlusOutlined, VideoCameraOutlined } from '@ant-design/icons';
import type { Material, Sprite } from '@mixreel/contract';
import { useRef } from 'react';
import { RightsMark } from '#features/search/RightsMark.tsx';
import { MiddleCut } from '#ui/MiddleCut.tsx';
import { SpriteCover } from '#ui/SpriteCover.tsx';
import type { AddedClip } from '../document/acts.ts';
import { useDraggable } from '../plan/drag.ts';
import card from '#ui/Card.module.css';
import styles from './Library.module.css';

/** What of a shot or a material a small card needs. */
export type LibraryItem = {
  id: string;
  name: string;
  /** Below the name: why it was found, or what it is. */
  line: string;
  cover_url: string | null;
  sprite: Sprite | null;
  from: number;
  to?: number;
  seconds: number | null;
  is_still: boolean;
  clip: AddedClip;
  /** How often it is in this mix already. */
  used: number;
  rights: Pick<Material, 'rights_consent' | 'rights_expires_at'>;
};

type Props = {
  item: LibraryItem;
  index: number;
  is_active: boolean;
  is_picked: boolean;
  /** All that would go along: what is picked, or only this one. */
  dragged: () => AddedClip[];
  onAdd: ((clips: AddedClip[]) => void) | null;
};

/** A small card that is dragged into the plan, or added with +. Clicks are the grid's business. */
export function LibraryCard({ item, index, is_active, is_picked, dragged, onAdd }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const isDragged = useDraggable(element, () => (onAdd ? { kind: 'library', clips: dragged() } : null));
  const { id, name, line, cover_url, sprite, from, to, seconds, is_still, clip, used } = item;
  return (
    <div
      ref={element}
      id={`library-${id}`}
      className={`${card['card']} ${styles['card']}`}
      role="gridcell"
      aria-selected={is_picked}
      data-index={index}
      data-active={is_active}
      data-dragged={isDragged}
    >
      <SpriteCover
        cover_url={cover_url}
        sprite={sprite}
        from={from}
        {...(to !== undefined && { to })}
        icon={is_still ? <PictureOutlined /> : <VideoCameraOutlined />}
      >
        {is_picked && (
          <span className={card['tick']} aria-hidden="true">
            <CheckOutlined />
          </span>
        )}
        {onAdd && (
          <button
            type="button"
            className={`${card['act']} ${styles['add']}`}
            tabIndex={-1}
            data-act="add"
            aria-label={`加入${name}`}
            title="加入"
            onClick={() => onAdd([clip])}
          >
            <PlusOutlined aria-hidden="true" />
          </button>
        )}
        <span className={card['facts']}>
          {seconds !== null && <span>{seconds.toFixed(1)}</span>}
          {used > 0 && <span title="已经在这个混剪里">已用{used > 1 ? ` ${used}` : ''}</span>}
          <RightsMark of={item.rights} />
        </span>
      </SpriteCover>
      <p className={card['name']}>
        <MiddleCut text={name} />
      </p>
      <p className={styles['line']} title={line}>
        {line}
      </p>
    </div>
  );
}
