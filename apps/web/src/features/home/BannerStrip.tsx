import { CloseOutlined, NotificationOutlined } from '@ant-design/icons';
import { type Banner, PageLink, siteAddress } from '@mixreel/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '#lib/session.ts';
import { useCall } from '#lib/use-call.ts';
import styles from './BannerStrip.module.css';

const KEY = 'banners_closed';

/** What administrators want everybody to know, one line at a time. A closed one stays closed in this browser. */
export function BannerStrip() {
  const isAllowed = useSession((state) => state.user_privilege);
  const banners = useCall('home.banners', {}, { stale_ms: 5 * 60_000, enabled: isAllowed });
  const [closed, setClosed] = useState<string[]>(readClosed);
  const banner = banners.data?.find(({ banner_id }) => !closed.includes(banner_id));
  if (!banner) return null;

  const close = () => {
    const next = [...closed, banner.banner_id].slice(-50);
    localStorage.setItem(KEY, JSON.stringify(next));
    setClosed(next);
  };
  return (
    <section className={styles['strip']} aria-label="公告">
      <NotificationOutlined aria-hidden="true" />
      <BannerText banner={banner} />
      {banner.closable && (
        <button type="button" aria-label={`关闭公告「${banner.title}」`} onClick={close}>
          <CloseOutlined aria-hidden="true" />
        </button>
      )}
    </section>
  );
}

function BannerText({ banner: { title, link } }: { banner: Banner }) {
  const inside = siteAddress(link);
  if (inside) return <Link to={inside}>{title}</Link>;
  if (!link || !PageLink.safeParse(link).success) return <span>{title}</span>;
  return (
    <a href={link} target="_blank" rel="noreferrer">
      {title}
    </a>
  );
}

function readClosed(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? (stored as string[]) : [];
  } catch {
    return [];
  }
}
