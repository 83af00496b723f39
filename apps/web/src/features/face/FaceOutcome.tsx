import { DownloadOutlined } from '@ant-design/icons';
import { FACE_PREVIEW_MS, type FaceResult, type FaceScore, type FaceSwapDetail } from '@mixreel/contract';
import { Alert, Button } from 'antd';
import { Link } from 'react-router';
import { BeforeAfter } from '#features/clean/BeforeAfter.tsx';
import { formatSize, formatTime } from '#lib/format.ts';
import { startDownload } from '#lib/start-download.ts';
import { showToast } from '#lib/toast.ts';
import { useSend } from '#lib/use-call.ts';
import styles from './Face.module.css';

type Props = {
  detail: FaceSwapDetail;
  made: FaceResult;
  is_preview: boolean;
  can_edit: boolean;
  onAt: (at_ms: number) => void;
};

/** Before and after, how well it went for each person, and what to do with it. */
export function FaceOutcome({ detail, made, is_preview, can_edit, onAt }: Props) {
  const save = useSend('face.saveResult', { refresh: ['face.projectList', 'face.projectDetail', 'material.list'] });
  const download = useSend('face.download', { refresh: [] });
  const keep = async () => {
    await save.mutateAsync({ swap_id: detail.swap_id });
    showToast('success', '已存成新素材');
  };
  const take = async () => {
    const { url, file_name } = await download.mutateAsync({ swap_id: detail.swap_id });
    startDownload(url, file_name);
  };
  const length = is_preview ? Math.min(FACE_PREVIEW_MS, detail.duration_ms) : detail.duration_ms;
  if (made.withheld) return <Alert type="warning" showIcon title={made.withheld} />;
  return (
    <div className={styles['outcome']}>
      {made.note && <Alert type="warning" showIcon title={made.note} />}
      <BeforeAfter
        {...detail}
        duration_ms={length}
        from_ms={is_preview ? made.from_ms : 0}
        before_url={detail.url ?? ''}
        after_url={made.url}
        onAt={onAt}
        what="换脸"
      />
      <ul className={styles['scores']} aria-label="换脸效果">
        {made.scores.map((score) => (
          <li key={score.figure_id}>
            <b>
              {detail.figures.find(({ figure_id }) => figure_id === score.figure_id)?.figure_name ?? '已删除的人物'}
            </b>
            <span>{wordsOf(score).join(' · ')}</span>
          </li>
        ))}
      </ul>
      <p className={styles['facts']}>
        文件已带 AI 标识 · {formatSize(made.bytes)} · {made.made_by_name} {formatTime(made.made_at)}
      </p>
      {!is_preview && (
        <div className={styles['acts']}>
          {can_edit && !made.material_id && (
            <Button type="primary" loading={save.isPending} onClick={() => void keep().catch(() => {})}>
              存成新素材
            </Button>
          )}
          {made.material_id && (
            <Link to={`/home/material?projectId=${detail.project_id}&open=${made.material_id}`}>
              已保存，去素材库看
            </Link>
          )}
          <Button
            loading={download.isPending}
            icon={<DownloadOutlined aria-hidden="true" />}
            onClick={() => void take().catch(() => {})}
          >
            下载
          </Button>
        </div>
      )}
    </div>
  );
}

/** Likeness below which two faces are other people to the network. */
const SAME = 0.42;

function wordsOf({ to_new, to_old, tremble, frames, turned_frames, lost_frames }: FaceScore): string[] {
  return [
    to_new !== null &&
      `像新脸 ${to_new.toFixed(2)}${to_new >= SAME ? '（认得出）' : '（不太像，换正面、光线相近的照片试试）'}`,
    to_old !== null && `像原来 ${to_old.toFixed(2)}（原来是 1）`,
    tremble !== null && `抖动是原视频的 ${tremble.toFixed(2)} 倍`,
    frames > 1 && `换了 ${frames} 帧`,
    turned_frames > 0 && `${turned_frames} 帧脸太侧，保留原样`,
    lost_frames > 0 && `${lost_frames} 帧没有找到脸，保留原样`,
    frames === 0 && '没有换到：脸太侧、太小或被挡住',
  ].filter((one) => one !== false);
}
