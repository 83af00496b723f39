import { DIR_NAME_MAX, DirName, type MaterialSubType } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import { addDir } from '#features/dir/dir-actions.ts';
import { pathNames } from '#features/dir/dir-tree.ts';
import { showToast } from '#lib/toast.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { moveMaterials } from './material-actions.ts';
import { refreshMaterials } from './material-cache.ts';
import { SUB_TYPE_NAMES } from './material-words.ts';
import { selection } from './selection.ts';

type Fields = { dir_id?: string; dir_name?: string; project_id?: string; material_sub_type?: MaterialSubType };
type Props = { material_ids: string[]; project_id: string; onClose: () => void };

const NONE = '';
const NEW = '+';

/** Into a folder, to another project of the space, or into another category of videos. */
export function MoveDialog({ material_ids, project_id, onClose }: Props) {
  const cache = useQueryClient();
  const [form] = Form.useForm<Fields>();
  const folder = Form.useWatch('dir_id', form);
  const away = Form.useWatch('project_id', form);
  const tree = useCall('dir.materials', { project_id });
  const projects = useCall('project.list', { page_size: 100 });
  const move = useSend('material.move');
  const folders = pathNames(tree.data?.dirs ?? []);

  const submit = async ({ dir_id, dir_name, project_id: to, material_sub_type }: Fields) => {
    if (to || material_sub_type) {
      const { moved } = await move.mutateAsync({
        material_ids,
        ...(to && { project_id: to }),
        ...(material_sub_type && { material_sub_type }),
      });
      showToast('success', `已移动 ${moved} 个素材`);
    }
    if (!to && dir_id !== undefined) {
      const made =
        dir_id === NEW ? await addDir(cache, { kind: 'material', project_id, dir_name: dir_name ?? '' }) : null;
      await moveMaterials(cache, material_ids, made ?? folders.find(({ dir }) => dir.dir_id === dir_id)?.dir ?? null);
    }
    selection.clear({ keep_place: true });
    await refreshMaterials(cache);
    onClose();
  };
  return (
    <FormDialog<Fields>
      form={form}
      title={`移动 ${material_ids.length} 个素材`}
      ok_label="移动"
      is_sending={move.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="dir_id" label="移到文件夹">
        <Select
          allowClear
          disabled={Boolean(away)}
          showSearch={{ optionFilterProp: 'label' }}
          loading={tree.isPending}
          placeholder={away ? '到另一个项目里不带文件夹' : '留在原来的文件夹'}
          options={[
            ...folders.map(({ dir, path }) => ({ value: dir.dir_id, label: path })),
            { value: NONE, label: '不放在文件夹里' },
            { value: NEW, label: '＋ 新建文件夹…' },
          ]}
        />
      </Form.Item>
      {folder === NEW && !away && (
        <Form.Item
          name="dir_name"
          label="新文件夹的名称"
          rules={[
            {
              validator: async (_rule, value: unknown) => {
                const { error } = DirName.safeParse(value ?? '');
                if (error) throw new Error(error.issues[0]?.message);
              },
            },
          ]}
        >
          <Input autoFocus maxLength={DIR_NAME_MAX} />
        </Form.Item>
      )}
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
