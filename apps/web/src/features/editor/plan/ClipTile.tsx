import {
  PictureOutlined,
  PushpinFilled,
  StopOutlined,
  SwapOutlined,
  VideoCameraOutlined,
  WarningFilled,
} from '@ant-design/icons';
import { damageWithin, damageWords, slotOfClip, type VideoClip } from '@mixreel/contract';
import { memo, useRef } from 'react';
import { SpriteCover } from '#ui/SpriteCover.tsx';
import { useDesk } from '../document/use-mix.ts';
import { useEditorState } from '../editor-state.ts';
import { selectClip, selectedClips } from './clip-actions.ts';
import { useDraggable, useDropTarget } from './drag.ts';
import { clipSeconds } from './fit.ts';
import styles from './Clips.module.css';

const FILM = <VideoCameraOutlined />;
const PICTURE = <PictureOutlined />;
const PINNED = <PushpinFilled data-tone="accent" />;
const EXCLUDED = <StopOutlined data-tone="bad" />;
const MIRRORED = <SwapOutlined />;
const BAD = <WarningFilled data-tone="bad" />;
const DAMAGED = <WarningFilled data-tone="warning" />;

type Props = {
  clip: VideoClip;
  index: number;
  /** How many seconds are missing, where it is too short. */
  short: string | null;
  canEdit: boolean;
};

/** One candidate: its picture, and whether it can, must or may not be used. */
export const ClipTile = memo(function ClipTile({ clip, index, short, canEdit }: Props) {
  const { video_clip_id, material_name, cover_url, sprite, start_ms, end_ms, problem, is_pinned, is_excluded } = clip;
  const desk = useDesk();
  const isSelected = useEditorState(({ clip_ids }) => clip_ids.includes(video_clip_id));
  const tile = useRef<HTMLDivElement>(null);

  const isDragged = useDraggable(tile, () => {
    if (!canEdit) return null;
    // Something that is not selected is dragged alone; the selection stays.
    const selected = selectedClips(desk.mix).map((one) => one.video_clip_id);
    return { kind: 'clips', video_clip_ids: selected.includes(video_clip_id) ? selected : [video_clip_id] };
  });
  const aim = useDropTarget(tile, {
    accepts: ['clips', 'library'],
    axis: 'x',
    at: (side) => ({ kind: 'slot', slot_id: slotOfClip(clip), index: index + side }),
  });

  const seconds = clipSeconds(clip);
  const damage = damageWords(damageWithin(clip.damage, clip));
  const marks = [
    is_pinned && '已固定',
    is_excluded && '已排除',
    clip.is_mirrored && '镜像',
    short && `短 ${short} 秒`,
    damage,
    problem,
  ].filter(Boolean);
  return (
    <div
      ref={tile}
      className={styles['tile']}
      data-selected={isSelected}
      data-dragged={isDragged}
      data-excluded={is_excluded}
      data-aim={aim}
    >
      <SpriteCover
        cover_url={cover_url}
        sprite={sprite}
        from={start_ms / 1000}
        to={end_ms / 1000}
        icon={clip.source_ms === 0 ? PICTURE : FILM}
      >
        <button
          type="button"
          className={styles['hit']}
          data-clip={video_clip_id}
          aria-pressed={isSelected}
          aria-label={[`片段 ${index + 1}：${material_name}`, `${seconds.toFixed(1)} 秒`, ...marks].join('，')}
          title={[material_name, ...marks].join('\n')}
          onClick={(event) =>
            selectClip(desk.mix, clip, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'add' : 'only')
          }
        />
        <span className={styles['marks']} aria-hidden="true">
          {is_pinned && PINNED}
          {is_excluded && EXCLUDED}
          {clip.is_mirrored && MIRRORED}
          {(problem ?? damage) && (problem ? BAD : DAMAGED)}
        </span>
        <span className={styles['seconds']} data-short={short !== null} aria-hidden="true">
          {seconds.toFixed(1)}
        </span>
      </SpriteCover>
    </div>
  );
});
