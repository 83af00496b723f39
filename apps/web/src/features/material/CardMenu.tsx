import type { Material } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Dropdown, type MenuProps } from 'antd';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { useCanEdit } from '#features/team/space.ts';
import { deleteMaterials, downloadMaterials, openSlices, openTools } from './material-actions.ts';
import { pickedMaterials } from './selection.ts';
import styles from './Library.module.css';

type Props = {
  project_id: string;
  readAt: (index: number) => Material | undefined;
  onOpen: (material: Material) => void;
  onAlike: (material: Material) => void;
  children: ReactNode;
};
type Items = NonNullable<MenuProps['items']>;

/** What a right click on a card offers: for it alone, or for all that are ticked where it is one of them. */
export function CardMenu({ project_id, readAt, onOpen, onAlike, children }: Props) {
  const cache = useQueryClient();
  const canEdit = useCanEdit();
  // The card, not its menu: whether somebody may edit here can be learnt while it stands open.
  const [asked, setAsked] = useState<Material | null>(null);
  const itemsFor = (material: Material): Items => {
    const { material_id, material_type, analysis_status, source_info } = material;
    const picked = pickedMaterials();
    const ids = picked.includes(material_id) ? picked : [material_id];
    const many = ids.length > 1 ? `（${ids.length} 个）` : '';
    const isDone = analysis_status === 'done';
    const isLong = (source_info.duration ?? 0) > 60;
    return [
      { key: 'open', label: '打开', onClick: () => onOpen(material) },
      ...(isDone && material_type !== 'audio'
        ? [{ key: 'alike', label: '找相似的', onClick: () => onAlike(material) }]
        : []),
      ...(canEdit ? [{ key: 'tools', label: `用工具处理${many}`, onClick: () => openTools(project_id, ids) }] : []),
      ...(canEdit && isDone && isLong && ids.length === 1
        ? [{ key: 'slices', label: '直播切片', onClick: () => openSlices(project_id, material_id) }]
        : []),
      {
        key: 'download',
        label: `下载${many}`,
        onClick: () => void downloadMaterials(ids).catch(() => {}),
      },
      ...(canEdit
        ? [
            { type: 'divider' as const },
            {
              key: 'delete',
              label: `删除${many}`,
              danger: true,
              onClick: () => void deleteMaterials(cache, ids).catch(() => {}),
            },
          ]
        : []),
    ];
  };
  /** Made when it is asked for: hundreds of cards need no menus that nobody opens. */
  const make = (event: MouseEvent) => {
    const index = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset['index'];
    const material = index === undefined ? undefined : readAt(Number(index));
    if (material) setAsked(material);
    // Between cards there is nothing to offer but what the browser has.
    else event.stopPropagation();
  };
  return (
    <Dropdown trigger={['contextMenu']} menu={{ items: asked ? itemsFor(asked) : [] }}>
      <div className={styles['menued']} onContextMenuCapture={make}>
        {children}
      </div>
    </Dropdown>
  );
}
