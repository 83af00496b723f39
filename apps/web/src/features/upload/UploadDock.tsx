import { CloudUploadOutlined } from '@ant-design/icons';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import { useCurrentProject } from '#features/project/current-project.ts';
import { logProblem } from '#lib/log.ts';
import { UPLOAD_SLOT_ID } from '#lib/upload-slot.ts';
import { ProgressRing } from './ProgressRing.tsx';
import { useSameNames } from './same-names.ts';
import { SameNameDialog } from './SameNameDialog.tsx';
import { totalsOf } from './totals.ts';
import { closePanel, openPanel, usePanel } from './upload-panel.ts';
import { UploadPanel } from './UploadPanel.tsx';
import { loadUploads, useUploads } from './uploads.ts';
import { UploadStrip } from './UploadStrip.tsx';
import { useAnalysis } from './use-analysis.ts';
import bar from '#ui/BarButton.module.css';
import styles from './UploadPanel.module.css';

const FOLD_MS = 4000;

/** In the shell once: the ring in the top bar, the line below the page, the panel, and the question about names. */
export function UploadDock() {
  const { project_id } = useCurrentProject();
  const items = useUploads((state) => state.items);
  const speed = useUploads((state) => state.speed);
  const batch = useUploads((state) => state.batch);
  const isOpen = usePanel((state) => state.is_open);
  const isStrip = usePanel((state) => state.is_strip);
  const [asked] = useSameNames((state) => state.asking);
  const analysis = useAnalysis(project_id);
  const slot = useSyncExternalStore(never, findSlot);
  const totals = useMemo(() => totalsOf(items, batch, speed), [items, batch, speed]);

  useEffect(() => {
    if (project_id) loadUploads(project_id).catch((error: unknown) => logProblem('uploads: not loaded', error));
  }, [project_id]);

  // Nothing is left to be told, or the page that the panel was opened on is gone: it folds away; the button above stays.
  const { pathname } = useLocation();
  const isHeld = usePanel((state) => state.is_held);
  // What was begun in another visit waits behind the button, not in the line.
  const isUnderWay = totals.moving > 0 || items.some(({ state }) => state === 'paused');
  const isQuiet = isStrip ? !isUnderWay : isOpen && !isHeld && totals.open === 0;
  const isSettled = isQuiet && items.length > 0 && totals.trouble === 0;
  useEffect(() => () => usePanel.setState({ is_open: false, is_held: false }), [pathname]);
  useEffect(() => {
    if (!isSettled) return;
    const timer = setTimeout(closePanel, FOLD_MS);
    return () => clearTimeout(timer);
  }, [isSettled]);

  // A file that misses its place must not take the whole page away: browsers open what nobody takes.
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);

  const isAnalysing = analysis.analysis_total > 0;
  const isIdle = items.length === 0 && !isAnalysing && !isOpen;
  const words = buttonWords(totals, analysis.analysis_total);
  return (
    <>
      {slot &&
        !isIdle &&
        createPortal(
          <button
            type="button"
            className={`${bar['button']} ${styles['open']}`}
            aria-label={words}
            title={words}
            aria-expanded={isOpen}
            onClick={() =>
              isOpen ? closePanel() : openPanel(totals.open > 0 || totals.trouble === 0 ? 'open' : 'trouble')
            }
          >
            {totals.moving > 0 ? (
              <ProgressRing percent={totals.percent} is_bad={totals.trouble > 0} />
            ) : (
              <CloudUploadOutlined className={bar['bell'] ?? ''} aria-hidden="true" />
            )}
            {totals.moving > 0 && <span aria-hidden="true">{totals.moving}</span>}
            {totals.moving === 0 && totals.trouble > 0 && <span className={styles['dot']} aria-hidden="true" />}
          </button>,
          slot,
        )}
      {isStrip && items.length > 0 && <UploadStrip items={items} totals={totals} speed={speed} />}
      {isOpen && (
        <UploadPanel items={items} totals={totals} speed={speed} project_id={project_id} analysis={analysis} />
      )}
      {asked && <SameNameDialog key={asked.id} asking={asked} />}
    </>
  );
}

/** Drawn by the top bar, which may be drawn after this. */
function findSlot(): HTMLElement | null {
  return document.getElementById(UPLOAD_SLOT_ID);
}

function never(): () => void {
  return () => {};
}

function buttonWords({ moving, percent, trouble, open }: ReturnType<typeof totalsOf>, analysing: number): string {
  const parts = [
    moving > 0 ? `还有 ${moving} 个，${percent}%` : open > 0 ? `${open} 个没有传完` : null,
    trouble > 0 ? `${trouble} 个没有成功` : null,
    analysing > 0 ? `${analysing} 个正在分析` : null,
  ].filter(Boolean);
  return parts.length > 0 ? `上传：${parts.join('，')}` : '上传记录';
}
