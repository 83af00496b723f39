import { DeleteOutlined, RollbackOutlined } from '@ant-design/icons';
import { type DeletedDir, MATERIALS_AT_ONCE_MAX, type Material } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { DeletedDirs } from '#features/dir/DeletedDirs.tsx';
import { useSpace } from '#features/team/space.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PickGrid } from '#ui/PickGrid.tsx';
import { CARD_SIZES } from './card-size.ts';
import { DELETE_KEYS } from './library-keys.ts';
import { destroyMaterials, emptyBin, restoreMaterials } from './material-actions.ts';
import { type CardSize, WORDS } from './material-words.ts';
import { MaterialCard } from './MaterialCard.tsx';
import { selectAllOrNone } from './select-all.ts';
import { pickedMaterials, selection } from './selection.ts';
import { BarFrame } from './SelectionBar.tsx';
import styles from './Library.module.css';

type Props = { project_id: string; dirs: DeletedDir[]; size: CardSize; onClose: () => void };

/** What was deleted and can still come back. */
export function BinPart({ project_id, dirs, size, onClose }: Props) {
  const cache = useQueryClient();
  const role = useSpace((state) => state.current?.role ?? 'viewer');
  const filter = { project_id, is_deleted: true };
  const selectAll = () => void selectAllOrNone(filter).catch(() => {});
  const restore = () => void restoreMaterials(cache, pickedMaterials()).catch(() => {});
  const destroy = () => void destroyMaterials(cache, pickedMaterials()).catch(() => {});
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
      <DeletedDirs kind="material" dirs={dirs} can_edit={role !== 'viewer'} />
      <PickGrid
        call_key="material.list"
        filter={filter}
        label={WORDS.bin_title}
        loading_label={WORDS.loading}
        size={CARD_SIZES[size]}
        empty={
          dirs.length > 0 ? null : (
            <EmptyState icon={<DeleteOutlined />} title={WORDS.bin_empty_title} text={WORDS.bin_empty_text} />
          )
        }
        picks={selection}
        most={MATERIALS_AT_ONCE_MAX}
        id_prefix="card-"
        pick={pick}
        renderCard={renderCard}
        acts={{}}
        onOpen={() => {}}
        onSelectAll={selectAll}
        onKey={(key) => (role !== 'viewer' && DELETE_KEYS.has(key) ? destroy : null)}
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
