import { lazy, Suspense, useState } from 'react';
import { Outlet, useNavigation } from 'react-router';
import { AskStrip } from '#features/agent/AskStrip.tsx';
import { useKeptActs } from '#features/document/use-kept-acts.ts';
import { BannerStrip } from '#features/home/BannerStrip.tsx';
import { Launcher } from '#features/home/Launcher.tsx';
import { useProjectInAddress } from '#features/project/current-project.ts';
import { ProjectDialogs } from '#features/project/ProjectDialogs.tsx';
import { useSpaceLoader } from '#features/team/use-space-loader.ts';
import { useKeys } from '#lib/keys.ts';
import { useMedia } from '#lib/use-media.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Themed } from '#ui/Themed.tsx';
import { KeysHelp } from './KeysHelp.tsx';
import { Rail } from './Rail.tsx';
import { TopBar } from './TopBar.tsx';
import styles from './Shell.module.css';

// A shell without uploads is better than none.
const UploadDock = lazy(() =>
  import('#features/upload/UploadDock.tsx').then(
    ({ UploadDock }) => ({ default: UploadDock }),
    () => ({ default: () => <></> }),
  ),
);

const KEY = 'rail_collapsed';
const NARROW = '(width <= 720px)';

/** What is around every page of work: the rail, the top bar, and what they open. */
export function Shell() {
  return (
    <Themed>
      <Frame />
    </Themed>
  );
}

function Frame() {
  const [wantsCollapsed, setWantsCollapsed] = useState(() => localStorage.getItem(KEY) === 'true');
  // A phone that has just signed in lands here too: work needs a desk, but nothing may be out of reach.
  const isCollapsed = useMedia(NARROW) || wantsCollapsed;
  const [isLauncherOpen, setIsLauncherOpen] = useState(false);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const { error, retry } = useSpaceLoader();
  useProjectInAddress();
  useKeptActs();
  const navigation = useNavigation();

  const collapse = () => {
    localStorage.setItem(KEY, String(!wantsCollapsed));
    setWantsCollapsed(!wantsCollapsed);
  };
  useKeys({
    'mod+k': () => setIsLauncherOpen(true),
    '?': () => setIsHelpOpen(true),
    '[': collapse,
  });

  return (
    <div className={styles['shell']} data-collapsed={isCollapsed}>
      <a className={styles['skip']} href="#content">
        跳到内容
      </a>
      <Rail isCollapsed={isCollapsed} onCollapse={collapse} onLaunch={() => setIsLauncherOpen(true)} />
      <div className={styles['column']}>
        <TopBar onHelp={() => setIsHelpOpen(true)} />
        <BannerStrip />
        <AskStrip />
        {navigation.state !== 'idle' && <div className={styles['progress']} role="status" aria-label="正在打开页面" />}
        <main id="content" className={styles['content']} tabIndex={-1}>
          {error ? <ErrorState title="空间没有加载出来" error={error} onRetry={retry} /> : <Outlet />}
        </main>
        {/* Here and not in a page: uploads go on while one walks through the pages. */}
        <Suspense fallback={null}>
          <UploadDock />
        </Suspense>
      </div>
      <ProjectDialogs />
      <Launcher isOpen={isLauncherOpen} onClose={() => setIsLauncherOpen(false)} />
      <KeysHelp isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
    </div>
  );
}
