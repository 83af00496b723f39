import { CaretRightOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { type BoxSubtitles, type Subtitle, SUBTITLE_FILE_BYTES_MAX, subtitleProblem } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Modal, Pagination } from 'antd';
import { type ChangeEvent, useRef, useState } from 'react';
import { putAnswer } from '#lib/answers.ts';
import { readBase64 } from '#lib/base64.ts';
import { call } from '#lib/call.ts';
import { formatSize } from '#lib/format.ts';
import { readAgain } from '#lib/read-again.ts';
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
  const cache = useQueryClient();
  const material = useCall('material.detail', { material_id });
  // What these rows began with: another revision is somebody else's, who saved meanwhile.
  const [base, setBase] = useState(kept);
  const [rows, setRows] = useState(() => rowsOf(kept.subtitles));
  const [isChanged, setIsChanged] = useState(false);
  /** Own rows, while those of somebody else are looked at. */
  const [aside, setAside] = useState<Row[] | null>(null);
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<(Pick<Subtitle, 'start_ms' | 'end_ms'> & { n: number }) | null>(null);
  const [notices, setNotices] = useState<string[]>([]);
  const [isReading, setIsReading] = useState(false);
  const send = useSend('box.correctSubtitles');
  const picked = useRef<HTMLInputElement>(null);
  const problem = subtitleProblem(rows);
  const first = (page - 1) * ROWS;
  const isBehind = base.revision !== kept.revision;
  const begin = (from: BoxSubtitles) => {
    setBase(from);
    setRows(rowsOf(from.subtitles));
    setPage(1);
  };
  if (isBehind && !isChanged) begin(kept);
  const setDirty = (is: boolean) => {
    setIsChanged(is);
    onDirty(is);
  };
  const change = (next: Row[]) => {
    setRows(next);
    setDirty(true);
  };
  const other = kept.corrected_by_name ?? '别人';
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
    const given = { material_id, revision: base.revision, subtitles };
    const saved = await send.mutateAsync(given).catch(async (error: unknown) => {
      // Refused, perhaps because somebody else has saved: what they did is shown beside what was done here.
      await readAgain(cache, ['box.subtitles']);
      throw error;
    });
    setDirty(false);
    setAside(null);
    begin(saved);
    putAnswer(cache, 'box.subtitles', { material_id }, saved);
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
          {isBehind && isChanged && (
            <Alert
              type="warning"
              showIcon
              title={`${other}刚刚${kept.is_corrected ? '也改了这份字幕' : '把这份字幕恢复成了听到的'}。你改的还在这里，没有保存。`}
              action={
                <div className={styles['choice']}>
                  <Button
                    size="small"
                    onClick={() => {
                      setAside(rows);
                      begin(kept);
                    }}
                  >
                    看对方的
                  </Button>
                  <Button size="small" onClick={() => setBase(kept)}>
                    用我的
                  </Button>
                </div>
              }
            />
          )}
          {aside && !isBehind && (
            <Alert
              type="info"
              showIcon
              title={`这是${other}改的；你改的 ${aside.length} 句还留着，保存或关掉窗口才会丢。`}
              action={
                <Button
                  size="small"
                  onClick={() => {
                    change(aside);
                    setAside(null);
                    setPage(1);
                  }}
                >
                  换回我的
                </Button>
              }
            />
          )}
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
            <EmptyState title="还没有字幕" text={base.note ?? '加一句，或导入 SRT 文件。'}>
              <Button onClick={() => addBehind(-1)}>加一句</Button>
            </EmptyState>
          ) : (
            <ol className={styles['rows']} aria-label="字幕" data-keeps-focus>
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
        {base.is_corrected && <Button onClick={() => void forget().catch(() => {})}>恢复成听到的</Button>}
        <Button onClick={onCancel}>取消</Button>
        <Button
          type="primary"
          disabled={rows.length === 0 || problem !== null || isBehind}
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
