import { LeftOutlined } from '@ant-design/icons';
import type { Material, StoryReference } from '@mixreel/contract';
import { Button, Slider } from 'antd';
import { useRef, useState } from 'react';
import { addressOf } from '#lib/app-config.ts';
import { Choice } from '#ui/Choice.tsx';
import { Film } from '#ui/Film.tsx';
import styles from './Reference.module.css';

/** Of the slider, in milliseconds: about a frame. */
const STEP = 40;
const WAYS = [
  { value: 'frame' as const, label: '一帧' },
  { value: 'stretch' as const, label: '一段' },
];

type Props = { video: Material; onBack: () => void; onPick: (reference: StoryReference) => void };

/** One moment of a video, or from one to another: drag, or go frame by frame with the arrow keys. */
export function ReferenceMoment({ video, onBack, onPick }: Props) {
  const film = useRef<HTMLVideoElement>(null);
  const [way, setWay] = useState<'frame' | 'stretch'>('frame');
  const [at, setAt] = useState(0);
  const [stretch, setStretch] = useState<[number, number] | null>(null);
  const { material_id, material_name, preview_url, cdn_url, cover_url, source_info, material_sub_type } = video;
  const url = preview_url ?? cdn_url;
  const length = Math.max(STEP, Math.floor(((source_info.duration ?? 0) * 1000) / STEP) * STEP);
  const [from, to] = stretch ?? [0, Math.min(length, 3000)];
  const show = (ms: number) => {
    if (film.current) film.current.currentTime = ms / 1000;
  };
  const tooltip = { formatter: (value?: number) => `${((value ?? 0) / 1000).toFixed(2)} 秒` };
  return (
    <div className={styles['moment']}>
      <div className={styles['head']}>
        <Button size="small" type="text" icon={<LeftOutlined aria-hidden="true" />} onClick={onBack}>
          换一个素材
        </Button>
        <b>{material_name}</b>
        <Choice label="取一帧还是一段" options={WAYS} value={way} onChange={setWay} />
      </div>
      {material_sub_type === 'inspiration_video' && (
        <p className={styles['hint']}>灵感素材只能当参考看，不能剪进成片。</p>
      )}
      {url ? (
        <Film
          ref={film}
          className={styles['film']}
          src={addressOf(url)}
          {...(cover_url && { poster: cover_url })}
          muted
          playsInline
          preload="auto"
          aria-label={material_name}
        />
      ) : (
        <p className={styles['hint']}>还没有可以播放的预览，稍等分析完成。</p>
      )}
      {way === 'frame' ? (
        <Slider
          ariaLabelForHandle="第几秒的画面"
          min={0}
          max={length}
          step={STEP}
          value={at}
          tooltip={tooltip}
          onChange={(value) => {
            setAt(value);
            show(value);
          }}
        />
      ) : (
        <Slider
          range
          ariaLabelForHandle={['从第几秒', '到第几秒']}
          min={0}
          max={length}
          step={STEP}
          value={[from, to]}
          tooltip={tooltip}
          onChange={([low = 0, high = STEP]) => {
            show(low === from ? high : low);
            setStretch([low, high]);
          }}
        />
      )}
      <div className={styles['foot']}>
        <span>
          {way === 'frame'
            ? `第 ${(at / 1000).toFixed(2)} 秒`
            : `${(from / 1000).toFixed(2)}–${(to / 1000).toFixed(2)} 秒`}
        </span>
        <Button
          type="primary"
          disabled={way === 'stretch' && to <= from}
          onClick={() =>
            onPick(
              way === 'frame'
                ? { material_id, start_ms: at, end_ms: null }
                : { material_id, start_ms: from, end_ms: to },
            )
          }
        >
          {way === 'frame' ? '用这一帧' : '用这一段'}
        </Button>
      </div>
    </div>
  );
}
