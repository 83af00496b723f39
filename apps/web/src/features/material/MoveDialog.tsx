import type { MaterialSubType } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { showToast } from '#lib/toast.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { refreshMaterials } from './material-cache.ts';
import { SUB_TYPE_NAMES } from './material-words.ts';
import { selection } from './selection.ts';

type Fields = { project_id?: string; material_sub_type?: MaterialSubType };
type Props = { material_ids: string[]; project_id: string; onClose: () => void };

/** To another project of the space, or into another category of videos. */
export function MoveDialog({ material_ids, project_id, onClose }: Props) {
  const cache = useQueryClient();
  const projects = useCall('project.list', { page_size: 100 });
  const move = useSend('material.move');
  const submit = async ({ project_id: to, material_sub_type }: Fields) => {
    if (!to && !material_sub_type) return onClose();
    const { moved } = await move.mutateAsync({
      material_ids,
      ...(to && { project_id: to }),
      ...(material_sub_type && { material_sub_type }),
    });
    selection.clear({ keep_place: true });
    await refreshMaterials(cache);
    showToast('success', `已移动 ${moved} 个素材`);
    onClose();
  };
  return (
    <FormDialog<Fields>
      title={`移动 ${material_ids.length} 个素材`}
      ok_label="移动"
      is_sending={move.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="project_id" label="移到项目">
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          loading={projects.isPending}
          placeholder="留在这个项目"
          options={(projects.data?.items ?? [])
            .filter((one) => one.project_id !== project_id)
            .map((one) => ({ value: one.project_id, label: one.project_name }))}
        />
      </Form.Item>
      <Form.Item name="material_sub_type" label="视频分类" extra="只对视频有用，其他素材不受影响">
        <Select
          allowClear
          placeholder="不改分类"
          options={Object.entries(SUB_TYPE_NAMES).map(([value, label]) => ({ value, label }))}
        />
      </Form.Item>
    </FormDialog>
  );
}
