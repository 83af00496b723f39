import { CaretRightOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { type BoxSubtitles, type Subtitle, SUBTITLE_FILE_BYTES_MAX, subtitleProblem } from '@mixreel/contract';
import { Alert, Button, Modal, Pagination } from 'antd';
import { type ChangeEvent, useRef, useState } from 'react';
import { readBase64 } from '#lib/base64.ts';
import { call } from '#lib/call.ts';
import { formatSize } from '#lib/format.ts';
import { showToast } from '#lib/toast.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { GrowingText } from '#ui/GrowingText.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { confirmBox } from '#ui/message-box.ts';
import { ClockInput } from './ClockInput.tsx';
import { SlicePlayer } from './SlicePlayer.tsx';
import styles from './Subtitle.module.css';

type Row = Subtitle & { key: number };
type Props = { material_id: string; material_name: string; onClose: () => void };

const ROWS = 50;
const NEW_MS = 2000;

/** What is heard in a material, line by line, for somebody to put right. */
export function SubtitleDialog({ material_id, material_name, onClose }: Props) {
  const kept = useCall('box.subtitles', { material_id });
  const isDirty = useRef(false);
  const close = async () => {
    const question = { title: '放弃刚才的校对？', text: '还没有保存，关掉就没有了。', ok_label: '放弃' };
    if (!isDirty.current || (await confirmBox({ ...question, is_danger: true }))) onClose();
  };
  return (
    <Modal
      open
      centered
      width={1040}
      title={`校对字幕：${material_name}`}
      footer={null}
      mask={{ closable: false }}
      onCancel={() => void close()}
    >
      <ListStates query={kept} isEmpty={() => false} empty={null}>
        {(data) => (
          <SubtitleRows
            key={data.revision}
            material_id={material_id}
            kept={data}
            onDirty={(is) => (isDirty.current = is)}
            onClose={onClose}
            onCancel={() => void close()}
          />
        )}
      </ListStates>
    </Modal>
  );
}

type RowsProps = {
  material_id: string;
  kept: BoxSubtitles;
  onDirty: (is: boolean) => void;
  onClose: () => void;
  onCancel: () => void;
};

let made = 0;
const rowsOf = (all: Subtitle[]): Row[] => all.map((one) => ({ ...one, key: (made += 1) }));

function SubtitleRows({ material_id, kept, onDirty, onClose, onCancel }: RowsProps) {
  const material = useCall('material.detail', { material_id });
  const [rows, setRows] = useState(() => rowsOf(kept.subtitles));
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<(Pick<Subtitle, 'start_ms' | 'end_ms'> & { n: number }) | null>(null);
  const [notices, setNotices] = useState<string[]>([]);
  const [isReading, setIsReading] = useState(false);
  const send = useSend('box.correctSubtitles', { refresh: ['box.subtitles'] });
  const picked = useRef<HTMLInputElement>(null);
  const problem = subtitleProblem(rows);
  const first = (page - 1) * ROWS;
  const change = (next: Row[]) => {
    setRows(next);
    onDirty(true);
  };
  const set = (n: number, to: Partial<Subtitle>) => change(rows.with(n, { ...rows[n]!, ...to }));
  const addBehind = (n: number) => {
    const start_ms = rows[n]?.end_ms ?? 0;
    const room = rows[n + 1]?.start_ms ?? Infinity;
    // Where there is no room it says so, for somebody to make some.
    const end_ms = room > start_ms ? Math.min(room, start_ms + NEW_MS) : start_ms + NEW_MS;
    change(rows.toSpliced(n + 1, 0, ...rowsOf([{ start_ms, end_ms, text: '' }])));
    setPage(Math.floor((n + 1) / ROWS) + 1);
  };
  const bring = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = '';
    if (!file) return;
    if (file.size > SUBTITLE_FILE_BYTES_MAX) {
      showToast('error', `字幕文件最大 ${formatSize(SUBTITLE_FILE_BYTES_MAX)}，这个有 ${formatSize(file.size)}`);
      return;
    }
    setIsReading(true);
    try {
      const given = { material_id, file_name: file.name, content_base64: await readBase64(file) };
      const read = await call('box.readSubtitles', given);
      change(rowsOf(read.subtitles));
      setNotices(read.notices);
      setPage(1);
    } finally {
      setIsReading(false);
    }
  };
  const save = async (subtitles: Subtitle[] | null) => {
    await send.mutateAsync({ material_id, revision: kept.revision, subtitles });
    onDirty(false);
    showToast('success', subtitles ? '已保存：烧、翻译和提取字幕都用这一份' : '已恢复成听到的');
    if (subtitles) onClose();
  };
  const forget = async () => {
    const text = '校对过的这一份会丢掉。';
    if (await confirmBox({ title: '恢复成听到的字幕？', text, ok_label: '恢复', is_danger: true })) await save(null);
  };
  return (
    <>
      <div className={styles['columns']}>
        <SlicePlayer material={material.data} shown={shown} />
        <div className={styles['side']}>
          {notices.length > 0 && (
            <Alert
              type="info"
              showIcon
              closable
              title={`已导入，请核对：${notices.join('；')}`}
              onClose={() => setNotices([])}
            />
          )}
          {rows.length === 0 ? (
            <EmptyState title="还没有字幕" text={kept.note ?? '加一句，或导入 SRT 文件。'}>
              <Button onClick={() => addBehind(-1)}>加一句</Button>
            </EmptyState>
          ) : (
            <ol className={styles['rows']} aria-label="字幕">
              {rows.slice(first, first + ROWS).map((row, at) => (
                <SubtitleRow
                  key={row.key}
                  n={first + at}
                  row={row}
                  is_bad={problem?.index === first + at}
                  is_shown={shown?.n === first + at}
                  onSet={(to) => set(first + at, to)}
                  onShow={() => setShown({ start_ms: row.start_ms, end_ms: row.end_ms, n: first + at })}
                  onAdd={() => addBehind(first + at)}
                  onRemove={() => change(rows.toSpliced(first + at, 1))}
                />
              ))}
            </ol>
          )}
          {rows.length > ROWS && (
            <Pagination
              size="small"
              current={page}
              pageSize={ROWS}
              total={rows.length}
              showSizeChanger={false}
              onChange={setPage}
            />
          )}
        </div>
      </div>
      <footer className={styles['foot']}>
        <span role="status">
          {rows.length > 0 && problem ? (
            <>
              <b>{problem.message}</b>
              {Math.floor(problem.index / ROWS) + 1 !== page && problem.index < rows.length && (
                <Button type="link" size="small" onClick={() => setPage(Math.floor(problem.index / ROWS) + 1)}>
                  去看
                </Button>
              )}
            </>
          ) : (
            `共 ${rows.length} 句`
          )}
        </span>
        <input
          ref={picked}
          type="file"
          accept=".srt"
          className="visually-hidden"
          tabIndex={-1}
          aria-label="SRT 文件"
          onChange={(event) => void bring(event).catch(() => {})}
        />
        <Button loading={isReading} onClick={() => picked.current?.click()}>
          导入 SRT
        </Button>
        {kept.is_corrected && <Button onClick={() => void forget().catch(() => {})}>恢复成听到的</Button>}
        <Button onClick={onCancel}>取消</Button>
        <Button
          type="primary"
          disabled={rows.length === 0 || problem !== null}
          loading={send.isPending}
          onClick={() =>
            void save(rows.map(({ start_ms, end_ms, text }) => ({ start_ms, end_ms, text: text.trim() }))).catch(
              () => {},
            )
          }
        >
          保存
        </Button>
      </footer>
    </>
  );
}

