import { CloseOutlined, DownloadOutlined, LeftOutlined, RightOutlined, SoundOutlined } from '@ant-design/icons';
import type { SharedItem } from '@mixreel/contract';
import { type KeyboardEvent, type TouchEvent, useRef, useState } from 'react';
import { formatSize } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { Film } from '#ui/Film.tsx';
import styles from './ShareViewer.module.css';

type Props = {
  item: SharedItem;
  at: number;
  total: number;
  has_next: boolean;
  onGo: (by: 1 | -1) => void;
  onBroken: () => void;
  onDownload: (() => void) | null;
  is_downloading: boolean;
  onClose: () => void;
};

const SWIPE_PX = 60;

/** One shared thing over the whole window; arrows, keys or a swipe lead to the next. */
export function ShareViewer(props: Props) {
  const { item, at, total, has_next, onGo, onBroken, onDownload, is_downloading, onClose } = props;
  const began = useRef<{ x: number; y: number } | null>(null);
  const open = (dialog: HTMLDialogElement | null) => {
    if (dialog && !dialog.open) dialog.showModal();
  };
  const press = (event: KeyboardEvent) => {
    // Inside a player the arrows move its time.
    if ((event.target as HTMLElement).matches('video, audio')) return;
    if (event.key === 'ArrowRight' && has_next) onGo(1);
    if (event.key === 'ArrowLeft' && at > 0) onGo(-1);
  };
  const lift = ({ changedTouches }: TouchEvent) => {
    const touch = changedTouches[0];
    if (!touch || !began.current) return;
    const [across, down] = [touch.clientX - began.current.x, touch.clientY - began.current.y];
    began.current = null;
    if (Math.abs(across) < SWIPE_PX || Math.abs(across) < Math.abs(down) * 1.5) return;
    if (across < 0 && has_next) onGo(1);
    if (across > 0 && at > 0) onGo(-1);
  };
  const { name, width, height, bytes, ai_origin } = item;
  const facts = [
    `${at + 1}/${total}`,
    width && height ? `${width}×${height}` : null,
    bytes ? formatSize(bytes) : null,
  ].filter(Boolean);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows and swipes, besides the buttons
    <dialog
      ref={open}
      className={styles['viewer']}
      aria-label={name}
      onClose={onClose}
      onKeyDown={press}
      onTouchStart={({ touches }) => {
        const touch = touches[0];
        began.current = touch ? { x: touch.clientX, y: touch.clientY } : null;
      }}
      onTouchEnd={lift}
    >
      <div className={styles['top']}>
        <div className={styles['words']}>
          <h2>{name}</h2>
          <p>
            {ai_origin && <span className={styles['ai']}>AI 生成</span>}
            {facts.join(' · ')}
          </p>
        </div>
        {onDownload && (
          <Button is_busy={is_downloading} aria-label={`下载「${name}」`} onClick={onDownload}>
            {!is_downloading && <DownloadOutlined aria-hidden="true" />}
            <span className={styles['label']}>下载</span>
          </Button>
        )}
        <button type="button" className={styles['round']} aria-label="关闭" onClick={onClose}>
          <CloseOutlined aria-hidden="true" />
        </button>
      </div>
      <div className={styles['stage']}>
        <Content key={item.item_id} item={item} onBroken={onBroken} />
      </div>
      <button
        type="button"
        className={styles['round']}
        data-side="left"
        aria-label="上一个"
        disabled={at === 0}
        onClick={() => onGo(-1)}
      >
        <LeftOutlined aria-hidden="true" />
      </button>
      <button
        type="button"
        className={styles['round']}
        data-side="right"
        aria-label="下一个"
        disabled={!has_next}
        onClick={() => onGo(1)}
      >
        <RightOutlined aria-hidden="true" />
      </button>
    </dialog>
  );
}

function Content({ item, onBroken }: { item: SharedItem; onBroken: () => void }) {
  const [isBroken, setIsBroken] = useState(false);
  const { preview_url, cover_url, material_type, name } = item;
  const source = preview_url ?? (material_type === 'image' || material_type === 'ai_image' ? cover_url : null);
  if (!source) {
    return (
      <p className={styles['note']}>
        {cover_url && <img src={cover_url} alt="" />}
        正在准备小尺寸的预览，好了会自动出现。
      </p>
    );
  }
  if (isBroken) {
    return (
      <p className={styles['note']} role="alert">
        没有加载出来，链接可能过期了。
        <Button
          onClick={() => {
            onBroken();
            setIsBroken(false);
          }}
        >
          重新加载
        </Button>
      </p>
    );
  }
  const failed = () => setIsBroken(true);
  if (material_type === 'video') {
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- material as it was shot
      <Film
        src={source}
        poster={cover_url ?? undefined}
        controls
        autoPlay
        playsInline
        aria-label={name}
        onError={failed}
      />
    );
  }
  if (material_type === 'audio') {
    return (
      <div className={styles['sound']}>
        <SoundOutlined aria-hidden="true" />
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- sounds and music */}
        <audio src={source} controls autoPlay aria-label={name} onError={failed} />
      </div>
    );
  }
  return <img src={source} alt={name} onError={failed} />;
}
