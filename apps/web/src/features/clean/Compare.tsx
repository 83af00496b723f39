import { DownloadOutlined } from '@ant-design/icons';
import { CLEAN_QUALITIES, type CleanDetail, type CleanResult } from '@mixreel/contract';
import { Button } from 'antd';
import { Link } from 'react-router';
import { formatShare, formatSize, formatTime } from '#lib/format.ts';
import { showToast } from '#lib/toast.ts';
import { useSend } from '#lib/use-call.ts';
import { confirmBox } from '#ui/message-box.ts';
import { BeforeAfter } from './BeforeAfter.tsx';
import styles from './Clean.module.css';

type Props = { detail: CleanDetail; result: CleanResult; can_edit: boolean };
/** Before and after, what came of it, and what to do with it. */
export function Compare({ detail, result, can_edit }: Props) {
  const save = useSend('clean.save', { refresh: ['clean.list', 'clean.detail', 'material.list'] });
  const keep = async (mode: 'new' | 'replace') => {
    const asked = {
      title: '用结果替换原素材？',
      text: '用到它的混剪会换成新画面；原来的文件放进回收站，30 天内可以恢复。',
      ok_label: '替换',
    };
    if (mode === 'replace' && !(await confirmBox(asked))) return;
    await save.mutateAsync({ clean_id: detail.clean_id, mode });
    showToast('success', mode === 'new' ? '已存成新素材' : '已替换原素材');
  };
  return (
    <div className={styles['compare']}>
      <BeforeAfter {...detail} before_url={detail.url ?? ''} after_url={result.url} what="去除" />
      <p className={styles['facts']}>
        {factsOf(result, detail.is_picture).join(' · ')}
        {result.note && <b>　{result.note}</b>}
      </p>
      <div className={styles['acts']}>
        {can_edit && !result.material_id && (
          <>
            <Button type="primary" loading={save.isPending} onClick={() => void keep('new').catch(() => {})}>
              存成新素材
            </Button>
            <Button disabled={save.isPending} onClick={() => void keep('replace').catch(() => {})}>
              替换原素材
            </Button>
          </>
        )}
        {result.material_id && (
          <Link to={`/home/material?projectId=${detail.project_id}&open=${result.material_id}`}>
            已保存，去素材库看
          </Link>
        )}
        <Button href={result.url} download={detail.material_name} icon={<DownloadOutlined aria-hidden="true" />}>
          下载
        </Button>
      </div>
    </div>
  );
}

function factsOf(result: CleanResult, is_picture: boolean): string[] {
  const { seen_share, made_share, bytes, quality, ai_origin, declared_by_name, declared_at } = result;
  // A cover hides nothing that would have to come from somewhere.
  const moved_share = is_picture || seen_share + made_share === 0 ? 0 : 1 - seen_share - made_share;
  return [
    seen_share > 0 && `${formatShare(seen_share)} 是前后画面里真实的背景`,
    moved_share >= 0.005 && `${formatShare(moved_share)} 顺着画面的运动推算`,
    made_share > 0 && `${formatShare(made_share)} 由 AI 补全`,
    ai_origin && '文件已带 AI 标识',
    CLEAN_QUALITIES[quality],
    formatSize(bytes),
    `${declared_by_name} ${formatTime(declared_at)} 确认有权编辑`,
  ].filter((one) => one !== false);
}
