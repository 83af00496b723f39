import { MergeCellsOutlined, ScissorOutlined, VideoCameraOutlined } from '@ant-design/icons';
import type { MaterialDetail, Shot } from '@mixreel/contract';
import { Button } from 'antd';
import { type DragEvent, useEffect, useRef } from 'react';
import { useCanEdit } from '#features/team/space.ts';
import { formatDuration } from '#lib/format.ts';
import { cutsWithout } from './shot-times.ts';
import styles from './Detail.module.css';
import tiles from './ShotTiles.module.css';

/** What a shot is called while it is dragged; the editors take it. */
const SHOT_DRAG = 'application/x-mixreel-shot';

type Props = {
  material: Pick<MaterialDetail, 'material_id' | 'material_name' | 'shots'>;
  current: Shot | undefined;
  /** All cuts with one where the player is; null where none can be. */
  split: number[] | null;
  is_cutting: boolean;
  onSeek: (seconds: number) => void;
  onCut: (cuts_ms: number[]) => void;
};

/** The shots in their order: click to see one, drag it to where it is wanted. */
export function ShotStrip({ material, current, split, is_cutting, onSeek, onCut }: Props) {
  const { shots } = material;
  const canEdit = useCanEdit();
  const strip = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const list = strip.current;
    const item = list?.querySelector<HTMLElement>('[aria-current="true"]');
    if (!list || !item) return;
    // scrollIntoView would also scroll the drawer.
    const left = item.offsetLeft - list.offsetLeft;
    const isSeen = left >= list.scrollLeft && left + item.offsetWidth <= list.scrollLeft + list.clientWidth;
    if (!isSeen) list.scrollLeft = left - 80;
  }, [current?.shot_id]);

  const drag = (event: DragEvent, shot: Shot) => {
    const { shot_id, material_id, start_ms, end_ms, cover_url } = shot;
    event.dataTransfer.setData(SHOT_DRAG, JSON.stringify({ shot_id, material_id, start_ms, end_ms, cover_url }));
    event.dataTransfer.effectAllowed = 'copy';
  };
  return (
    <section aria-label="镜头">
      <div className={styles['stripHead']}>
        <span>
          {current ? `第 ${current.index + 1} 个镜头，` : ''}共 {shots.length} 个
        </span>
        {canEdit && (
          <>
            <Button
              size="small"
              icon={<ScissorOutlined aria-hidden="true" />}
              disabled={!split}
              loading={is_cutting}
              onClick={() => split && onCut(split)}
            >
              在这里切开
            </Button>
            <Button
              size="small"
              icon={<MergeCellsOutlined aria-hidden="true" />}
              disabled={!current || current.index >= shots.length - 1}
              loading={is_cutting}
              onClick={() => current && onCut(cutsWithout(shots, current))}
            >
              与下一个合并
            </Button>
          </>
        )}
      </div>
      <ol ref={strip} className={tiles['tiles']}>
        {shots.map((shot) => (
          <li key={shot.shot_id}>
            <button
              type="button"
              draggable
              aria-current={shot.shot_id === current?.shot_id}
              aria-label={`第 ${shot.index + 1} 个镜头，${formatDuration(shot.start_ms / 1000)}，${((shot.end_ms - shot.start_ms) / 1000).toFixed(1)} 秒`}
              onClick={() => onSeek(shot.start_ms / 1000)}
              onDragStart={(event) => drag(event, shot)}
            >
              {shot.cover_url ? (
                <img src={shot.cover_url} alt="" loading="lazy" decoding="async" draggable={false} />
              ) : (
                <VideoCameraOutlined aria-hidden="true" />
              )}
              <span>{((shot.end_ms - shot.start_ms) / 1000).toFixed(1)}″</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
