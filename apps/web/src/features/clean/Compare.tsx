import { CaretRightOutlined, DownloadOutlined, PauseOutlined } from '@ant-design/icons';
import { CLEAN_QUALITIES, type CleanDetail, type CleanResult } from '@mixreel/contract';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatShare, formatSize, formatTime } from '#lib/format.ts';
import { showToast } from '#lib/toast.ts';
import { useSend } from '#lib/use-call.ts';
import { usePlayback } from '#lib/use-playback.ts';
import { Film } from '#ui/Film.tsx';
import { confirmBox } from '#ui/message-box.ts';
import styles from './Clean.module.css';

type Props = { detail: CleanDetail; result: CleanResult; can_edit: boolean };
/** Two films that are further apart than this are put together again. */
const APART_S = 0.06;

/** Before and after over each other, at full size, with a slider between; both play together. */
export function Compare({ detail, result, can_edit }: Props) {
  const [share, setShare] = useState(50);
  const { attach, at, is_playing, toggle, seek } = usePlayback(0);
  const before = useRef<HTMLVideoElement>(null);
  const save = useSend('clean.save', { refresh: ['clean.list', 'clean.detail', 'material.list'] });
  useEffect(() => {
    const film = before.current;
    if (!film) return;
    if (Math.abs(film.currentTime - at) > APART_S) film.currentTime = at;
    if (is_playing && film.paused) film.play().catch(() => {});
    if (!is_playing && !film.paused) film.pause();
  }, [at, is_playing]);
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
  const ratio = detail.width / Math.max(1, detail.height);
  const clip = { clipPath: `inset(0 ${100 - share}% 0 0)` };
  return (
    <div className={styles['compare']}>
      <div
        className={styles['frame']}
        style={{ aspectRatio: ratio, width: `min(100%, calc((100vh - 330px) * ${ratio}))` }}
      >
        {detail.is_picture ? (
          <>
            <img src={result.url} alt="去除之后" />
            <img src={detail.url ?? ''} alt="去除之前" style={clip} />
          </>
        ) : (
          <>
            <Film ref={attach} src={result.url} playsInline loop aria-label="去除之后" />
            <Film ref={before} src={detail.url ?? ''} muted playsInline style={clip} aria-label="去除之前" />
          </>
        )}
        <i className={styles['divider']} style={{ left: `${share}%` }} />
        <span className={styles['tag']} data-side="left">
          之前
        </span>
        <span className={styles['tag']} data-side="right">
          之后
        </span>
        <input
          type="range"
          aria-label="前后对比的分界"
          min={0}
          max={100}
          value={share}
          onChange={(event) => setShare(Number(event.target.value))}
        />
      </div>
      {!detail.is_picture && (
        <div className={styles['controls']}>
          <Button
            size="small"
            aria-label={is_playing ? '暂停' : '播放'}
            icon={is_playing ? <PauseOutlined aria-hidden="true" /> : <CaretRightOutlined aria-hidden="true" />}
            onClick={toggle}
          />
          <input
            type="range"
            aria-label="时间"
            min={0}
            max={detail.duration_ms}
            step={40}
            value={Math.min(detail.duration_ms, Math.round(at * 1000))}
            onChange={(event) => seek(Number(event.target.value) / 1000)}
          />
        </div>
      )}
      <p className={styles['facts']}>
        {factsOf(result).join(' · ')}
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

function factsOf({
  seen_share,
  made_share,
  bytes,
  quality,
  ai_origin,
  declared_by_name,
  declared_at,
}: CleanResult): string[] {
  return [
    seen_share > 0 && `${formatShare(seen_share)} 是前后画面里真实的背景`,
    made_share > 0 && `${formatShare(made_share)} 由 AI 补全`,
    ai_origin && '文件已带 AI 标识',
    CLEAN_QUALITIES[quality],
    formatSize(bytes),
    `${declared_by_name} ${formatTime(declared_at)} 确认有权编辑`,
  ].filter((one) => one !== false);
}
