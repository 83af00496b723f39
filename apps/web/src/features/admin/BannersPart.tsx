import { PlusOutlined } from '@ant-design/icons';
import type { Banner } from '@mixreel/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { formatTime } from '#lib/format.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { confirmBox } from '#ui/message-box.ts';
import { Pill } from '#ui/Pill.tsx';
import { BannerDialog } from './BannerDialog.tsx';
import styles from './Admin.module.css';

/** Announcements at the top of every page. */
export function BannersPart() {
  const [editing, setEditing] = useState<Banner | 'new' | null>(null);
  const banners = useCall('admin.banners', {});
  const remove = useSend('admin.deleteBanner', { refresh: ['admin.banners', 'home.banners'] });
  const askAndRemove = async ({ banner_id, title }: Banner) => {
    const isSure = await confirmBox({ title: `删除公告「${title}」？`, ok_label: '删除', is_danger: true });
    if (isSure) remove.mutate({ banner_id });
  };
  const add = (
    <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setEditing('new')}>
      新建公告
    </Button>
  );
  return (
    <>
      <div className={styles['tools']}>{add}</div>
      <ListStates
        query={banners}
        isEmpty={(items) => items.length === 0}
        empty={<EmptyState title="还没有公告" text="停机、上新、活动，写一条就能让所有人在页面顶部看到。" />}
      >
        {(items) => (
          <ul className={styles['banners']}>
            {items.map((banner) => (
              <li key={banner.banner_id} className={styles['banner']}>
                <div>
                  <span className={styles['name']}>{banner.title}</span>
                  <div className={styles['quiet']}>{periodOf(banner)}</div>
                </div>
                {banner.audience === 'admin' && <Pill>只给管理员看</Pill>}
                <Pill tone={isShown(banner) ? 'good' : 'neutral'}>{isShown(banner) ? '展示中' : '未展示'}</Pill>
                <Button
                  type="text"
                  size="small"
                  aria-label={`修改公告「${banner.title}」`}
                  onClick={() => setEditing(banner)}
                >
                  修改
                </Button>
                <Button
                  type="text"
                  size="small"
                  danger
                  aria-label={`删除公告「${banner.title}」`}
                  onClick={() => void askAndRemove(banner)}
                >
                  删除
                </Button>
              </li>
            ))}
          </ul>
        )}
      </ListStates>
      {editing && <BannerDialog banner={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </>
  );
}

function isShown({ start_at, end_at }: Banner): boolean {
  const now = Date.now();
  return (!start_at || Date.parse(start_at) <= now) && (!end_at || Date.parse(end_at) > now);
}

function periodOf({ start_at, end_at }: Banner): string {
  if (!start_at && !end_at) return '一直展示';
  return `${start_at ? formatTime(start_at) : '现在'} 至 ${end_at ? formatTime(end_at) : '手动删除'}`;
}
