import { PlusOutlined } from '@ant-design/icons';
import { type SlotId, type VideoClip } from '@mixreel/contract';
import { Dropdown, type MenuProps } from 'antd';
import { memo, type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { isPool } from '#features/mix/slots.ts';
import { useDesk, useMixState } from '../document/use-mix.ts';
import { useEditorState } from '../editor-state.ts';
import { selectClip } from './clip-actions.ts';
import { clipMenu } from './clip-menu.ts';
import { ClipTile } from './ClipTile.tsx';
import { useDropTarget } from './drag.ts';
import { missingSeconds } from './fit.ts';
import { ForbidDialog } from './ForbidDialog.tsx';
import { useRowFigures } from './row-figures.ts';
import styles from './Clips.module.css';

type Props = { slot_id: SlotId; label: string; clips: VideoClip[]; empty: ReactNode };

/** The candidates of one place, in a row. */
export const ClipRow = memo(function ClipRow({ slot_id, label, clips, empty }: Props) {
  const desk = useDesk();
  const canEdit = useMixState((state) => state.can_edit);
  const coming = useMixState((state) => state.coming[slot_id] ?? 0);
  const openLibrary = useEditorState((state) => state.openLibrary);
  const select = useEditorState((state) => state.select);
  const row = useRef<HTMLDivElement>(null);
  const [items, setItems] = useState<MenuProps['items']>([]);
  const [forbidding, setForbidding] = useState<string | null>(null);
  const aim = useDropTarget(row, {
    accepts: ['clips', 'library'],
    axis: null,
    at: () => ({ kind: 'slot', slot_id, index: clips.length }),
  });

  /** Made when it is asked for: rows need not be drawn again for menus that nobody opens. */
  const makeMenu = (event: MouseEvent) => {
    const id = (event.target as HTMLElement).closest<HTMLElement>('[data-clip]')?.dataset['clip'];
    const clip = clips.find(({ video_clip_id }) => video_clip_id === id);
    if (clip && !useEditorState.getState().clip_ids.includes(clip.video_clip_id)) selectClip(desk.mix, clip);
    setItems(clip ? clipMenu(desk, clip, () => setForbidding(clip.video_clip_id)) : []);
  };
  return (
    <>
      <Dropdown trigger={['contextMenu']} disabled={!canEdit} menu={{ items: items ?? [] }}>
        <div
          ref={row}
          className={styles['row']}
          role="group"
          aria-label={label}
          data-aim={aim}
          data-empty={clips.length === 0 && coming === 0}
          onContextMenuCapture={makeMenu}
        >
          <Tiles slot_id={slot_id} clips={clips} canEdit={canEdit} />
          {Array.from({ length: Math.min(coming, 8) }, (_, n) => (
            <div
              key={`coming ${n}`}
              className={`skeleton ${styles['ghost']}`}
              role="status"
              aria-label="正在添加片段"
            />
          ))}
          {canEdit && (
            <button
              type="button"
              className={styles['add']}
              aria-label={`给${label}加片段`}
              title="加片段：从素材里挑，或直接拖进来"
              onClick={() => {
                select(isPool(slot_id) ? null : slot_id);
                openLibrary(true, slot_id);
              }}
            >
              <PlusOutlined aria-hidden="true" />
            </button>
          )}
          {clips.length === 0 && coming === 0 && <span className={styles['none']}>{empty}</span>}
        </div>
      </Dropdown>
      {forbidding && <ForbidDialog video_clip_id={forbidding} onClose={() => setForbidding(null)} />}
    </>
  );
});

/** By themselves: how long the shot has to be changes with every letter of its line. */
function Tiles({ slot_id, clips, canEdit }: Pick<Props, 'slot_id' | 'clips'> & { canEdit: boolean }) {
  const needed = useRowFigures(isPool(slot_id) ? null : slot_id, (figures) => figures.needed) ?? 0;
  return clips.map((clip, index) => {
    const missing = missingSeconds(clip, needed);
    // As it is said: what nobody would see need not be drawn.
    const short = missing > 0 ? missing.toFixed(1) : null;
    return <ClipTile key={clip.video_clip_id} clip={clip} index={index} short={short} canEdit={canEdit} />;
  });
}
