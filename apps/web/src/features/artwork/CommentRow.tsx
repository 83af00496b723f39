import { CheckCircleFilled, CheckCircleOutlined, DeleteOutlined, EditOutlined } from '@ant-design/icons';
import type { ArtworkComment } from '@mixreel/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useSpace } from '#features/team/space.ts';
import { formatAgo } from '#lib/format.ts';
import { useSession } from '#lib/session.ts';
import { useSend } from '#lib/use-call.ts';
import { GrowingText } from '#ui/GrowingText.tsx';
import { confirmBox } from '#ui/message-box.ts';
import { formatMoment } from './artwork-words.ts';
import { COMMENTED } from './CommentsPart.tsx';
import styles from './Comments.module.css';

type Props = {
  comment: ArtworkComment;
  /** The video is at its moment. */
  is_near: boolean;
  can_edit: boolean;
  onSeek: (seconds: number) => void;
};

export function CommentRow({ comment, is_near, can_edit, onSeek }: Props) {
  const { comment_id, at_ms, text, is_resolved, user_uid, user_name, created_at } = comment;
  const me = useSession((state) => state.user_info?.user_uid);
  const isOwner = useSpace((state) => state.current?.role === 'owner');
  const update = useSend('artwork.updateComment', { refresh: COMMENTED });
  const remove = useSend('artwork.deleteComment', { refresh: COMMENTED });
  const [draft, setDraft] = useState<string | null>(null);
  const isMine = user_uid === me;
  const save = () => {
    const next = draft?.trim() ?? '';
    if (next === '' || next === text) return setDraft(null);
    update.mutate({ comment_id, text: next }, { onSuccess: () => setDraft(null) });
  };
  const ask = async () => {
    const isSure = await confirmBox({ title: '删除这条批注？', text, ok_label: '删除', is_danger: true });
    if (isSure) remove.mutate({ comment_id });
  };
  return (
    <li className={styles['row']} data-near={is_near} data-resolved={is_resolved}>
      <div className={styles['head']}>
        {at_ms === null ? (
          <span className={styles['whole']}>整条</span>
        ) : (
          <button
            type="button"
            className={styles['moment']}
            aria-label={`跳到 ${formatMoment(at_ms)}`}
            onClick={() => onSeek(at_ms / 1000)}
          >
            {formatMoment(at_ms)}
          </button>
        )}
        <b>{user_name}</b>
        <small>{formatAgo(created_at)}</small>
        <span className={styles['acts']}>
          {isMine && draft === null && (
            <Button
              type="text"
              size="small"
              icon={<EditOutlined aria-hidden="true" />}
              aria-label="修改批注"
              title="修改"
              onClick={() => setDraft(text)}
            />
          )}
          {(isMine || isOwner) && (
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined aria-hidden="true" />}
              aria-label="删除批注"
              title="删除"
              loading={remove.isPending}
              onClick={() => void ask()}
            />
          )}
          {can_edit && (
            <Button
              type="text"
              size="small"
              icon={is_resolved ? <CheckCircleFilled aria-hidden="true" /> : <CheckCircleOutlined aria-hidden="true" />}
              aria-label="已解决"
              aria-pressed={is_resolved}
              title={is_resolved ? '标为没解决' : '标为已解决'}
              loading={update.isPending && draft === null}
              onClick={() => update.mutate({ comment_id, is_resolved: !is_resolved })}
            />
          )}
        </span>
      </div>
      {draft === null ? (
        <p>{text}</p>
      ) : (
        <div className={styles['edit']}>
          <GrowingText
            autoFocus
            least={2}
            most={8}
            maxLength={2000}
            aria-label="修改批注的文字"
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') {
                event.stopPropagation();
                setDraft(null);
              }
              if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
                event.preventDefault();
                save();
              }
            }}
          />
          <Button size="small" onClick={() => setDraft(null)}>
            取消
          </Button>
          <Button size="small" type="primary" loading={update.isPending} onClick={save}>
            保存
          </Button>
        </div>
      )}
    </li>
  );
}
