import { CameraOutlined } from '@ant-design/icons';
import { useRef } from 'react';
import { addressOf } from '#lib/app-config.ts';
import { Button } from '#ui/Button.tsx';
import type { Recorded } from './record.ts';
import type { NumberedRow } from './sort-rows.ts';
import type { CameraProblem } from './use-camera.ts';
import styles from './Camera.module.css';

type Props = {
  row: NumberedRow;
  problem: CameraProblem | null;
  onRetry: () => void;
  onTaken: (taken: Recorded) => void;
};

const WHY: Record<CameraProblem, string> = {
  insecure: '这个网址不是 https，浏览器不让网页打开相机',
  denied: '没有允许网页使用相机，可以在浏览器的网站设置里打开',
  missing: '没有找到相机',
  busy: '相机正被别的应用占用',
};

/** Without a camera in the page: the phone's own one, whose takes go the same way. */
export function OwnCamera({ row, problem, onRetry, onTaken }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const why = problem === null ? '这个浏览器不会录像' : WHY[problem];
  return (
    <div className={styles['own']}>
      {row.cover_url && <img src={addressOf(row.cover_url)} alt="参考画面" />}
      {row.line.trim() !== '' && <q>{row.line}</q>}
      <Button look="main" is_large is_wide onClick={() => input.current?.click()}>
        <CameraOutlined aria-hidden="true" />
        用手机相机拍
      </Button>
      <p>{why}。用手机自己的相机拍，拍完回到这里，一样会自动上传。</p>
      {problem !== null && problem !== 'insecure' && (
        <Button is_wide onClick={onRetry}>
          再试一次
        </Button>
      )}
      <input
        ref={input}
        hidden
        type="file"
        accept="video/*"
        capture="environment"
        aria-label="手机拍的视频"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void secondsOf(file).then((seconds) => onTaken({ blob: file, file_name: file.name, seconds }));
        }}
      />
    </div>
  );
}

/** What the browser can't tell is 0: the server finds out. */
function secondsOf(file: File): Promise<number> {
  const video = document.createElement('video');
  const address = URL.createObjectURL(file);
  return new Promise<number>((done) => {
    video.addEventListener('loadedmetadata', () => done(Number.isFinite(video.duration) ? video.duration : 0));
    video.addEventListener('error', () => done(0));
    video.src = address;
  }).finally(() => URL.revokeObjectURL(address));
}
