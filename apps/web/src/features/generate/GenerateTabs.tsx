import { NavLink, useSearchParams } from 'react-router';
import styles from './Generate.module.css';

const TABS = [
  { to: '/videoGenerate', label: '图生视频' },
  { to: '/videoGenerate/image', label: '文生图' },
  { to: '/videoGenerate/image/editor', label: '图片编辑' },
];

/** The ways between the pages that make something. */
export function GenerateTabs() {
  const [params] = useSearchParams();
  const kept = new URLSearchParams([...params].filter(([name]) => name === 'projectId' || name === 'teamId'));
  return (
    <nav className={styles['tabs']} aria-label="AI 生成">
      {TABS.map(({ to, label }) => (
        <NavLink key={to} to={{ pathname: to, search: kept.toString() }} end>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
