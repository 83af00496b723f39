import { LoadingOutlined, MobileOutlined, VideoCameraOutlined } from '@ant-design/icons';
import { SHOOT_STATES, type ShootState, type ShootTake, type StoryRow } from '@mixreel/contract';
import { Button, Select } from 'antd';
import { useHref } from 'react-router';
import { addressOf } from '#lib/app-config.ts';
import { formatTime } from '#lib/format.ts';
import { useSend } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import type { RowShoot } from './use-shoot.ts';
import styles from './Shoot.module.css';

type Props = {
  story_board_id: string;
  rows: readonly StoryRow[];
  shoot: ReadonlyMap<string, RowShoot>;
  can_edit: boolean;
  onCode: () => void;
  onGo: (row_id: string) => void;
};

const STATES = Object.entries(SHOOT_STATES).map(([value, label]) => ({ value: value as ShootState, label }));

/** Beside the board: how far the shooting is, and every take as it comes. */
export function ShootPanel({ story_board_id, rows, shoot, can_edit, onCode, onGo }: Props) {
  const known = new Set(rows.map(({ row_id }) => row_id));
  const wanted = rows.filter(({ row_id }) => shoot.get(row_id)?.state !== 'dropped');
  const done = wanted.filter(({ row_id }) => shoot.get(row_id)?.state === 'done').length;
  const takes = [...shoot.values()].flatMap((one) => one.takes);
  const lost = takes.filter(({ row_id }) => !known.has(row_id));
  const touched = rows.flatMap((row, n) => {
    const one = shoot.get(row.row_id);
    return one ? [{ row, number: n + 1, one }] : [];
  });
  return (
    <div className={styles['panel']}>
      <header>
        <h2>拍摄</h2>
        <p>
          拍好 {done} / {wanted.length} 行 · {takes.filter(({ status }) => status === 'there').length} 条
        </p>
        {can_edit && (
          <Button type="primary" block icon={<MobileOutlined aria-hidden="true" />} onClick={onCode}>
            手机扫码拍摄
          </Button>
        )}
      </header>
      {touched.length + lost.length === 0 && (
        <EmptyState
          icon={<VideoCameraOutlined />}
          title="还没有开始拍"
          text="手机扫码后，拍的每一条会马上出现在这里。"
        />
      )}
      <ul aria-label="拍摄进度">
        {touched.map(({ row, number, one }) => (
          <li key={row.row_id}>
            <div className={styles['row']}>
              <button type="button" onClick={() => onGo(row.row_id)}>
                <b>{number}</b>
                {row.picture || row.line || '还没有写'}
              </button>
              <State
                story_board_id={story_board_id}
                row_id={row.row_id}
                number={number}
                one={one}
                can_edit={can_edit}
              />
            </div>
            <Takes takes={one.takes} />
          </li>
        ))}
        {lost.length > 0 && (
          <li>
            <div className={styles['row']}>已删除的行</div>
            <Takes takes={lost} />
          </li>
        )}
      </ul>
    </div>
  );
}

type StateProps = { story_board_id: string; row_id: string; number: number; one: RowShoot; can_edit: boolean };

function State({ story_board_id, row_id, number, one, can_edit }: StateProps) {
  const mark = useSend('storyShoot.mark', { refresh: ['storyShoot.day'] });
  return (
    <Select
      size="small"
      variant="borderless"
      aria-label={`第 ${number} 行的拍摄`}
      title={one.by_name ? `${one.by_name} 标的` : ''}
      disabled={!can_edit}
      value={one.state}
      options={STATES}
      onChange={(state) => mark.mutate({ story_board_id, row_id, state })}
    />
  );
}

function Takes({ takes }: { takes: readonly ShootTake[] }) {
  return (
    <ol className={styles['takes']}>
      {takes.map((take) => (
        <Take key={take.take_id} take={take} />
      ))}
    </ol>
  );
}

function Take({ take }: { take: ShootTake }) {
  const { number, shot_by, status, message, material_id, cover_url, duration, created_at } = take;
  const preview = useHref(`/materialPreview?${new URLSearchParams({ material_id: material_id ?? '' })}`);
  const name = `第 ${number} 条`;
  const facts = [shot_by, duration !== null && `${duration.toFixed(1)} 秒`].filter(Boolean).join(' · ');
  const picture = (
    <span className={styles['cover']}>
      {status === 'sending' && <LoadingOutlined aria-hidden="true" />}
      {status !== 'sending' && !cover_url && <VideoCameraOutlined aria-hidden="true" />}
      {cover_url && <img src={addressOf(cover_url)} alt="" />}
    </span>
  );
  const words = (
    <span>
      {name}
      <small>{facts}</small>
      {status === 'sending' && <small>正在传</small>}
      {message && <em>{message}</em>}
    </span>
  );
  return (
    <li title={formatTime(created_at)} data-status={status}>
      {status === 'there' ? (
        <a href={preview} target="_blank" rel="noreferrer" aria-label={`播放${name}，${facts}`}>
          {picture}
          {words}
        </a>
      ) : (
        <div>
          {picture}
          {words}
        </div>
      )}
    </li>
  );
}
