import { Button } from 'antd';
import { useCanEdit } from '#features/team/space.ts';
import { useSend } from '#lib/use-call.ts';
import type { Analysis } from './use-analysis.ts';
import styles from './UploadPanel.module.css';

/** How far the analysis of what was uploaded is. */
export function AnalysisBar({ project_id, analysis }: { project_id: string | null; analysis: Analysis }) {
  const canEdit = useCanEdit();
  const stop = useSend('analysis.stop');
  const { analysis_total, all_total, failed_total } = analysis;
  if (analysis_total === 0 || !project_id) {
    return failed_total > 0 && <p className={styles['analysis']}>{failed_total} 个素材没有分析成功</p>;
  }
  const done = Math.max(0, all_total - analysis_total);
  return (
    <p className={styles['analysis']} role="status">
      <span className={styles['pulse']} aria-hidden="true" />
      正在分析 {done}/{all_total}
      {failed_total > 0 && `，${failed_total} 个没有成功`}
      {canEdit && (
        <Button size="small" type="text" loading={stop.isPending} onClick={() => stop.mutate({ project_id })}>
          停止分析
        </Button>
      )}
    </p>
  );
}
