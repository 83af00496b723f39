import { type AgentShot, spokenLines, wishesOf } from '@mixreel/contract';
import { Button, Modal, Select } from 'antd';
import { useEffect, useState } from 'react';
import { formatShare } from '#lib/format.ts';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { RemoteImage } from '#ui/RemoteImage.tsx';
import { SearchInput } from '#ui/SearchInput.tsx';
import { edit, readBatch, useBatch, useDesk } from './batch.ts';
import styles from './Agent.module.css';

/** Whoever still types is not asked for. */
const REST_MS = 300;

type Props = { row_id: string; onClose: () => void };

/** What is shown with a line of a row: searched for, and chosen by hand. */
export function ShotDialog({ row_id, onClose }: Props) {
  const { desk, batch } = useBatch();
  const rows = useDesk(({ state }) => readBatch(state).rows);
  const row = rows.find((one) => one.row_id === row_id);
  const wishes = row ? wishesOf(row) : [];
  const [place, setPlace] = useState(0);
  const [text, setText] = useState(wishes[0] ?? '');
  const [wish, setWish] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setWish(text.trim()), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { agent_batch_config_id } = batch;
  const asked = { agent_batch_config_id, wish };
  const found = useCall('agentBatch.search', asked, { enabled: wish !== '', keep_previous: true });
  if (!row) return null;

  const take = ({ wish: _asked, ...shot }: AgentShot) => {
    // The cell says what was taken; the words it was found by and the cell agree, so it stays.
    const clips = wishes.with(place, shot.material_name.replaceAll('\n', ' '));
    const shots = wishes.map((_, n) => row.shots[n] ?? null).with(place, { ...shot, wish: clips[place]! });
    const next = { ...row, clips: clips.join('\n'), shots };
    edit(desk, { rows: rows.map((one) => (one.row_id === row_id ? next : one)) });
    onClose();
  };
  return (
    <Modal open centered width={760} title={`第 ${rows.indexOf(row) + 1} 行的画面`} footer={null} onCancel={onClose}>
      <div className={styles['finding']}>
        <Select
          aria-label="哪一句"
          value={place}
          options={spokenLines(row).map((line, n) => ({ value: n, label: `${n + 1}. ${line}` }))}
          onChange={(n) => {
            setPlace(n);
            setText(wishes[n] ?? '');
          }}
        />
        <SearchInput label="找什么画面" placeholder="素材名、标签或一句话" value={text} onChange={setText} />
      </div>
      <ListStates
        query={found}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title="没有找到" text="换个说法，或先上传素材。" />}
      >
        {({ items }) => (
          <ul className={styles['shots']} aria-label="找到的画面">
            {items.map(({ cover_url, ...shot }) => (
              <li key={`${shot.material_id} ${shot.start_ms}`}>
                <Button type="text" onClick={() => take(shot)}>
                  {cover_url && <RemoteImage src={cover_url} alt="" />}
                  <span>
                    <b>{shot.material_name}</b>
                    <small>{fitOf(shot)}</small>
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </Modal>
  );
}

/** Why it may be shown, and how well it fits. */
function fitOf({ is_guess, why, score }: AgentShot): string {
  if (is_guess) return '没有匹配，只是够长';
  return score === undefined ? why : `匹配 ${formatShare(score)} · ${why}`;
}
