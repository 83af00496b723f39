import { PlusOutlined, ShoppingOutlined } from '@ant-design/icons';
import { POLL_MS, type SkuMark } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect } from 'react';
import { useCanEdit } from '#features/team/space.ts';
import { changeAnswers } from '#lib/answers.ts';
import { call } from '#lib/call.ts';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { isLearning } from './sku-words.ts';
import { SkuRow } from './SkuRow.tsx';
import styles from './Sku.module.css';

type Props = {
  project_id: string;
  onAdd: () => void;
  onEdit: (sku: SkuMark) => void;
  onHits: (sku: SkuMark) => void;
};

export function SkuList({ project_id, onAdd, onEdit, onHits }: Props) {
  const canEdit = useCanEdit();
  const list = useCall('sku.list', { project_id, page_size: 100 });
  useLearning(list.data?.items ?? []);
  const add = canEdit && (
    <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={onAdd}>
      添加商品
    </Button>
  );
  return (
    <ListStates
      query={list}
      isEmpty={({ items }) => items.length === 0}
      empty={
        <EmptyState
          icon={<ShoppingOutlined />}
          title="还没有要识别的商品"
          text="给 3 张以上不同角度的商品照片，素材库就能在所有镜头里把它找出来，并打上标签。"
        >
          {add}
        </EmptyState>
      }
    >
      {({ items }) => (
        <>
          <div className={styles['bar']}>
            <p>{items.length} 个商品</p>
            {add}
          </div>
          <ul className={styles['skus']}>
            {items.map((sku) => (
              <SkuRow key={sku.sku_mark_id} sku={sku} onEdit={() => onEdit(sku)} onHits={() => onHits(sku)} />
            ))}
          </ul>
        </>
      )}
    </ListStates>
  );
}

/** Asks about those that are still learning, and puts the answers into the list. */
function useLearning(items: SkuMark[]): void {
  const cache = useQueryClient();
  const ids = items
    .filter(isLearning)
    .map(({ sku_mark_id }) => sku_mark_id)
    .join(' ');
  useEffect(() => {
    if (!ids) return;
    const ask = async () => {
      const found = await call('sku.check', { sku_mark_ids: ids.split(' ') }, { is_quiet: true });
      const known = new Map(found.items.map((sku) => [sku.sku_mark_id, sku]));
      changeAnswers(cache, 'sku.list', (page) => ({
        ...page,
        items: page.items.map((sku) => known.get(sku.sku_mark_id) ?? sku),
      }));
    };
    const timer = setInterval(() => void ask().catch(() => {}), POLL_MS);
    return () => clearInterval(timer);
  }, [cache, ids]);
}
