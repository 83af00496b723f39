import { EllipsisOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { changeQuery } from '#lib/go.ts';
import bar from '#ui/BarButton.module.css';

const SharesDrawer = lazy(async () => ({ default: (await import('#features/share/SharesDrawer.tsx')).SharesDrawer }));
const SkuDrawer = lazy(async () => ({ default: (await import('#features/sku/SkuDrawer.tsx')).SkuDrawer }));

const ITEMS = { shares: '分享记录', sku: '商品识别' } as const;
type Item = keyof typeof ITEMS;

/** The address names it: the task centre leads to what a task worked on. */
function partOf(name: string | null): Item | null {
  return name !== null && name in ITEMS ? (name as Item) : null;
}

/** What belongs to the library and is not needed every day. */
export function MoreMenu({ project_id }: { project_id: string }) {
  const [params] = useSearchParams();
  const open = partOf(params.get('more'));
  const show = (item: Item | null) =>
    changeQuery(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete('more');
        if (item) next.set('more', item);
        return next;
      },
      { replace: true },
    );
  const close = () => show(null);
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: Object.entries(ITEMS).map(([key, label]) => ({ key, label })),
          onClick: ({ key }) => show(key as Item),
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
