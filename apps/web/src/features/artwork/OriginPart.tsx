import { CustomerServiceOutlined, PictureOutlined, ScissorOutlined } from '@ant-design/icons';
import type { Artwork } from '@mixreel/contract';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useCanEdit } from '#features/team/space.ts';
import type { OutputOf } from '#lib/call.ts';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { formatMoment, materialPath, mixPath } from './artwork-words.ts';
import { canRemake, remakeWords } from './remake-words.ts';
import styles from './Origin.module.css';

const RemakeDialog = lazy(async () => ({ default: (await import('./RemakeDialog.tsx')).RemakeDialog }));

type Detail = OutputOf<'artwork.detail'>;
type Props = {
  artwork: Artwork;
  detail: Detail | undefined;
  at: number;
  is_in_mix: boolean;
  onSeek: (seconds: number) => void;
};

/** Where the video came from: which mix, which clips, what is said and heard. */
export function OriginPart({ artwork, detail, at, is_in_mix, onSeek }: Props) {
  if (!detail) return <LoadingRows />;
  const { origin } = detail;
  if (!origin) {
    return (
      <p className={styles['none']}>
        这条不是在这里混剪出来的，而是由「{artwork.creator_name || '同事'}」直接存为成片的，所以没有片段和字幕的记录。
      </p>
    );
  }
  return (
    <div className={styles['part']}>
      <Mix artwork={artwork} detail={detail} is_in_mix={is_in_mix} />
      <Shots artwork={artwork} detail={detail} at={at} onSeek={onSeek} />
      <Sound detail={detail} />
      <Captions detail={detail} at={at} onSeek={onSeek} />
    </div>
  );
}

function Mix({ artwork, detail, is_in_mix }: { artwork: Artwork; detail: Detail; is_in_mix: boolean }) {
  const canEdit = useCanEdit();
  const [isRemaking, setIsRemaking] = useState(false);
  const { origin, mproject_id } = detail;
  if (!origin) return null;
  const number = origin.candidate_number === null ? '' : ` · 第 ${origin.candidate_number} 条`;
  return (
    <section className={styles['mix']}>
      <p>
        <ScissorOutlined aria-hidden="true" />
        {origin.has_mix && mproject_id && !is_in_mix ? (
          <Link to={mixPath(mproject_id)}>{origin.mproject_name}</Link>
        ) : (
          <b>{origin.mproject_name}</b>
        )}
        {number}
        {!origin.has_mix && <small>混剪已删除</small>}
      </p>
      {canEdit && (
        <>
          <p className={styles['fresh']}>{remakeWords(detail)}</p>
          <Button size="small" disabled={!canRemake(detail)} onClick={() => setIsRemaking(true)}>
            用新素材重做…
          </Button>
        </>
      )}
      <Suspense fallback={null}>
        {isRemaking && <RemakeDialog artworks={[artwork]} onClose={() => setIsRemaking(false)} />}
      </Suspense>
    </section>
  );
}

type TimedProps = { detail: Detail; at: number; onSeek: (seconds: number) => void };

function Shots({ artwork, detail, at, onSeek }: TimedProps & { artwork: Artwork }) {
  const cuts = detail.origin?.cuts ?? [];
  return (
    <section>
      <h3>镜头 {cuts.length}</h3>
      <ol className={styles['shots']}>
        {cuts.map((cut, n) => (
          <li
            key={`${cut.start_ms} ${cut.video_clip_id}`}
            data-on={at * 1000 >= cut.start_ms && at * 1000 < cut.end_ms}
          >
            <button
              type="button"
              aria-label={`跳到镜头 ${n + 1}，${formatMoment(cut.start_ms)}`}
              onClick={() => onSeek(cut.start_ms / 1000)}
            >
              {cut.cover_url ? <img src={cut.cover_url} alt="" /> : <PictureOutlined aria-hidden="true" />}
            </button>
            <div>
              <p className={styles['slot']}>
                <b>{cut.slot_name}</b>
                <small>
                  {formatMoment(cut.start_ms)}–{formatMoment(cut.end_ms)}
                </small>
                {cut.ai_origin && <small className={styles['ai']}>AI</small>}
              </p>
              {cut.line && <p className={styles['said']}>{cut.line}</p>}
              <p className={styles['source']}>
                {cut.is_gone ? (
                  <span title="素材删除后仍保留在成片里">{cut.material_name || '素材'}（已删除）</span>
                ) : (
                  <Link to={materialPath(artwork.project_id, cut.material_id, cut.source_start_ms / 1000)}>
                    {cut.material_name}
                  </Link>
                )}
                <small>
                  {formatMoment(cut.source_start_ms)}–{formatMoment(cut.source_end_ms)}
                </small>
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Sound({ detail: { origin } }: { detail: Detail }) {
  const voices = origin?.voices ?? [];
  const spoken = voices.filter(({ is_ai }) => is_ai).length;
  const lines = [
    voices.length > 0 &&
      (spoken === 0
        ? `${voices.length} 句录音`
        : spoken === voices.length
          ? `${spoken} 句 AI 配音`
          : `${spoken} 句 AI 配音，${voices.length - spoken} 句录音`),
    origin?.music && `音乐「${origin.music.title}」${origin.music.is_ai ? '（AI 生成）' : ''}`,
  ].filter(Boolean);
  return (
    <section>
      <h3>声音</h3>
      <p className={styles['sound']}>
        <CustomerServiceOutlined aria-hidden="true" />
        {lines.length > 0 ? lines.join('，') : '只有画面自己的声音'}
      </p>
    </section>
  );
}

const CAPTION_KINDS = { caption: '', title: '标题', ai_mark: 'AI 标识' };

function Captions({ detail, at, onSeek }: TimedProps) {
  const captions = detail.origin?.captions ?? [];
  if (captions.length === 0) return null;
  return (
    <section>
      <h3>字幕 {captions.length}</h3>
      <ol className={styles['captions']}>
        {captions.map(({ kind, text, start, end }) => (
          <li key={`${kind} ${start} ${text}`} data-on={at >= start && at < end}>
            <button type="button" aria-label={`跳到 ${formatMoment(start * 1000)}`} onClick={() => onSeek(start)}>
              {formatMoment(start * 1000)}
            </button>
            <span>{text}</span>
            {CAPTION_KINDS[kind] && <small>{CAPTION_KINDS[kind]}</small>}
          </li>
        ))}
      </ol>
    </section>
  );
}
