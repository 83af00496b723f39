import { DeleteOutlined, RollbackOutlined } from '@ant-design/icons';
import type { Material } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useSpace } from '#features/team/space.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { CARD_SIZES } from './card-size.ts';
import { LibraryGrid } from './LibraryGrid.tsx';
import { destroyMaterials, emptyBin, restoreMaterials } from './material-actions.ts';
import { type CardSize, WORDS } from './material-words.ts';
import { MaterialCard } from './MaterialCard.tsx';
import { selectAllOrNone } from './select-all.ts';
import { pickedMaterials, useSelection } from './selection.ts';
import { BarFrame } from './SelectionBar.tsx';
import styles from './Library.module.css';

type Props = { project_id: string; size: CardSize; onClose: () => void };

/** What was deleted and can still come back. */
export function BinPart({ project_id, size, onClose }: Props) {
  const cache = useQueryClient();
  const role = useSpace((state) => state.current?.role ?? 'viewer');
  const ids = useSelection((state) => state.ids);
  const filter = { project_id, is_deleted: true };
  const selectAll = () => void selectAllOrNone(filter).catch(() => {});
  const restore = () => void restoreMaterials(cache, pickedMaterials(ids)).catch(() => {});
  const destroy = () => void destroyMaterials(cache, pickedMaterials(ids)).catch(() => {});
  return (
    <>
      <div className={styles['found']}>
        <h2>{WORDS.bin_title}</h2>
        <p>{WORDS.bin_note}</p>
        <Button size="small" onClick={onClose}>
          回到素材
        </Button>
        {role === 'owner' && (
          <Button size="small" danger onClick={() => void emptyBin(cache, project_id).catch(() => {})}>
            清空回收站
          </Button>
        )}
      </div>
      <LibraryGrid
        call_key="material.list"
        filter={filter}
        label={WORDS.bin_title}
        loading_label={WORDS.loading}
        size={CARD_SIZES[size]}
        empty={<EmptyState icon={<DeleteOutlined />} title={WORDS.bin_empty_title} text={WORDS.bin_empty_text} />}
        pick={pick}
        renderCard={renderCard}
        acts={{}}
        onOpen={() => {}}
        onPreview={() => {}}
        onSelectAll={selectAll}
        onDelete={() => {
          if (role !== 'viewer') destroy();
        }}
      />
      {role !== 'viewer' && (
        <BarFrame onSelectAll={selectAll}>
          <Button type="text" icon={<RollbackOutlined aria-hidden="true" />} onClick={restore}>
            恢复
          </Button>
          <Button type="text" danger icon={<DeleteOutlined aria-hidden="true" />} onClick={destroy}>
            彻底删除
          </Button>
        </BarFrame>
      )}
    </>
  );
}

function pick({ material_id }: Material) {
  return { id: material_id, material_id };
}

function renderCard(material: Material, index: number) {
  return <MaterialCard material={material} index={index} />;
}
