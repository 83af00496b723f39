import { ArrowLeftOutlined, CaretRightOutlined } from '@ant-design/icons';
import { type BoxSlice, SLICE_MS, SLICES_MAX } from '@mixreel/contract';
import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { AddToMixDialog } from '#features/mix/AddToMixDialog.tsx';
import { useCanEdit } from '#features/team/space.ts';
import { formatDuration } from '#lib/format.ts';
import { showToast } from '#lib/toast.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { BoxNotes } from './BoxNotes.tsx';
import { ClockInput } from './ClockInput.tsx';
import { SlicePlayer } from './SlicePlayer.tsx';
import styles from './Slice.module.css';

type Props = { project_id: string; material_id: string; onClose: () => void; onAdded: () => void };
type Times = { start_ms: number; end_ms: number };

const LENGTHS = ['15', '30', '60', '90'].map((value) => ({ value, label: `${value} 秒` }));
const COUNT = 10;
const NO_RECIPE = '';
const keyOf = ({ start_ms, end_ms }: Times) => `${start_ms} ${end_ms}`;

/** A long recording, the stretches of it that are worth watching, and which of them are cut out. */
export function SliceDesk({ project_id, material_id, onClose, onAdded }: Props) {
  const canEdit = useCanEdit();
  const material = useCall('material.detail', { material_id });
  const [length, setLength] = useState('30');
  const [count, setCount] = useState(COUNT);
  const [words, setWords] = useState('');
  const wish = { material_id, seconds: Number(length), count, words };
  const found = useCall('box.slices', wish, { keep_previous: true });
  const recipes = useCall('box.recipes', { project_id });
  const [isOff, setIsOff] = useState<ReadonlySet<string>>(new Set());
  const [moved, setMoved] = useState<ReadonlyMap<string, Times>>(new Map());
  const [recipe_id, setRecipeId] = useState(NO_RECIPE);
  const [shown, setShown] = useState<(Times & { n: number }) | null>(null);
  const [isMixing, setIsMixing] = useState(false);
  const cut = useSend('box.cut', { refresh: ['task.list'] });

  const slices = found.data?.slices ?? [];
  const timesOf = (slice: BoxSlice): Times => moved.get(keyOf(slice)) ?? slice;
  const chosen = slices.filter((slice) => !isOff.has(keyOf(slice)));
  const total = chosen.reduce((sum, slice) => sum + timesOf(slice).end_ms - timesOf(slice).start_ms, 0);
  const toggle = (slice: BoxSlice) => {
    const next = new Set(isOff);
    if (!next.delete(keyOf(slice))) next.add(keyOf(slice));
    setIsOff(next);
  };
  const submit = async () => {
    const clips = chosen.map((slice) => ({
      ...pickTimes(timesOf(slice)),
      title: slice.sentence.slice(0, 60),
    }));
    await cut.mutateAsync({ material_id, clips, ...(recipe_id !== NO_RECIPE && { recipe_id }) });
    showToast('success', `正在剪出 ${clips.length} 段，完成后在素材库里`);
    onAdded();
  };
  if (material.error) return <ErrorState error={material.error} onRetry={() => void material.refetch()} />;
  const duration_ms = (material.data?.source_info.duration ?? 0) * 1000;
  const fitting = (recipes.data ?? []).filter(
    ({ takes, steps }) => takes.includes(material.data?.material_type ?? 'video') && steps[0]?.tool !== 'live_slice',
  );
  return (
    <section className={styles['desk']} aria-label="直播切片">
      <header>
        <Button type="text" icon={<ArrowLeftOutlined aria-hidden="true" />} onClick={onClose}>
          工具箱
        </Button>
        <h2>直播切片</h2>
        <span>{material.data?.material_name}</span>
      </header>
      <div className={styles['columns']}>
        <SlicePlayer material={material.data} shown={shown} />
        <div className={styles['found']}>
          <div className={styles['wish']}>
            <Choice label="每段大约" options={LENGTHS} value={length} onChange={setLength} />
            <span className={styles['most']}>
              最多
              <InputNumber
                aria-label="最多几段"
                min={1}
                max={SLICES_MAX}
                value={count}
                suffix="段"
                onChange={(value) => setCount(value ?? COUNT)}
              />
            </span>
            <Input.Search
              aria-label="优先找的词"
              placeholder="优先找的词，如 面霜 九十九"
              allowClear
              maxLength={100}
              onSearch={setWords}
            />
          </div>
          <ListStates
            query={found}
            isEmpty={(data) => data.slices.length === 0}
            empty={<EmptyState title="没有找到值得剪出来的段落" text="试试把每段调短，或换一个录像。" />}
          >
            {(data) => (
              <>
                {!data.is_heard && (
                  <p className={styles['note']}>没有听到人声，只按画面和音量挑；语音模型就绪后重新分析会更准。</p>
                )}
                <ol className={styles['slices']} aria-busy={found.isPlaceholderData}>
                  {data.slices.map((slice, n) => (
                    <SliceRow
                      key={keyOf(slice)}
                      n={n}
                      slice={slice}
                      times={timesOf(slice)}
                      most_ms={duration_ms}
                      is_on={!isOff.has(keyOf(slice))}
                      is_shown={shown?.n === n}
                      can_edit={canEdit}
                      onToggle={() => toggle(slice)}
                      onTimes={(times) => setMoved(new Map(moved).set(keyOf(slice), times))}
                      onShow={() => setShown({ ...pickTimes(timesOf(slice)), n })}
                    />
                  ))}
                </ol>
              </>
            )}
          </ListStates>
        </div>
      </div>
      {canEdit && <BoxNotes project_id={project_id} tools={['live_slice']} material_ids={[material_id]} />}
      {canEdit && (
        <footer>
          <span role="status">
            已选 {chosen.length} 段，共 {formatDuration(total / 1000)}
          </span>
          <Select
            aria-label="剪好以后"
            className={styles['recipe'] ?? ''}
            value={recipe_id}
            options={[
              { value: NO_RECIPE, label: '剪好直接存进素材库' },
              ...fitting.map((one) => ({ value: one.recipe_id, label: `再用「${one.recipe_name}」处理` })),
            ]}
            onChange={setRecipeId}
          />
          <Button disabled={chosen.length === 0} onClick={() => setIsMixing(true)}>
            直接加入混剪
          </Button>
          <Button
            type="primary"
            disabled={chosen.length === 0}
            loading={cut.isPending}
            onClick={() => void submit().catch(() => {})}
          >
            剪出 {chosen.length} 段
          </Button>
        </footer>
      )}
      {isMixing && (
        <AddToMixDialog
          project_id={project_id}
          clips={chosen.map((slice) => ({ material_id, ...pickTimes(timesOf(slice)) }))}
          onClose={() => setIsMixing(false)}
        />
      )}
    </section>
  );
}

