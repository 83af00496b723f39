import {
  BorderOuterOutlined,
  CaretRightFilled,
  CloseOutlined,
  PauseOutlined,
  ScissorOutlined,
} from '@ant-design/icons';
import { type ClipChange, damageWithin, damageWords, FITS, planClip, type VideoClip } from '@mixreel/contract';
import { Button, Input, InputNumber, Select, Switch, Tooltip } from 'antd';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { addressOf } from '#lib/app-config.ts';
import { Film } from '#ui/Film.tsx';
import { useDesk, useMixState } from '../document/use-mix.ts';
import { useEditorState } from '../editor-state.ts';
import { splitClip } from '../plan/clip-actions.ts';
import { clipSeconds } from '../plan/fit.ts';
import { CropDialog } from './CropDialog.tsx';
import { stageControls } from './stage-state.ts';
import { formatMoment, type Range, snapToFrame, sourceOf, stepFrames, withEnd, withStart } from './trim.ts';
import { TrimStrip } from './TrimStrip.tsx';
import { useClipVideo } from './use-clip-video.ts';
import styles from './Trimmer.module.css';

export function TrimmerBody({ clip }: { clip: VideoClip }) {
  const { video_clip_id, start_ms, end_ms, material_name } = clip;
  const desk = useDesk();
  const canEdit = useMixState((state) => state.can_edit);
  const select = useEditorState((state) => state.select);
  const source = sourceOf(clip);
  const { video, at_ms, isPlaying, seek, pause, toggle } = useClipVideo(clip);
  const [zoom, setZoom] = useState(1);
  const [isCropping, setIsCropping] = useState(false);
  const isStill = clip.source_ms === 0;
  const trouble = clip.problem ?? damageWords(damageWithin(clip.damage, clip));

  const change = (part: ClipChange) =>
    desk.act(planClip(desk.state, video_clip_id, part), {
      tag: `clip ${video_clip_id} ${Object.keys(part).join()}`,
    });
  /** Moves an edge and shows the frame that is there. */
  const trim = (range: Range, show: 'start' | 'end') => {
    if (!canEdit || (range.start_ms === start_ms && range.end_ms === end_ms)) return;
    pause();
    desk.act(planClip(desk.state, video_clip_id, range), { tag: `trim ${video_clip_id}` });
    seek(show === 'start' ? range.start_ms : stepFrames(range.end_ms, -1, source));
  };
  const split = () => splitClip(desk, video_clip_id, snapToFrame(at_ms, source));
  useEffect(() => {
    // Two sounds at once help nobody.
    if (isPlaying) stageControls().pause();
  }, [isPlaying]);

  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
    const by = ({ ArrowLeft: -1, ArrowRight: 1 } as const)[event.key];
    const isSlider = target.getAttribute('role') === 'slider';
    const run = by
      ? isSlider
        ? undefined
        : () => {
            pause();
            seek(stepFrames(at_ms, by * (event.shiftKey ? 10 : 1), source));
          }
      : {
          i: () => trim(withStart(clip, at_ms, source), 'start'),
          o: () => trim(withEnd(clip, stepFrames(at_ms, 1, source), source), 'end'),
          s: split,
          ' ': target.closest('button, [role="switch"]') ? undefined : toggle,
        }[event.key.toLowerCase()];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of everything inside it */}
      <section className={styles['trimmer']} data-trimmer tabIndex={-1} aria-label="修剪片段" onKeyDown={handleKey}>
        <div className={styles['screen']} data-mirrored={clip.is_mirrored}>
          {clip.preview_url && !isStill ? (
            // oxlint-disable-next-line jsx-a11y/media-has-caption -- raw footage; what is said in it is in the transcript
            <Film
              ref={video}
              src={addressOf(clip.preview_url)}
              poster={clip.cover_url ?? undefined}
              preload="auto"
              playsInline
              aria-label={`${material_name}的画面`}
              onLoadedMetadata={() => seek(at_ms)}
            />
          ) : (
            clip.cover_url && <img src={clip.cover_url} alt={material_name} />
          )}
        </div>
        <div className={styles['main']}>
          <div className={styles['head']}>
            <strong title={material_name}>{material_name}</strong>
            {trouble && (
              <span className={styles['problem']} title={trouble}>
                {trouble}
              </span>
            )}
            <Input
              size="small"
              variant="borderless"
              className={styles['note'] ?? ''}
              aria-label="片段备注"
              placeholder={canEdit ? '备注' : ''}
              maxLength={200}
              readOnly={!canEdit}
              value={clip.note}
              onChange={(event) => change({ note: event.target.value })}
            />
            <span className={styles['facts']}>
              {formatMoment(start_ms)} – {formatMoment(end_ms)} · {clipSeconds(clip).toFixed(2)} 秒
            </span>
            <Tooltip title="回到时间线（Esc）">
              <Button
                size="small"
                type="text"
                icon={<CloseOutlined aria-hidden="true" />}
                aria-label="关闭修剪"
                onClick={() => select(clip.shooting_id)}
              />
            </Tooltip>
          </div>
          <TrimStrip
            clip={clip}
            source={source}
            at_ms={at_ms}
            zoom={zoom}
            canEdit={canEdit}
            onSeek={(ms) => {
              pause();
              seek(ms);
            }}
            onTrim={trim}
          />
          <div className={styles['tools']}>
            {!isStill && (
              <>
                <Button
                  size="small"
                  icon={isPlaying ? <PauseOutlined aria-hidden="true" /> : <CaretRightFilled aria-hidden="true" />}
                  aria-label={isPlaying ? '暂停' : '播放这段'}
                  onClick={toggle}
                />
                <span className={styles['clock']}>{formatMoment(at_ms)}</span>
                <Tooltip title="从播放的地方切成两段（S）">
                  <Button
                    size="small"
                    icon={<ScissorOutlined aria-hidden="true" />}
                    disabled={!canEdit || at_ms <= start_ms || at_ms >= end_ms}
                    onClick={split}
                  >
                    切开
                  </Button>
                </Tooltip>
              </>
            )}
            {clip.source_ms > 20_000 && (
              <Select
                size="small"
                aria-label="放大胶片"
                value={zoom}
                options={[1, 2, 4, 8, 16].map((value) => ({ value, label: value === 1 ? '全长' : `放大 ${value} 倍` }))}
                onChange={setZoom}
              />
            )}
            <span className={styles['gap']} />
            <span className={styles['field']}>
              <span>速度</span>
              <InputNumber
                size="small"
                aria-label="片段速度，倍"
                min={0.25}
                max={4}
                step={0.05}
                suffix="倍"
                disabled={!canEdit || isStill}
                value={clip.speed}
                onChange={(speed) => speed !== null && change({ speed })}
              />
            </span>
            <span className={styles['field']}>
              <span>音量</span>
              <InputNumber
                size="small"
                aria-label="片段音量，%"
                min={0}
                max={200}
                step={5}
                suffix="%"
                disabled={!canEdit || !clip.has_sound}
                value={Math.round(clip.volume * 100)}
                onChange={(volume) => volume !== null && change({ volume: volume / 100 })}
              />
            </span>
            <span className={styles['field']}>
              <span>适配</span>
              <Select
                size="small"
                aria-label="片段的画面适配"
                style={{ width: 104 }}
                value={clip.fit ?? ''}
                disabled={!canEdit}
                options={[
                  { value: '', label: '跟随镜头' },
                  ...Object.entries(FITS).map(([value, label]) => ({ value, label })),
                ]}
                onChange={(fit) => change({ fit: fit === '' ? null : (fit as VideoClip['fit']) })}
              />
            </span>
            <Tooltip title="只用画面的一部分">
              <Button
                size="small"
                type={clip.crop ? 'primary' : 'default'}
                ghost={Boolean(clip.crop)}
                icon={<BorderOuterOutlined aria-hidden="true" />}
                aria-pressed={clip.crop !== null}
                disabled={!canEdit}
                onClick={() => {
                  pause();
                  setIsCropping(true);
                }}
              >
                裁切
              </Button>
            </Tooltip>
            <span className={styles['field']}>
              <span>镜像</span>
              <Switch
                size="small"
                aria-label="左右镜像"
                checked={clip.is_mirrored}
                disabled={!canEdit}
                onChange={(is_mirrored) => change({ is_mirrored })}
              />
            </span>
          </div>
        </div>
      </section>
      {isCropping && (
        <CropDialog
          clip={clip}
          at_ms={at_ms}
          onCrop={(crop) => change({ crop })}
          onClose={() => setIsCropping(false)}
        />
      )}
    </>
  );
}
