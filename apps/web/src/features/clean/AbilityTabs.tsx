import { NavLink, useSearchParams } from 'react-router';
import styles from './Work.module.css';

const TABS = [
  { to: '/aiCapabilities/textMarkRefiner', label: '文字水印去除' },
  { to: '/aiCapabilities/aiBox', label: '工具箱' },
  { to: '/aiCapabilities/faceSwap', label: 'AI 换脸' },
];

/** The pages of the area, in the same project. */
export function AbilityTabs() {
  const [params] = useSearchParams();
  const kept = new URLSearchParams([...params].filter(([name]) => name === 'projectId' || name === 'teamId'));
  return (
    <nav className={styles['tabs']} aria-label="AI 能力">
      {TABS.map(({ to, label }) => (
        <NavLink key={to} to={{ pathname: to, search: kept.toString() }} end>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
