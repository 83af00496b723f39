import {
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  FolderAddOutlined,
  HeartFilled,
  HeartOutlined,
  RedoOutlined,
  StopOutlined,
} from '@ant-design/icons';
import type { Generation } from '@mixreel/contract';
import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useCanEdit } from '#features/team/space.ts';
import { CardPicture } from './CardPicture.tsx';
import { useGenerationActions } from './generation-actions.ts';
import { paidOf } from './generation-words.ts';
import { isOver } from './use-history.ts';
import styles from './Card.module.css';

type Props = {
  generation: Generation;
  onOpen: (generation: Generation) => void;
  onAgain: (generation: Generation) => void;
  /** Further buttons of the kind. */
  more?: ReactNode;
};

/** One wish and what came of it. */
export function GenerationCard({ generation, onOpen, onAgain, more }: Props) {
  const { status, files, note, error, prompt, cost, cost_asked, engine_name, is_liked, user_name } = generation;
  const canEdit = useCanEdit();
  const actions = useGenerationActions(generation);
  const isDone = status === 'succeeded' && files.length > 0;
  const isSaved = isDone && files.every(({ material_id }) => material_id !== null);
  const canRetry = status === 'canceled' || (status === 'failed' && error?.can_retry === true);
  // The same again would end the same: it goes back into the form.
  const isLost = status === 'failed' && !canRetry;
  // What came to nothing is not paid; what may have been taken, nobody knows.
  const paid = cost === null && isOver(generation) ? '' : paidOf(cost ?? cost_asked, cost === null);
  const name = prompt || generation.sources[0]?.name || (generation.kind === 'video' ? '图生视频' : '图片');
  return (
    <article className={styles['card']} aria-label={name} data-status={status}>
      <CardPicture generation={generation} onOpen={onOpen} />
      <p className={styles['prompt']} title={prompt}>
        {name}
      </p>
      <p className={styles['facts']}>{[engine_name, paid, user_name].filter(Boolean).join(' · ')}</p>
      {note && isDone && <p className={styles['note']}>{note}</p>}
      <div className={styles['buttons']}>
        {isDone && canEdit && (
          <Button
            size="small"
            icon={<FolderAddOutlined aria-hidden="true" />}
            disabled={isSaved}
            loading={actions.busy === 'save'}
            onClick={() => actions.save()}
          >
            {isSaved ? '已存' : '存素材库'}
          </Button>
        )}
        {isDone && more}
        {isDone && (
          <Icon label="下载" busy={actions.busy === 'download'} onClick={() => files[0] && actions.download(files[0])}>
            <DownloadOutlined aria-hidden="true" />
          </Icon>
        )}
        {canEdit && isDone && (
          <Icon label={is_liked ? '取消满意' : '标记满意'} onClick={actions.like}>
            {is_liked ? <HeartFilled aria-hidden="true" /> : <HeartOutlined aria-hidden="true" />}
          </Icon>
        )}
        {canEdit && !isOver(generation) && (
          <Button
            size="small"
            icon={<StopOutlined aria-hidden="true" />}
            disabled={status === 'canceling'}
            loading={actions.busy === 'cancel'}
            onClick={actions.cancel}
          >
            {status === 'canceling' ? '正在取消' : '取消'}
          </Button>
        )}
        {canEdit && canRetry && (
          <Button
            size="small"
            icon={<RedoOutlined aria-hidden="true" />}
            loading={actions.busy === 'retry'}
            onClick={actions.retry}
          >
            重试
          </Button>
        )}
        {canEdit && isLost && (
          <Button size="small" icon={<EditOutlined aria-hidden="true" />} onClick={() => onAgain(generation)}>
            改一改再来
          </Button>
        )}
        {canEdit && !isLost && (
          <Icon label="用这些设置再来一版" onClick={() => onAgain(generation)}>
            <RedoOutlined aria-hidden="true" rotate={90} />
          </Icon>
        )}
        {canEdit && (
          <Icon label="删除" busy={actions.busy === 'remove'} onClick={actions.remove}>
            <DeleteOutlined aria-hidden="true" />
          </Icon>
        )}
      </div>
    </article>
  );
}

type IconProps = { label: string; busy?: boolean; onClick: () => void; children: ReactNode };

function Icon({ label, busy = false, onClick, children }: IconProps) {
  return (
    <Tooltip title={label}>
      <Button size="small" type="text" aria-label={label} icon={children} loading={busy} onClick={onClick} />
    </Tooltip>
  );
}
