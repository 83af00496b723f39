import {
  CloseOutlined,
  DeleteOutlined,
  DownloadOutlined,
  FolderOpenOutlined,
  ScissorOutlined,
  ShareAltOutlined,
  TagOutlined,
  ToolOutlined,
} from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useCanEdit } from '#features/team/space.ts';
import type { Picks } from '#lib/picks.ts';
import { type NewClips, useGuests } from './guests.ts';
import { deleteMaterials, downloadMaterials, openTools } from './material-actions.ts';
import { type Picked, pickedMaterials, selection } from './selection.ts';
import styles from './Library.module.css';

const MoveDialog = lazy(async () => ({ default: (await import('./MoveDialog.tsx')).MoveDialog }));
const ShareDialog = lazy(async () => ({ default: (await import('#features/share/ShareDialog.tsx')).ShareDialog }));
const TagDialog = lazy(async () => ({ default: (await import('./TagDialog.tsx')).TagDialog }));

type Props = {
  project_id: string;
  /** Whether they are something to look at. */
  can_mix: boolean;
  onSelectAll: () => void;
};
type Dialog = 'mix' | 'move' | 'tag' | 'share';

/** What can be done with everything that is ticked. */
export function SelectionBar({ project_id, can_mix: canMix, onSelectAll }: Props) {
  const cache = useQueryClient();
  const canEdit = useCanEdit();
  const { AddToMix } = useGuests();
  const picked = selection.use((state) => state.picked);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const material_ids = pickedMaterials();
  const close = () => setDialog(null);
  return (
    <>
      <BarFrame onSelectAll={onSelectAll}>
        {canEdit && (
          <>
            <Button type="text" icon={<FolderOpenOutlined aria-hidden="true" />} onClick={() => setDialog('move')}>
              移动
            </Button>
            <Button type="text" icon={<TagOutlined aria-hidden="true" />} onClick={() => setDialog('tag')}>
              打标
            </Button>
            <Button type="text" icon={<ShareAltOutlined aria-hidden="true" />} onClick={() => setDialog('share')}>
              分享
            </Button>
            <Button
              type="text"
              icon={<ToolOutlined aria-hidden="true" />}
              onClick={() => openTools(project_id, material_ids)}
            >
              用工具处理
            </Button>
          </>
        )}
        <Button
          type="text"
          icon={<DownloadOutlined aria-hidden="true" />}
          onClick={() => void downloadMaterials(material_ids).catch(() => {})}
        >
          下载
        </Button>
        {canEdit && canMix && (
          <Button type="text" icon={<ScissorOutlined aria-hidden="true" />} onClick={() => setDialog('mix')}>
            加入混剪
          </Button>
        )}
        {canEdit && (
          <Button
            type="text"
            danger
            icon={<DeleteOutlined aria-hidden="true" />}
            onClick={() => void deleteMaterials(cache, material_ids).catch(() => {})}
          >
            删除
          </Button>
        )}
      </BarFrame>
      <Suspense fallback={null}>
        {dialog === 'mix' && <AddToMix clips={clipsOf(picked)} project_id={project_id} onClose={close} />}
        {dialog === 'move' && <MoveDialog material_ids={material_ids} project_id={project_id} onClose={close} />}
        {dialog === 'tag' && <TagDialog material_ids={material_ids} project_id={project_id} onClose={close} />}
        {dialog === 'share' && <ShareDialog of={{ material_ids }} onClose={close} />}
      </Suspense>
    </>
  );
}

/** Whole materials, or the shots of a search. */
function clipsOf(picked: Picks<Picked>['picked']): NewClips {
  return Array.from(picked.values(), ({ id, material_id }) =>
    id === material_id ? { material_id } : { material_id, shot_id: id },
  );
}

/** The bar itself: how many, and the way back to none. */
export function BarFrame({ onSelectAll, children }: { onSelectAll: () => void; children: ReactNode }) {
  const count = selection.use((state) => state.picked.size);
  if (count === 0) return null;
  return (
    <div className={styles['bar']} role="toolbar" aria-label="对选中的素材">
      <span role="status">已选 {count} 个</span>
      <Button type="text" onClick={onSelectAll}>
        全选
      </Button>
      <span className={styles['divider']} aria-hidden="true" />
      {children}
      <span className={styles['divider']} aria-hidden="true" />
      <Button
        type="text"
        icon={<CloseOutlined aria-hidden="true" />}
        onClick={() => selection.clear({ keep_place: true })}
      >
        取消
      </Button>
    </div>
  );
}
