import {
  AudioOutlined,
  BlockOutlined,
  CheckOutlined,
  ExclamationCircleFilled,
  ExpandAltOutlined,
  PictureOutlined,
  StarFilled,
  StarOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons';
import { type Material, type MaterialType, RECYCLE_DAYS } from '@mixreel/contract';
import { type ReactNode, useRef, useState } from 'react';
import { useDraggable } from '#features/dir/drag.ts';
import { RightsMark } from '#features/search/RightsMark.tsx';
import { SEARCH_WORDS, STATUS_NAMES } from '#features/search/search-words.ts';
import { formatDuration } from '#lib/format.ts';
import { MiddleCut } from '#ui/MiddleCut.tsx';
import { SpriteCover } from '#ui/SpriteCover.tsx';
import { useAnalysis } from './analysis-feed.ts';
import { daysLeft, resolutionName, tellingTags } from './material-facts.ts';
import { pickedMaterials, selection } from './selection.ts';
import card from '#ui/Card.module.css';
import styles from './Card.module.css';

const ICONS: Record<MaterialType, ReactNode> = {
  video: <VideoCameraOutlined />,
  image: <PictureOutlined />,
  audio: <AudioOutlined />,
  ai_image: <PictureOutlined />,
};

type Props = { material: Material; index: number; can_edit?: boolean };

/** One material of the grid. What its buttons do is decided by the grid around it, by `data-act`. */
export function MaterialCard({ material, index, can_edit = false }: Props) {
  const { material_id, material_name, material_type, source_info, tags, liked, used_count, deleted_at } = material;
  const isPicked = selection.use((state) => state.picked.has(material_id));
  const isActive = selection.use((state) => state.active === index);
  // Hundreds of buttons that nobody points at would cost more than everything else on the cards.
  const [isOver, setIsOver] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const isDragged = useDraggable(
    element,
    () => {
      if (!can_edit || deleted_at) return null;
      // One that is not ticked is dragged alone; what is ticked stays so.
      if (!isPicked) return { kind: 'items', items: [{ id: material_id, dir_id: material.dir_id }] };
      return { kind: 'items', items: pickedMaterials().map((id) => ({ id, dir_id: undefined })) };
    },
    (dragged) =>
      dragged.kind === 'items' && dragged.items.length > 1 ? `${dragged.items.length} 个素材` : material_name,
  );
  const resolution = resolutionName(source_info);
  return (
    <div
      ref={element}
      id={`card-${material_id}`}
      className={card['card']}
      role="gridcell"
      aria-selected={isPicked}
      data-index={index}
      data-active={isActive}
      data-dragged={isDragged}
      onPointerEnter={() => setIsOver(true)}
      onPointerLeave={() => setIsOver(false)}
    >
      <SpriteCover cover_url={material.cover_url} sprite={material.sprite} icon={ICONS[material_type]}>
        {(isOver || isPicked) && (
          <button
            type="button"
            className={card['tick']}
            role="checkbox"
            aria-checked={isPicked}
            aria-label={`选择${material_name}`}
            tabIndex={-1}
            data-act="tick"
          >
            <CheckOutlined aria-hidden="true" />
          </button>
        )}
        {!deleted_at && (isOver || liked) && (
          <button
            type="button"
            className={card['like']}
            aria-pressed={liked}
            aria-label={`收藏${material_name}`}
            title={liked ? '取消收藏' : '收藏'}
            tabIndex={-1}
            data-act="like"
          >
            {liked ? <StarFilled aria-hidden="true" /> : <StarOutlined aria-hidden="true" />}
          </button>
        )}
        {!deleted_at && isOver && (
          <button
            type="button"
            className={card['act']}
            aria-label={`打开${material_name}`}
            title="打开"
            tabIndex={-1}
            data-act="open"
          >
            <ExpandAltOutlined aria-hidden="true" />
          </button>
        )}
        {!deleted_at && isOver && material_type !== 'audio' && material.analysis_status === 'done' && (
          <button
            type="button"
            className={card['similar']}
            aria-label={`${SEARCH_WORDS.similar}：${material_name}`}
            title={SEARCH_WORDS.similar}
            tabIndex={-1}
            data-act="similar"
          >
            <BlockOutlined aria-hidden="true" />
          </button>
        )}
        <span className={card['facts']}>
          {source_info.duration !== null && material_type !== 'image' && material_type !== 'ai_image' && (
            <span>{formatDuration(source_info.duration)}</span>
          )}
          {resolution && <span>{resolution}</span>}
          {material.ai_origin && <span title="由 AI 生成">AI</span>}
          <RightsMark of={material} />
        </span>
      </SpriteCover>
      <p className={card['name']}>
        <MiddleCut text={material_name} />
      </p>
      <p className={styles['line']}>
        {deleted_at ? (
          <span className={styles['used']}>还保留 {daysLeft(deleted_at, RECYCLE_DAYS)} 天</span>
        ) : material.analysis_status === 'done' ? (
          <>
            {material.analysis_message && (
              <ExclamationCircleFilled
                className={styles['partly'] ?? ''}
                role="img"
                aria-label={material.analysis_message}
                title={material.analysis_message}
              />
            )}
            <span className={styles['tags']}>
              {tellingTags(tags).map(({ tag_type, name }) => (
                <span key={`${tag_type}:${name}`} className={styles['tag']}>
                  {name}
                </span>
              ))}
            </span>
            {used_count > 0 && <span className={styles['used']}>用过 {used_count} 次</span>}
          </>
        ) : (
          <Badge material={material} />
        )}
      </p>
    </div>
  );
}

/** How far its analysis is, or why there will be none. */
function Badge({ material: { material_id, analysis_status, analysis_message } }: { material: Material }) {
  const progress = useAnalysis((state) => state.progress[material_id]);
  return (
    <span className={styles['badge']} data-status={analysis_status} title={analysis_message ?? ''}>
      {STATUS_NAMES[analysis_status]}
      {analysis_status === 'running' && progress !== undefined && ` ${Math.floor(progress)}%`}
      {analysis_status === 'failed' && analysis_message && `：${analysis_message}`}
    </span>
  );
}
