import { EMPTY_BRIEF, type StoryBrief, type StoryRow, TONES, type Tone } from '@mixreel/contract';
import { Alert, Checkbox, Modal } from 'antd';
import { useState } from 'react';
import { useCall } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import styles from './Writer.module.css';

const OPTIONS = (Object.keys(TONES) as Tone[]).map((value) => ({ value, label: TONES[value] }));

/** A line in other words, and what it said when those were asked for. */
export type OtherLine = { before: string; line: string };

type Props = {
  place: { project_id: string; story_board_id: string };
  brief: StoryBrief | null;
  rows: readonly StoryRow[];
  onTake: (lines: Map<string, OtherLine>) => void;
  onClose: () => void;
};

/** The whole board in another tone: each line before and after, ticked before it counts. */
export function ToneDialog({ place, onTake, onClose, ...given }: Props) {
  // Asked for once: what others write meanwhile would ask, and pay, with every letter.
  const [{ brief, rows }] = useState(given);
  const [tone, setTone] = useState<Tone>(brief?.tone === 'lively' ? 'plain' : 'lively');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const said = rows.filter(({ line }) => line.trim() !== '');
  const asked = said.map(({ row_id, section, line, duration_ms }) => ({ row_id, section, line, duration_ms }));
  const found = useCall(
    'writer.tone',
    { ...place, brief: brief ?? EMPTY_BRIEF, tone, rows: asked },
    { keep_previous: true, stale_ms: Infinity },
  );
  const before = new Map(said.map(({ row_id, line }) => [row_id, line]));
  const changed = (found.data?.lines ?? []).filter(({ row_id, line }) => before.get(row_id) !== line);
  const taken = changed.filter(({ row_id }) => !left.has(row_id));
  const numberOf = (row_id: string) => rows.findIndex((row) => row.row_id === row_id) + 1;
  const toggle = (row_id: string, isTaken: boolean) => {
    const next = new Set(left);
    if (isTaken) next.delete(row_id);
    else next.add(row_id);
    setLeft(next);
  };
  return (
    <Modal
      open
      centered
      width={720}
      title="整板换语气"
      okText={taken.length > 0 ? `换 ${taken.length} 行` : '换语气'}
      cancelText="取消"
      okButtonProps={{ disabled: taken.length === 0 || found.isFetching }}
      onOk={() =>
        onTake(new Map(taken.map(({ row_id, line }) => [row_id, { before: before.get(row_id) ?? '', line }])))
      }
      onCancel={onClose}
    >
      <Choice label="换成什么语气" options={OPTIONS} value={tone} onChange={setTone} />
      <div className={styles['tones']}>
        <ListStates
          query={found}
          isEmpty={() => changed.length === 0}
          empty={
            <EmptyState
              title="没有可换的台词"
              text={
                brief ? '这些话换了语气会走样，请自己改。' : '先用「AI 添加分镜」填好商品资料，才知道哪些话不能动。'
              }
            />
          }
        >
          {({ notices }) => (
            <>
              {notices.map((notice) => (
                <Alert key={notice} type="warning" showIcon title={notice} />
              ))}
              <ul className={styles['items']} aria-label="换了语气的台词">
                {changed.map(({ row_id, line }) => (
                  <li key={row_id}>
                    <Checkbox checked={!left.has(row_id)} onChange={({ target }) => toggle(row_id, target.checked)}>
                      <b>{numberOf(row_id)}</b>
                      {line}
                    </Checkbox>
                    <small>原来：{before.get(row_id)}</small>
                  </li>
                ))}
              </ul>
              <p className={styles['quiet']}>
                {said.length - changed.length > 0 &&
                  `另外 ${said.length - changed.length} 行没有合适的说法，原样不动。`}
                商品的名称、数字和时长都不变。
              </p>
            </>
          )}
        </ListStates>
      </div>
    </Modal>
  );
}
