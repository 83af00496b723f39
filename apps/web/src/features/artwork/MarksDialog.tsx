import { DeleteOutlined, TagsOutlined } from '@ant-design/icons';
import { type Checkbox, CHECKBOX_COLOURS } from '@mixreel/contract';
import type { CallKey } from '@mixreel/contract';
import { Button, Input, Modal, Popover } from 'antd';
import { useState } from 'react';
import { useCall, useSend } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { confirmBox } from '#ui/message-box.ts';
import { COLOUR_NAMES } from './artwork-words.ts';
import { MarkDot } from './MarkDot.tsx';
import styles from './Marks.module.css';

type Colour = Checkbox['colour'];

const CHANGED: CallKey[] = ['dir.checkboxes', 'artwork.list', 'artwork.detail', 'dir.tree'];

/** The marks of the space: made, renamed, coloured and taken away. */
export function MarksDialog({ project_id, onClose }: { project_id: string; onClose: () => void }) {
  const marks = useCall('dir.checkboxes', { project_id });
  return (
    <Modal open centered width={520} title="管理标记" footer={null} onCancel={onClose}>
      <ListStates
        query={marks}
        isEmpty={({ checkboxes }) => checkboxes.length === 0}
        empty={
          <EmptyState
            icon={<TagsOutlined />}
            title="还没有标记"
            text="比如「已投放」「爆款」「要改封面」。给成片打勾，就能按标记筛选，也能做成智能目录。"
          />
        }
      >
        {({ checkboxes }) => (
          <ul className={styles['rows']} aria-label="标记">
            {checkboxes.map((mark) => (
              <MarkRow key={mark.checkbox_id} mark={mark} />
            ))}
          </ul>
        )}
      </ListStates>
      {marks.data && <AddMark project_id={project_id} count={marks.data.checkboxes.length} />}
    </Modal>
  );
}

function MarkRow({ mark: { checkbox_id, checkbox_name, colour, artwork_count } }: { mark: Checkbox }) {
  const update = useSend('dir.updateCheckbox', { refresh: CHANGED });
  const remove = useSend('dir.deleteCheckbox', { refresh: CHANGED });
  /** Null while nobody types: others rename it, too, and who only passes by must not take that back. */
  const [typed, setTyped] = useState<string | null>(null);
  const rename = () => {
    const next = typed?.trim() ?? '';
    if (next === '' || next === checkbox_name) return setTyped(null);
    update.mutate({ checkbox_id, checkbox_name: next }, { onSettled: () => setTyped(null) });
  };
  const ask = async () => {
    const text =
      artwork_count > 0
        ? `这个项目有 ${artwork_count} 条成片带着它，成片还在，只是不再带这个标记。不能撤销。`
        : '没有成片带着它。不能撤销。';
    const isSure = await confirmBox({
      title: `删除标记「${checkbox_name}」？`,
      text,
      ok_label: '删除',
      is_danger: true,
    });
    if (isSure) remove.mutate({ checkbox_id });
  };
  return (
    <li className={styles['row']}>
      <ColourButton
        label={`「${checkbox_name}」的颜色`}
        value={colour}
        onChange={(next) => update.mutate({ checkbox_id, colour: next })}
      />
      <Input
        aria-label={`标记「${checkbox_name}」的名称`}
        maxLength={20}
        value={typed ?? checkbox_name}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={rename}
        onPressEnter={({ currentTarget }) => currentTarget.blur()}
      />
      <small>{artwork_count} 条成片</small>
      <Button
        type="text"
        danger
        icon={<DeleteOutlined aria-hidden="true" />}
        aria-label={`删除标记「${checkbox_name}」`}
        loading={remove.isPending}
        onClick={() => void ask()}
      />
    </li>
  );
}

function AddMark({ project_id, count }: { project_id: string; count: number }) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<Colour | null>(null);
  const add = useSend('dir.addCheckbox', { refresh: CHANGED });
  const colour = chosen ?? CHECKBOX_COLOURS[count % CHECKBOX_COLOURS.length] ?? 'blue';
  const send = () => {
    const checkbox_name = name.trim();
    if (checkbox_name === '' || add.isPending) return;
    add.mutate(
      { project_id, checkbox_name, colour },
      {
        onSuccess: () => {
          setName('');
          setChosen(null);
        },
      },
    );
  };
  return (
    <div className={styles['add']}>
      <ColourButton label="新标记的颜色" value={colour} onChange={setChosen} />
      <Input
        autoFocus
        aria-label="新标记的名称"
        placeholder="新标记，比如：已投放"
        maxLength={20}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onPressEnter={send}
      />
      <Button type="primary" disabled={name.trim() === ''} loading={add.isPending} onClick={send}>
        添加
      </Button>
    </div>
  );
}

function ColourButton({ label, value, onChange }: { label: string; value: Colour; onChange: (to: Colour) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      open={isOpen}
      onOpenChange={setIsOpen}
      content={
        <div className={styles['colours']} role="radiogroup" aria-label={label}>
          {CHECKBOX_COLOURS.map((colour) => (
            <button
              key={colour}
              type="button"
              className={styles['colour']}
              role="radio"
              aria-checked={colour === value}
              aria-label={COLOUR_NAMES[colour]}
              title={COLOUR_NAMES[colour]}
              onClick={() => {
                setIsOpen(false);
                if (colour !== value) onChange(colour);
              }}
            >
              <MarkDot colour={colour} />
            </button>
          ))}
        </div>
      }
    >
      <button
        type="button"
        className={styles['colour']}
        aria-label={`${label}：${COLOUR_NAMES[value]}`}
        aria-haspopup="true"
      >
        <MarkDot colour={value} />
      </button>
    </Popover>
  );
}
