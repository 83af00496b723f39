import { Button } from 'antd';
import { useCanEdit } from '#features/team/space.ts';
import { showToast } from '#lib/toast.ts';
import { useSend } from '#lib/use-call.ts';
import { useAnalysis } from './analysis-feed.ts';
import styles from './Library.module.css';

/** `正在分析 12/300`, with a way to stop it and to go on. */
export function AnalysisCounter({ project_id }: { project_id: string }) {
  const info = useAnalysis((state) => state.info);
  const canEdit = useCanEdit();
  const stop = useSend('analysis.stop');
  const start = useSend('analysis.start');
  if (!info) return null;
  const { analysis_total, all_total, later_total, failed_total, analysis_status } = info;
  const later = later_total > 0 && `空闲时还会重新识别 ${later_total} 个旧素材`;

  if (analysis_total > 0) {
    return (
      <div className={styles['counter']} role="status">
        <span className={styles['spinner']} aria-hidden="true" />
        正在分析 {all_total - analysis_total}/{all_total}
        {later && `，${later}`}
        {canEdit && (
          <Button size="small" type="text" loading={stop.isPending} onClick={() => stop.mutate({ project_id })}>
            停止
          </Button>
        )}
      </div>
    );
  }
  if (analysis_status !== 'stopped' && failed_total === 0) {
    return later && <div className={styles['counter']}>{later}</div>;
  }
  const goOn = () =>
    start.mutate({ project_id }, { onSuccess: ({ started }) => showToast('success', `${started} 个素材重新开始分析`) });
  return (
    <div className={styles['counter']} role="status">
      {analysis_status === 'stopped' ? '分析已停止' : `${failed_total} 个素材分析失败`}
      {canEdit && (
        <Button size="small" type="text" loading={start.isPending} onClick={goOn}>
          {analysis_status === 'stopped' ? '继续' : '重试'}
        </Button>
      )}
    </div>
  );
}
