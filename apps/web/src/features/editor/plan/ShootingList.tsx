import { PlusOutlined } from '@ant-design/icons';
import { SHOOTINGS_MAX } from '@mixreel/contract';
import { Button } from 'antd';
import { memo } from 'react';
import { useShallow } from 'zustand/shallow';
import { POOL_HINTS, POOL_NAMES } from '#features/mix/mix-words.ts';
import type { Pool } from '#features/mix/slots.ts';
import { useDesk, useMixState } from '../document/use-mix.ts';
import { useEditorState } from '../editor-state.ts';
import { ClipRow } from './ClipRow.tsx';
import { addShooting } from './shooting-menu.ts';
import { ShootingRow } from './ShootingRow.tsx';
import styles from './Shootings.module.css';

/** The plan from top to bottom: openings, shots, endings. */
export function ShootingList({ onLines }: { onLines: () => void }) {
  const canEdit = useMixState((state) => state.can_edit);
  // Which shots there are, not what is in them: a letter of a line draws its own row alone.
  const ids = useMixState(useShallow(({ mix }) => mix.shootings.map(({ shooting_id }) => shooting_id)));
  return (
    <section className={styles['list']} aria-label="镜头">
      <PoolRow pool="header" />
      <ol>
        {ids.map((shooting_id, index) => (
          <ShootingRow key={shooting_id} shooting_id={shooting_id} index={index} />
        ))}
      </ol>
      {ids.length === 0 && (
        <p className={styles['none']}>还没有镜头。{canEdit && '一句台词一个镜头：写一句，或者一次粘贴几句。'}</p>
      )}
      {canEdit && <Adding isFull={ids.length >= SHOOTINGS_MAX} onLines={onLines} />}
      <PoolRow pool="footer" />
    </section>
  );
}

const Adding = memo(function Adding({ isFull, onLines }: { isFull: boolean; onLines: () => void }) {
  const desk = useDesk();
  return (
    <div className={styles['adding']}>
      <Button
        type="dashed"
        icon={<PlusOutlined aria-hidden="true" />}
        disabled={isFull}
        onClick={() => addShooting(desk, desk.mix.shootings.length)}
      >
        {isFull ? `最多 ${SHOOTINGS_MAX} 个镜头` : '加镜头'}
      </Button>
      <Button type="text" disabled={isFull} onClick={onLines}>
        粘贴或导入台词
      </Button>
    </div>
  );
});

/** Openings or endings: clips of which every video gets one. */
const PoolRow = memo(function PoolRow({ pool }: { pool: Pool }) {
  const clips = useMixState(({ mix }) => mix[pool]);
  const selected = useEditorState((state) => state.clip_ids);
  const isSelected = clips.some(({ video_clip_id }) => selected.includes(video_clip_id));
  return (
    <div className={styles['pool']} data-selected={isSelected}>
      <h3>{POOL_NAMES[pool]}</h3>
      <ClipRow slot_id={pool} label={POOL_NAMES[pool]} clips={clips} empty={POOL_HINTS[pool]} />
    </div>
  );
});
