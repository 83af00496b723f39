import { ArrowLeftOutlined } from '@ant-design/icons';
import type { SkuMark } from '@mixreel/contract';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { SkuForm } from './SkuForm.tsx';
import { SkuHits } from './SkuHits.tsx';
import { SkuList } from './SkuList.tsx';
import styles from './Sku.module.css';

type Props = { project_id: string; onClose: () => void };
type View = { kind: 'list' } | { kind: 'form'; sku: SkuMark | null } | { kind: 'hits'; sku: SkuMark };

const LIST: View = { kind: 'list' };

/** Products that the library learns to recognise: the list, teaching a new one, and judging what was found. */
export function SkuDrawer({ project_id, onClose }: Props) {
  const [view, setView] = useState<View>(LIST);
  const back = () => setView(LIST);
  return (
    <Drawer
      open
      size={760}
      onClose={onClose}
      title={
        view.kind === 'list' ? (
          '商品识别'
        ) : (
          <span className={styles['crumb']}>
            <Button
              type="text"
              size="small"
              icon={<ArrowLeftOutlined aria-hidden="true" />}
              aria-label="回到全部商品"
              onClick={back}
            />
            {view.kind === 'hits' ? `「${view.sku.sku_name}」出现的镜头` : (view.sku?.sku_name ?? '添加商品')}
          </span>
        )
      }
    >
      {view.kind === 'list' && (
        <SkuList
          project_id={project_id}
          onAdd={() => setView({ kind: 'form', sku: null })}
          onEdit={(sku) => setView({ kind: 'form', sku })}
          onHits={(sku) => setView({ kind: 'hits', sku })}
        />
      )}
      {view.kind === 'form' && <SkuForm project_id={project_id} sku={view.sku} onDone={back} />}
      {view.kind === 'hits' && <SkuHits sku={view.sku} />}
    </Drawer>
  );
}