function pickTimes({ start_ms, end_ms }: Times): Times {
  return { start_ms, end_ms };
}

type RowProps = {
  n: number;
  slice: BoxSlice;
  times: Times;
  most_ms: number;
  is_on: boolean;
  is_shown: boolean;
  can_edit: boolean;
  onToggle: () => void;
  onTimes: (times: Times) => void;
  onShow: () => void;
};

function SliceRow(props: RowProps) {
  const { n, slice, times, most_ms, is_on, is_shown, can_edit, onToggle, onTimes, onShow } = props;
  const [start, end] = [times.start_ms / 1000, times.end_ms / 1000];
  const set = (to: Partial<Times>) => {
    const next = { ...times, ...to };
    if (next.end_ms - next.start_ms >= SLICE_MS.least && next.end_ms - next.start_ms <= SLICE_MS.most) onTimes(next);
  };
  return (
    <li data-shown={is_shown} data-off={!is_on}>
      {can_edit && <Checkbox aria-label={`第 ${n + 1} 段`} checked={is_on} onChange={onToggle} />}
      <Button
        shape="circle"
        aria-label={`播放第 ${n + 1} 段`}
        icon={<CaretRightOutlined aria-hidden="true" />}
        onClick={onShow}
      />
      <div>
        <p className={styles['sentence']}>{slice.sentence || `第 ${n + 1} 段`}</p>
        <p className={styles['reasons']}>
          <b title="和这个录像里最好的一段比">{slice.score} 分</b>
          {slice.reasons.map((reason) => (
            <span key={reason}>{reason}</span>
          ))}
        </p>
        <div className={styles['times']}>
          <ClockInput
            aria-label={`第 ${n + 1} 段从`}
            min={0}
            max={end - SLICE_MS.least / 1000}
            step={0.5}
            decimals={1}
            ms={times.start_ms}
            disabled={!can_edit}
            onMs={(start_ms) => set({ start_ms })}
          />
          <span>到</span>
          <ClockInput
            aria-label={`第 ${n + 1} 段到`}
            min={start + SLICE_MS.least / 1000}
            max={most_ms / 1000}
            step={0.5}
            decimals={1}
            ms={times.end_ms}
            disabled={!can_edit}
            onMs={(end_ms) => set({ end_ms })}
          />
          <span>{formatDuration(end - start)}</span>
        </div>
        {slice.text !== slice.sentence && (
          <details>
            <summary>全部台词</summary>
            {slice.text}
          </details>
        )}
      </div>
    </li>
  );
}
