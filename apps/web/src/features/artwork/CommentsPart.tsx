import { CloseOutlined, MessageOutlined } from '@ant-design/icons';
import type { Artwork, CallKey } from '@mixreel/contract';
import { Button } from 'antd';
import { type RefObject, useState } from 'react';
import type { useCall } from '#lib/use-call.ts';
import { useSend } from '#lib/use-call.ts';
import type { Playback } from '#lib/use-playback.ts';
import { ListStates } from '#ui/ListStates.tsx';
import { formatMoment } from './artwork-words.ts';
import { CommentRow } from './CommentRow.tsx';
import styles from './Comments.module.css';

export const COMMENTED: CallKey[] = ['artwork.comments', 'artwork.list', 'artwork.detail', 'dir.tree'];
/** How long after its moment a comment is the one that is meant. */
const NEAR_S = 1.5;

type Props = {
  artwork: Artwork;
  comments: ReturnType<typeof useCall<'artwork.comments'>>;
  playback: Playback;
  can_edit: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
};

/** What people say of the video, by its time. */
export function CommentsPart({ artwork: { artwork_id }, comments, playback, can_edit, field }: Props) {
  const { at, seek } = playback;
  const [showsAll, setShowsAll] = useState(true);
  const resolved = comments.data?.comments.filter(({ is_resolved }) => is_resolved).length ?? 0;
  return (
    <div className={styles['part']}>
      <ListStates
        query={comments}
        isEmpty={(data) => data.comments.length === 0}
        empty={
          <div className={styles['empty']}>
            <MessageOutlined aria-hidden="true" />
            <p>
              还没有批注。停在要说的画面，按 <kbd>C</kbd> 写一句。
            </p>
          </div>
        }
      >
        {(data) => (
          <>
            {resolved > 0 && (
              <button type="button" className={styles['fold']} onClick={() => setShowsAll(!showsAll)}>
                {showsAll ? `收起已解决的 ${resolved} 条` : `显示已解决的 ${resolved} 条`}
              </button>
            )}
            <ol className={styles['list']} aria-label="批注">
              {data.comments
                .filter(({ is_resolved }) => showsAll || !is_resolved)
                .toSorted((one, other) => (one.at_ms ?? -1) - (other.at_ms ?? -1))
                .map((comment) => {
                  const since = comment.at_ms === null ? -1 : at - comment.at_ms / 1000;
                  return (
                    <CommentRow
                      key={comment.comment_id}
                      comment={comment}
                      is_near={since >= -0.05 && since < NEAR_S}
                      can_edit={can_edit}
                      onSeek={seek}
                    />
                  );
                })}
            </ol>
          </>
        )}
      </ListStates>
      <Composer artwork_id={artwork_id} playback={playback} field={field} />
    </div>
  );
}

type ComposerProps = { artwork_id: string; playback: Playback; field: Props['field'] };

/** A new comment, about the moment at which somebody began to write it. */
function Composer({ artwork_id, playback: { at, now, pause }, field }: ComposerProps) {
  const [text, setText] = useState('');
  /** Milliseconds; null while nobody writes. */
  const [moment, setMoment] = useState<number | null>(null);
  const [isWhole, setIsWhole] = useState(false);
  const add = useSend('artwork.addComment', { refresh: COMMENTED });
  const at_ms = moment ?? Math.round(at * 1000);
  const send = () => {
    if (text.trim() === '' || add.isPending) return;
    add.mutate(
      { artwork_id, text: text.trim(), at_ms: isWhole ? null : at_ms },
      {
        onSuccess: () => {
          setText('');
          setMoment(null);
          setIsWhole(false);
          field.current?.blur();
        },
      },
    );
  };
  return (
    <div className={styles['composer']}>
      <div className={styles['about']}>
        {isWhole ? (
          <button type="button" onClick={() => setIsWhole(false)}>
            关于整条
          </button>
        ) : (
          <>
            <span className={styles['moment']}>{formatMoment(at_ms)}</span>
            <button
              type="button"
              aria-label="改为关于整条视频"
              title="改为关于整条视频"
              onClick={() => setIsWhole(true)}
            >
              <CloseOutlined aria-hidden="true" />
            </button>
          </>
        )}
        <small>Enter 发送，Shift Enter 换行</small>
      </div>
      <textarea
        ref={field}
        rows={2}
        maxLength={2000}
        aria-label={isWhole ? '写关于整条视频的批注' : '在这一刻写批注'}
        placeholder="写批注，比如：这里字幕挡住了产品"
        value={text}
        onFocus={() => {
          pause();
          if (text === '') setMoment(Math.round(now() * 1000));
        }}
        onBlur={() => text === '' && setMoment(null)}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault();
            send();
          }
          if (event.key === 'Escape') {
            // The dialog stays; what was written too.
            event.stopPropagation();
            event.currentTarget.blur();
          }
        }}
      />
      <Button type="primary" disabled={text.trim() === ''} loading={add.isPending} onClick={send}>
        发送
      </Button>
    </div>
  );
}
