import { isWritten, SHOOTINGS_MAX, STORY_CLIPS_MAX } from '@mixreel/contract';
import { Form, Input, InputNumber, Radio, Select } from 'antd';
import { useState } from 'react';
import { requireSaved } from '#features/document/require-saved.ts';
import type { OutputOf } from '#lib/call.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useBoard, useStory } from './board.ts';
import { MadeMixDialog } from './MadeMixDialog.tsx';

type Fields = { where: 'new' | 'there'; mproject_name: string; mproject_id?: string; clips_per_row: number };
const CLIPS = 4;
const MIXES = 100;

/** 导入混剪: each row becomes a shooting, with the library's best clips on it. */
export function ToMixDialog({ onClose }: { onClose: () => void }) {
  const { desk, board } = useBoard();
  const { story_board_id, project_id } = board;
  const board_name = useStory((story) => story.board_name);
  const count = useStory(({ rows }) => rows.filter(isWritten).length);
  const [where, setWhere] = useState<Fields['where']>('new');
  const [made, setMade] = useState<OutputOf<'storyMix.add'> | null>(null);
  const mixes = useCall('mix.list', { project_id, page_size: MIXES }, { enabled: where === 'there' });
  const add = useSend('storyMix.add', { refresh: ['storyMix.ofBoard', 'mix.list'] });

  const submit = async ({ mproject_name, mproject_id, clips_per_row }: Fields) => {
    // What was typed last belongs to it.
    await requireSaved(desk.live);
    const target =
      where === 'there' ? { ...(mproject_id && { mproject_id }) } : { mproject_name: mproject_name.trim() };
    setMade(await add.mutateAsync({ story_board_id, clips_per_row, ...target }));
  };
  if (made) return <MadeMixDialog made={made} onClose={onClose} />;
  return (
    <FormDialog<Fields>
      title="导入混剪"
      ok_label={`导入 ${count} 行`}
      is_sending={add.isPending}
      initial={{ where: 'new', mproject_name: board_name, clips_per_row: CLIPS }}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        每行成为一个镜头，带上台词、时长、字幕和音色；参考画面和素材库里最合适的片段会放上去，并说明为什么。
        {count > SHOOTINGS_MAX && `一个混剪最多 ${SHOOTINGS_MAX} 个镜头，请先把故事板分成几个。`}
      </p>
      <Form.Item name="where" label="放到">
        <Radio.Group
          options={[
            { value: 'new', label: '新的混剪' },
            { value: 'there', label: '已有的混剪，加在最后' },
          ]}
          onChange={(event) => setWhere(event.target.value as Fields['where'])}
        />
      </Form.Item>
      {where === 'new' ? (
        <Form.Item
          name="mproject_name"
          label="名称"
          rules={[{ required: true, whitespace: true, message: '请填写名称' }]}
        >
          <Input maxLength={100} />
        </Form.Item>
      ) : (
        <Form.Item name="mproject_id" label="混剪" rules={[{ required: true, message: '请选择一个混剪' }]}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            loading={mixes.isPending}
            placeholder="这个项目里的混剪"
            notFoundContent="这个项目还没有混剪"
            options={(mixes.data?.items ?? []).map((one) => ({ value: one.mproject_id, label: one.mproject_name }))}
          />
        </Form.Item>
      )}
      <Form.Item
        name="clips_per_row"
        label="每个镜头放几个候选片段"
        extra="片段越多，能做出的不同视频越多；0 表示先不放。"
      >
        <InputNumber min={0} max={STORY_CLIPS_MAX} precision={0} />
      </Form.Item>
    </FormDialog>
  );
}
