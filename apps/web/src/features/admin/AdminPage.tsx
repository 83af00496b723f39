import { LockOutlined } from '@ant-design/icons';
import { Tabs } from 'antd';
import { lazy, Suspense, useDeferredValue } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '#lib/session.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import styles from './Admin.module.css';

const PARTS = {
  users: { label: '用户', part: lazy(async () => ({ default: (await import('./UsersPart.tsx')).UsersPart })) },
  teams: { label: '团队与部门', part: lazy(async () => ({ default: (await import('./TeamsPart.tsx')).TeamsPart })) },
  invitations: {
    label: '邀请',
    part: lazy(async () => ({ default: (await import('./InvitationsPart.tsx')).InvitationsPart })),
  },
  feishu: { label: '飞书账号', part: lazy(async () => ({ default: (await import('./FeishuPart.tsx')).FeishuPart })) },
  banners: { label: '公告', part: lazy(async () => ({ default: (await import('./BannersPart.tsx')).BannersPart })) },
  audit: { label: '操作记录', part: lazy(async () => ({ default: (await import('./AuditPart.tsx')).AuditPart })) },
  ai: {
    label: 'AI 引擎',
    part: lazy(async () => ({ default: (await import('#features/ai/EnginesPart.tsx')).EnginesPart })),
  },
  reports: {
    label: '使用情况',
    part: lazy(async () => ({ default: (await import('#features/report/ReportsPart.tsx')).ReportsPart })),
  },
};
type PartKey = keyof typeof PARTS;

/** People, teams, invitations, announcements, who did what, and how the product is doing. */
export function AdminPage() {
  const [params, setParams] = useSearchParams();
  const role = useSession((state) => state.user_info?.role);
  const wanted = params.get('tab') ?? 'users';
  const tab: PartKey = wanted in PARTS ? (wanted as PartKey) : 'users';
  const shown = useDeferredValue(tab);

  if (role !== 'admin') {
    return (
      <EmptyState
        is_page
        icon={<LockOutlined />}
        title="只有管理员可以打开这一页"
        text="需要调整成员或权限时，请联系管理员。"
      />
    );
  }
  const { part: Part, label } = PARTS[shown];
  return (
    <div className={styles['page']}>
      <h1>管理</h1>
      <Tabs
        activeKey={tab}
        onChange={(key) => setParams({ tab: key })}
        items={Object.entries(PARTS).map(([key, { label }]) => ({ key, label }))}
        aria-label="管理的内容"
      />
      <Suspense key={shown} fallback={<LoadingRows label={`正在打开${label}`} />}>
        <Part />
      </Suspense>
    </div>
  );
}
