import type { MaterialDetail, Rights } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { RIGHTS_HELP, rightsProblem } from '#features/search/rights.ts';
import { useCanEdit } from '#features/team/space.ts';
import { showToast } from '#lib/toast.ts';
import { useSend } from '#lib/use-call.ts';
import { refreshMaterials } from './material-cache.ts';
import { CONSENT_NAMES, LICENCE_NAMES } from './material-words.ts';
import styles from './Detail.module.css';

type Fields = Omit<Rights, 'expires_at'> & { expires_on: string };

/** May it be used, where, and until when. */
export function RightsForm({ material: { material_id, rights } }: { material: MaterialDetail }) {
  const cache = useQueryClient();
  const canEdit = useCanEdit();
  const save = useSend('material.update');
  const [isChanged, setIsChanged] = useState(false);
  const problem = rightsProblem(rights);
  const submit = async ({ expires_on, ...fields }: Fields) => {
    // Until the end of that day, where the person is.
    const expires_at = expires_on ? new Date(`${expires_on}T23:59:59`).toISOString() : null;
    await save.mutateAsync({ material_id, rights: { ...fields, expires_at } });
    setIsChanged(false);
    await refreshMaterials(cache);
    showToast('success', '授权信息已保存');
  };
  return (
    <Form<Fields>
      className={styles['rights'] ?? ''}
      layout="vertical"
      disabled={!canEdit}
      initialValues={{ ...rights, expires_on: rights.expires_at ? localDay(rights.expires_at) : '' }}
      onValuesChange={() => setIsChanged(true)}
      onFinish={(fields) => void submit(fields).catch(() => {})}
    >
      {problem && (
        <p className={styles['notice']} data-bad={problem !== 'soon'}>
          {RIGHTS_HELP[problem]}
        </p>
      )}
      <Form.Item name="licence" label="来源授权">
        <Select options={optionsOf(LICENCE_NAMES)} />
      </Form.Item>
      <Form.Item name="consent" label="出镜人同意">
        <Select options={optionsOf(CONSENT_NAMES)} />
      </Form.Item>
      <Form.Item name="region" label="可用地区">
        <Input maxLength={100} placeholder="例如：中国大陆" />
      </Form.Item>
      <Form.Item name="expires_on" label="到期日">
        <Input type="date" />
      </Form.Item>
      <Form.Item name="note" label="说明">
        <Input.TextArea maxLength={500} rows={3} placeholder="合同编号、使用范围等" />
      </Form.Item>
      {canEdit && (
        <Button type="primary" htmlType="submit" loading={save.isPending} disabled={!isChanged}>
          保存授权信息
        </Button>
      )}
    </Form>
  );
}

function optionsOf(names: Record<string, string>) {
  return Object.entries(names).map(([value, label]) => ({ value, label }));
}

function localDay(time: string): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
