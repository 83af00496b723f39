import { TAG_TYPES, tagKey, type TagType } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { showToast } from '#lib/toast.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { heldMaterials, refreshMaterials } from './material-cache.ts';

type Fields = { tag_type: TagType; add?: string[]; remove?: string[] };
type Props = { material_ids: string[]; project_id: string; onClose: () => void };

const NAME_MAX = 20;

/** Tags for many at once: new ones, and ones that go. */
export function TagDialog({ material_ids, project_id, onClose }: Props) {
  const cache = useQueryClient();
  const [form] = Form.useForm<Fields>();
  const tag_type = Form.useWatch('tag_type', form) ?? 'custom';
  const known = useCall('material.tagTypes', { project_id }, { stale_ms: 30_000 });
  const send = useSend('material.batchTag');

  const present = new Map(
    heldMaterials(cache, new Set(material_ids)).flatMap(({ tags }) =>
      tags.map((tag) => [tagKey(tag), tag.name] as const),
    ),
  );
  const suggested = known.data?.items.find(({ type }) => type === tag_type)?.values ?? [];
  const submit = async ({ tag_type: type, add = [], remove = [] }: Fields) => {
    if (add.length + remove.length === 0) return onClose();
    const names = add.map((name) => name.trim()).filter(Boolean);
    const { changed } = await send.mutateAsync({
      material_ids,
      add: names.map((name) => ({ tag_type: type, name })),
      remove,
    });
    await refreshMaterials(cache);
    showToast('success', `已更新 ${changed} 个素材的标签`);
    onClose();
  };
  return (
    <FormDialog<Fields>
      title={`给 ${material_ids.length} 个素材打标`}
      is_sending={send.isPending}
      form={form}
      initial={{ tag_type: 'custom' }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item
        name="add"
        label="添加标签"
        extra="输入后按 Enter，可以加多个"
        rules={[
          {
            validator: (_, names: string[] = []) =>
              names.some((name) => name.trim().length > NAME_MAX || name.includes(':'))
                ? Promise.reject(new Error('标签最多 20 个字，不能包含冒号'))
                : Promise.resolve(),
          },
        ]}
      >
        <Select
          mode="tags"
          autoFocus
          placeholder="例如：新品、户外、开箱"
          tokenSeparators={[',', '，', '、']}
          options={suggested.map(({ label }) => ({ value: label, label }))}
        />
      </Form.Item>
      <Form.Item name="tag_type" label="标签种类">
        <Select options={Object.entries(TAG_TYPES).map(([value, label]) => ({ value, label }))} />
      </Form.Item>
      {present.size > 0 && (
        <Form.Item name="remove" label="去掉标签">
          <Select
            mode="multiple"
            placeholder="不去掉"
            options={[...present].map(([value, label]) => ({ value, label }))}
          />
        </Form.Item>
      )}
    </FormDialog>
  );
}
