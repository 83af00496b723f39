import { PlusOutlined } from '@ant-design/icons';
import { SHOOTINGS_MAX } from '@mixreel/contract';
import { Button } from 'antd';
import { useEditorState } from '#features/editor/editor-state.ts';
import { ClipRow } from './ClipRow.tsx';
import { POOL_HINTS, POOL_NAMES } from './mix-words.ts';
import { addShooting } from './shooting-menu.ts';
import { ShootingRow } from './ShootingRow.tsx';
import type { Pool } from './slots.ts';
import { useDesk, useMixState } from './use-mix.ts';
import styles from './Shootings.module.css';

/** The plan from top to bottom: openings, shots, endings. */
export function ShootingList({ onLines }: { onLines: () => void }) {
  const desk = useDesk();
  const canEdit = useMixState((state) => state.can_edit);
  const shootings = useMixState(({ mix }) => mix.shootings);
  const isFull = shootings.length >= SHOOTINGS_MAX;
  return (
    <section className={styles['list']} aria-label="镜头">
      <PoolRow pool="header" />
      <ol>
        {shootings.map((shooting, index) => (
          <ShootingRow key={shooting.shooting_id} shooting={shooting} index={index} />
        ))}
      </ol>
      {shootings.length === 0 && (
        <p className={styles['none']}>还没有镜头。{canEdit && '一句台词一个镜头：写一句，或者一次粘贴几句。'}</p>
      )}
      {canEdit && (
        <div className={styles['adding']}>
          <Button
            type="dashed"
            icon={<PlusOutlined aria-hidden="true" />}
            disabled={isFull}
            onClick={() => addShooting(desk, shootings.length)}
          >
            {isFull ? `最多 ${SHOOTINGS_MAX} 个镜头` : '加镜头'}
          </Button>
          <Button type="text" disabled={isFull} onClick={onLines}>
            粘贴或导入台词
          </Button>
        </div>
      )}
      <PoolRow pool="footer" />
    </section>
  );
}

/** Openings or endings: clips of which every video gets one. */
function PoolRow({ pool }: { pool: Pool }) {
  const clips = useMixState(({ mix }) => mix[pool]);
  const selected = useEditorState((state) => state.clip_ids);
  const isSelected = clips.some(({ video_clip_id }) => selected.includes(video_clip_id));
  return (
    <div className={styles['pool']} data-selected={isSelected}>
      <h3>{POOL_NAMES[pool]}</h3>
      <ClipRow slot_id={pool} label={POOL_NAMES[pool]} clips={clips} needed={0} empty={POOL_HINTS[pool]} />
    </div>
  );
}
