import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import type { MaterialType } from '@mixreel/contract';
import { Button, Modal } from 'antd';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Film } from '#ui/Film.tsx';
import styles from './Look.module.css';

type Source = {
  material_type: MaterialType;
  url: string | null;
  cover_url: string | null;
  /** The part to play, in seconds. */
  from: number;
  to: number | null;
};

type Props = {
  title: string;
  index: number;
  source: Source | undefined;
  onMove: (index: number) => void;
  onOpen: () => void;
  onClose: () => void;
};

/** One thing large over the page. Space closes it again, arrows go on to its neighbours, Enter opens it. */
export function LookFrame({ title, index, source, onMove, onOpen, onClose }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const isOpen = useRef(false);
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const run = {
      ' ': onClose,
      Enter: onOpen,
      ArrowLeft: () => onMove(index - 1),
      ArrowUp: () => onMove(index - 1),
      ArrowRight: () => onMove(index + 1),
      ArrowDown: () => onMove(index + 1),
    }[event.key];
    // Buttons keep their own keys, but not the one that the dialog puts the focus on before it is all there.
    const isPress = event.key === ' ' || event.key === 'Enter';
    if (!run || (isPress && isOpen.current && event.target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  });
  useEffect(() => {
    // Before the grid below and before the video's own keys.
    const listen = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, []);
  return (
    <Modal
      open
      centered
      width="min(1080px, 86vw)"
      title={title}
      footer={null}
      onCancel={onClose}
      afterOpenChange={(isThere) => {
        isOpen.current = isThere;
        if (isThere) frame.current?.focus();
      }}
    >
      <div ref={frame} className={styles['look']} role="group" aria-label={`预览${title}`} tabIndex={-1}>
        <Button
          type="text"
          icon={<LeftOutlined aria-hidden="true" />}
          aria-label="上一个"
          onClick={() => onMove(index - 1)}
        />
        <div className={styles['stage']}>
          {source ? <Stage key={`${source.url} ${source.from}`} {...source} title={title} /> : null}
        </div>
        <Button
          type="text"
          icon={<RightOutlined aria-hidden="true" />}
          aria-label="下一个"
          onClick={() => onMove(index + 1)}
        />
      </div>
      <p className={styles['keys']}>
        <kbd>空格</kbd> 关闭 <kbd>←</kbd> <kbd>→</kbd> 换一个 <kbd>Enter</kbd> 打开详情
      </p>
    </Modal>
  );
}

function Stage({ material_type, url, cover_url, from, to, title }: Source & { title: string }) {
  if (material_type === 'image' || material_type === 'ai_image') {
    return url || cover_url ? <img src={url ?? cover_url ?? ''} alt={title} /> : <p>图片还没有准备好</p>;
  }
  if (!url) return cover_url ? <img src={cover_url} alt={title} /> : <p>还没有可以播放的预览，稍等分析完成</p>;
  return (
    <Film
      src={url}
      {...(cover_url && { poster: cover_url })}
      controls
      autoPlay
      playsInline
      aria-label={title}
      onLoadedMetadata={({ currentTarget }) => {
        currentTarget.currentTime = from;
      }}
      onTimeUpdate={({ currentTarget }) => {
        // A shot is played over and over.
        if (to !== null && currentTarget.currentTime >= to) currentTarget.currentTime = from;
      }}
    >
      <track kind="captions" />
    </Film>
  );
}
