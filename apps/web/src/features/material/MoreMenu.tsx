import { EllipsisOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { lazy, Suspense, useState } from 'react';
import bar from '#ui/BarButton.module.css';

const SharesDrawer = lazy(async () => ({ default: (await import('#features/share/SharesDrawer.tsx')).SharesDrawer }));
const SkuDrawer = lazy(async () => ({ default: (await import('#features/sku/SkuDrawer.tsx')).SkuDrawer }));

const ITEMS = { shares: '分享记录', sku: '商品识别' } as const;

/** What belongs to the library and is not needed every day. */
export function MoreMenu({ project_id }: { project_id: string }) {
  const [open, setOpen] = useState<keyof typeof ITEMS | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: Object.entries(ITEMS).map(([key, label]) => ({ key, label })),
          onClick: ({ key }) => setOpen(key as keyof typeof ITEMS),
        }}
      >
        <button type="button" className={`${bar['button']} ${bar['icon']}`} aria-label="更多">
          <EllipsisOutlined aria-hidden="true" />
        </button>
      </Dropdown>
      <Suspense fallback={null}>
        {open === 'shares' && <SharesDrawer onClose={close} />}
        {open === 'sku' && <SkuDrawer project_id={project_id} onClose={close} />}
      </Suspense>
    </>
  );
}
