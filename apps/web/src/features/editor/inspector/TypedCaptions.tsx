import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { planScript, type Script, type Shooting, type TypedCaption } from '@mixreel/contract';
import { Button, Input, InputNumber } from 'antd';
import { writeCaptions } from '../document/acts.ts';
import { useDesk } from '../document/use-mix.ts';
import { useScope } from './config-scope.ts';
import styles from './Inspector.module.css';

const NEW_MS = 1500;

/** The captions of a wording: made from its line, or written one by one with their times. */
export function TypedCaptions({ shooting, script }: { shooting: Shooting; script: Script }) {
  const desk = useDesk();
  const { can_edit, config } = useScope('caption');
  const { shooting_id } = shooting;
  const { script_id, captions } = script;
  const set = (next: TypedCaption[] | null, tag?: string) =>
    desk.act(planScript(desk.state, script_id, { captions: next }), tag ? { tag } : {});
  const generate = () => void writeCaptions(desk, { shooting_id, script_id });

  const add = () => {
    const start_ms = captions?.at(-1)?.end_ms ?? 0;
    set([...(captions ?? []), { text: '新字幕', start_ms, end_ms: start_ms + NEW_MS }]);
  };
  if (config.caption.source === 'speech') {
    return (
      <p className={styles['quiet']}>每个片段写它自己说的话。要逐条修改，在片段上点右键，选「用它里面的话做字幕」。</p>
    );
  }
  if (captions === null) {
    const isEmpty = script.text.trim() === '';
    return (
      <div className={styles['item']}>
        <span className={styles['quiet']}>{isEmpty ? '没有台词，可以自己写字幕' : '按台词和配音的时间自动断句'}</span>
        {can_edit && (
          <Button size="small" onClick={isEmpty ? add : generate}>
            {isEmpty ? '加一条' : '逐条修改'}
          </Button>
        )}
      </div>
    );
  }
  const change = (n: number, part: Partial<TypedCaption>) =>
    set(
      captions.map((one, k) => (k === n ? { ...one, ...part } : one)),
      `caption ${script_id} ${n} ${Object.keys(part).join()}`,
    );
  return (
    <section aria-label="逐条字幕">
      <h2>逐条字幕</h2>
      <ul className={styles['captions']}>
        {captions.map(({ text, start_ms, end_ms }, n) => (
          <li key={n}>
            <Input
              size="small"
              aria-label={`第 ${n + 1} 条字幕`}
              maxLength={200}
              value={text}
              readOnly={!can_edit}
              onChange={(event) => {
                // An empty caption is none; it goes by its button.
                if (event.target.value.trim() !== '') change(n, { text: event.target.value });
              }}
            />
            {can_edit && (
              <Button
                size="small"
                type="text"
                icon={<DeleteOutlined aria-hidden="true" />}
                aria-label={`删除第 ${n + 1} 条字幕`}
                onClick={() => set(captions.filter((_, k) => k !== n))}
              />
            )}
            <span className={styles['times']}>
              <Seconds
                label={`第 ${n + 1} 条开始`}
                value={start_ms}
                max={end_ms - 1}
                disabled={!can_edit}
                onChange={(ms) => change(n, { start_ms: ms })}
              />
              到
              <Seconds
                label={`第 ${n + 1} 条结束`}
                value={end_ms}
                min={start_ms + 1}
                disabled={!can_edit}
                onChange={(ms) => change(n, { end_ms: ms })}
              />
            </span>
          </li>
        ))}
      </ul>
      {can_edit && (
        <div className={styles['buttons']}>
          <Button size="small" icon={<PlusOutlined aria-hidden="true" />} onClick={add}>
            加一条
          </Button>
          <Button size="small" disabled={script.text.trim() === ''} onClick={generate}>
            按台词重做
          </Button>
          <Button size="small" onClick={() => set(null)}>
            改回自动
          </Button>
        </div>
      )}
    </section>
  );
}

type SecondsProps = {
  label: string;
  value: number;
  min?: number;
  max?: number;
  disabled: boolean;
  onChange: (ms: number) => void;
};

function Seconds({ label, value, min = 0, max = 600_000, disabled, onChange }: SecondsProps) {
  return (
    <InputNumber
      size="small"
      aria-label={label}
      min={min / 1000}
      max={max / 1000}
      step={0.1}
      precision={2}
      suffix="秒"
      controls={false}
      disabled={disabled}
      value={value / 1000}
      onChange={(typed) => typed !== null && onChange(Math.round(typed * 1000))}
    />
  );
}
