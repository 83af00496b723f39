import { MenuFoldOutlined, MenuUnfoldOutlined, SearchOutlined } from '@ant-design/icons';
import { Badge, Tooltip } from 'antd';
import { Link, useLocation } from 'react-router';
import { useAsks } from '#features/agent/asks.ts';
import { useConfig } from '#lib/app-config.ts';
import { COMMAND_KEY } from '#lib/keys.ts';
import mark from '#ui/mark.svg';
import { AGENTS, AREAS } from './rail-areas.ts';
import styles from './Rail.module.css';

type Props = { isCollapsed: boolean; onCollapse: () => void; onLaunch: () => void };

export function Rail({ isCollapsed, onCollapse, onLaunch }: Props) {
  const title = useConfig((state) => state.title);
  const { pathname } = useLocation();
  const asks = useAsks().here.length;
  return (
    <nav className={styles['rail']} data-collapsed={isCollapsed} aria-label="主导航">
      <Link className={styles['brand']} to="/home" aria-label={`${title}，回到素材库`}>
        <img src={mark} alt="" width="28" height="28" />
        <span className={styles['label']}>{title}</span>
      </Link>
      <Tooltip title={isCollapsed ? `快速打开（${COMMAND_KEY} K）` : ''} placement="right">
        <button
          type="button"
          className={styles['launch']}
          onClick={onLaunch}
          aria-label={isCollapsed ? '快速打开' : undefined}
          aria-keyshortcuts="Control+K Meta+K"
        >
          <SearchOutlined aria-hidden="true" />
          <span className={styles['label']}>快速打开</span>
          <kbd className={styles['label']} aria-hidden="true">
            {COMMAND_KEY} K
          </kbd>
        </button>
      </Tooltip>
      <ul className={styles['areas']}>
        {AREAS.map(({ label, to, under, icon: Icon }) => {
          const waiting = to === AGENTS ? asks : 0;
          const isHere = under.some((path) => pathname === path || pathname.startsWith(`${path}/`));
          return (
            <li key={to}>
              <Tooltip title={isCollapsed ? label : ''} placement="right">
                <Link
                  className={styles['area']}
                  to={to}
                  aria-current={isHere ? 'page' : undefined}
                  aria-label={waiting > 0 ? `${label}，${waiting} 件等你看` : label}
                >
                  <Badge dot={waiting > 0}>
                    <Icon className={styles['icon'] ?? ''} aria-hidden="true" />
                  </Badge>
                  <span className={styles['label']}>{label}</span>
                </Link>
              </Tooltip>
            </li>
          );
        })}
      </ul>
      <button
        type="button"
        className={styles['collapse']}
        onClick={onCollapse}
        aria-label={isCollapsed ? '展开导航' : '收起导航'}
        aria-expanded={!isCollapsed}
      >
        {isCollapsed ? <MenuUnfoldOutlined aria-hidden="true" /> : <MenuFoldOutlined aria-hidden="true" />}
        <span className={styles['label']}>收起</span>
      </button>
    </nav>
  );
}