type RowProps = {
  n: number;
  row: Row;
  is_bad: boolean;
  is_shown: boolean;
  onSet: (to: Partial<Subtitle>) => void;
  onShow: () => void;
  onAdd: () => void;
  onRemove: () => void;
};

function SubtitleRow({ n, row, is_bad, is_shown, onSet, onShow, onAdd, onRemove }: RowProps) {
  const time = (key: 'start_ms' | 'end_ms', label: string) => (
    <ClockInput
      aria-label={`第 ${n + 1} 句${label}`}
      min={0}
      step={0.1}
      decimals={3}
      ms={row[key]}
      onMs={(ms) => onSet({ [key]: ms })}
    />
  );
  return (
    <li data-bad={is_bad || undefined} data-shown={is_shown || undefined}>
      <Button
        shape="circle"
        size="small"
        aria-label={`播放第 ${n + 1} 句`}
        icon={<CaretRightOutlined aria-hidden="true" />}
        onClick={onShow}
      />
      <div>
        <GrowingText
          least={1}
          most={3}
          aria-label={`第 ${n + 1} 句`}
          status={is_bad ? 'error' : ''}
          value={row.text}
          onChange={({ target }) => onSet({ text: target.value })}
        />
        <span className={styles['times']}>
          {time('start_ms', '从')}到{time('end_ms', '到')}
        </span>
      </div>
      <Button
        type="text"
        size="small"
        aria-label={`第 ${n + 1} 句后面加一句`}
        icon={<PlusOutlined aria-hidden="true" />}
        onClick={onAdd}
      />
      <Button
        type="text"
        size="small"
        aria-label={`删掉第 ${n + 1} 句`}
        icon={<DeleteOutlined aria-hidden="true" />}
        onClick={onRemove}
      />
    </li>
  );
}
