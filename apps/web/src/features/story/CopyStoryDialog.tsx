import { nameOfCopy, type StoryCard } from '@mixreel/contract';
import { Form, Input, Select } from 'antd';
import { useNavigate } from 'react-router';
import { showToast } from '#lib/toast.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { storyPath } from './story-path.ts';

type Fields = { board_name: string; project_id: string };

/** The same board once more, here or in another project of the space. */
export function CopyStoryDialog({ card, onClose }: { card: StoryCard; onClose: () => void }) {
  const navigate = useNavigate();
  const projects = useCall('project.list', { page_size: 100 });
  const copy = useSend('story.copy', { refresh: ['story.list'] });
  const { story_board_id, project_id, board_name } = card;

  const submit = async (fields: Fields) => {
    const made = await copy.mutateAsync({ story_board_id, ...fields, board_name: fields.board_name.trim() });
    const action = { label: '打开', run: () => void navigate(storyPath(made)) };
    showToast('success', `已复制为「${made.board_name}」`, { action });
    onClose();
  };
  return (
    <FormDialog<Fields>
      title="复制故事板"
      ok_label="复制"
      is_sending={copy.isPending}
      initial={{ board_name: nameOfCopy(board_name), project_id }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="board_name" label="名称" rules={[{ required: true, whitespace: true, message: '请填写名称' }]}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="project_id" label="放到项目">
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          loading={projects.isPending}
          options={(projects.data?.items ?? []).map((one) => ({ value: one.project_id, label: one.project_name }))}
        />
      </Form.Item>
    </FormDialog>
  );
}
