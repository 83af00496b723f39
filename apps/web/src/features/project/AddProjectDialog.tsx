import type { SameName } from '@mixreel/contract';
import { PLATFORM_NAMES } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { AutoComplete, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { track } from '#lib/analytics/index.ts';
import { call, CallError, type InputOf, tellError } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import { useCall } from '#lib/use-call.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useCurrentProject } from './current-project.ts';
import { sameNameOf } from './project-dialogs.ts';
import { SameNameDialog } from './SameNameDialog.tsx';

type Fields = InputOf<'project.add'>;

/** A new project. Only the name is needed; the rest helps the AI later and can wait. */
export function AddProjectDialog({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<Fields>();
  const [isSending, setIsSending] = useState(false);
  const [taken, setTaken] = useState<SameName | null>(null);
  const clients = useCall('project.clients', {});
  const skuTypes = useCall('project.skuTypes', {}, { stale_ms: Infinity });
  const { open } = useCurrentProject();
  const cache = useQueryClient();

  const submit = async (fields: Fields) => {
    setIsSending(true);
    try {
      const made = await call('project.add', withoutEmpty(fields), { is_quiet: true });
      await cache.invalidateQueries();
      open(made.project_id);
      track('add_project', { project_id: made.project_id });
      showToast('success', `项目「${made.project_name}」已创建`);
      onClose();
    } catch (error) {
      const same = sameNameOf(error);
      if (same) return setTaken(same);
      tellError(error, () => void submit(fields));
      if (error instanceof CallError) {
        const names = Object.entries(error.fields);
        form.setFields(names.map(([name, message]) => ({ name: name as keyof Fields, errors: [message] })));
      }
    } finally {
      setIsSending(false);
    }
  };

  return (
    <>
      <FormDialog<Fields>
        title="新建项目"
        ok_label="新建"
        width={520}
        is_sending={isSending}
        form={form}
        onSubmit={submit}
        onClose={onClose}
      >
        <Form.Item
          name="project_name"
          label="项目名称"
          rules={[{ required: true, whitespace: true, message: '给项目起个名字' }]}
        >
          <Input autoFocus maxLength={50} placeholder="例如：夏季防晒霜 7 月投放" />
        </Form.Item>
        <Form.Item name="client_name" label="客户（选填）" extra="没有的客户会自动创建">
          <AutoComplete
            maxLength={50}
            placeholder="品牌或广告主"
            options={(clients.data ?? []).map(({ client_name }) => ({ value: client_name }))}
            showSearch={{ filterOption: true }}
          />
        </Form.Item>
        <Form.Item name="sku_type" label="商品类型（选填）">
          <Select allowClear placeholder="选一个，AI 写脚本时会用到" options={skuTypes.data ?? []} />
        </Form.Item>
        <Form.Item name="target_platforms" label="投放平台（选填）">
          <Select
            mode="multiple"
            allowClear
            placeholder="可以多选"
            options={Object.entries(PLATFORM_NAMES).map(([value, label]) => ({ value, label }))}
          />
        </Form.Item>
      </FormDialog>
      <SameNameDialog
        taken={taken}
        onClose={() => setTaken(null)}
        onUse={(name) => {
          form.setFieldValue('project_name', name);
          form.submit();
        }}
        onOpen={(project_id) => {
          open(project_id);
          onClose();
        }}
      />
    </>
  );
}

function withoutEmpty(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  ) as Fields;
}
