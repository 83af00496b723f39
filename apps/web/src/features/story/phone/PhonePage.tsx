import { ScanOutlined } from '@ant-design/icons';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { NameForm } from './NameForm.tsx';
import { takeCode, usePhone } from './phone-code.ts';
import { PhoneList } from './PhoneList.tsx';
import { groupRows, nextOpen, type RowSort } from './sort-rows.ts';
import { takes } from './takes.ts';
import { useDay } from './use-day.ts';
import styles from './Phone.module.css';

const CameraScreen = lazy(async () => ({ default: (await import('./CameraScreen.tsx')).CameraScreen }));

/** What is to be shot, for whoever scanned the code of a board; no sign-in, made for one hand on a set. */
export function PhonePage() {
  const { code, name } = usePhone();
  useEffect(() => {
    takeCode();
    window.addEventListener('hashchange', takeCode);
    return () => window.removeEventListener('hashchange', takeCode);
  }, []);
  const day = useDay(code);
  const [sort, setSort] = useState<RowSort>('scene');
  const [row_id, setRowId] = useState<string | null>(null);
  const [isNaming, setIsNaming] = useState(false);
  const over = useStore(takes.store, (state) => state.over) ?? day.over;
  const order = useCall('storyPhone.order', { code }, { enabled: sort === 'most' && !over, keep_previous: true });
  const { data } = day;

  if (!data) {
    if (code === '' || over) return <Closed message={over} />;
    if (day.error && !day.isFetching) return <ErrorState error={day.error} onRetry={() => void day.refetch()} />;
    return <div className={styles['loading']} role="status" aria-label="正在打开拍摄清单" />;
  }
  if (name === '' || isNaming) {
    return <NameForm board_name={data.board_name} name={name} onDone={() => setIsNaming(false)} />;
  }
  const worth = order.data?.items ?? [];
  const groups = groupRows(
    data.rows,
    sort,
    worth.map((one) => one.row_id),
  );
  const chosen = groups.flatMap(({ rows }) => rows).find((row) => row.row_id === row_id);
  if (chosen) {
    const next = nextOpen(groups, sort, chosen.row_id);
    return (
      <Suspense fallback={<div className={styles['loading']} role="status" aria-label="正在打开相机" />}>
        <CameraScreen
          key={chosen.row_id}
          row={chosen}
          story_board_id={data.story_board_id}
          next={next}
          onNext={() => setRowId(next?.row_id ?? null)}
          onBack={() => setRowId(null)}
        />
      </Suspense>
    );
  }
  return (
    <PhoneList
      board_name={data.board_name}
      story_board_id={data.story_board_id}
      has_mix={data.has_mix}
      rows={data.rows}
      groups={groups}
      sort={sort}
      onSort={setSort}
      why={new Map(worth.map((one) => [one.row_id, one.why]))}
      over={over}
      onOpen={setRowId}
      onRename={() => setIsNaming(true)}
    />
  );
}

/** No code, or one that is over before anything was seen. */
function Closed({ message }: { message: string | null }) {
  const [title, ...rest] = (message ?? '还没有扫码，请扫电脑上故事板里的「拍摄」二维码').split('，');
  const kept = useStore(takes.store, (state) => state.takes.length);
  return (
    <main className={styles['closed']}>
      <EmptyState
        is_page
        icon={<ScanOutlined />}
        title={title ?? ''}
        text={[rest.join('，'), kept > 0 ? `这台手机上还有 ${kept} 条没传，扫新的码后会接着传` : '']
          .filter(Boolean)
          .join('。')}
      />
    </main>
  );
}
