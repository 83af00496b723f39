import { type ArtworkFilter, cleanDirName, type Dir, REVIEW_STATES } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Checkbox, Input, InputNumber, Modal, Select } from 'antd';
import { type ReactNode, useDeferredValue, useId, useState } from 'react';
import { addDir, updateDir } from '#features/dir/dir-actions.ts';
import { useCall } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import { ORIENTATION_NAMES, REVIEWS } from './artwork-words.ts';
import { cleanRule, ruleWords } from './smart-rule.ts';
import styles from './Dialogs.module.css';

type Props = {
  project_id: string;
  /** The one to change; null for a new one. */
  dir: Dir | null;
  rule: ArtworkFilter;
  onSaved: (dir_id: string) => void;
  onClose: () => void;
};

const ANY = 'any';
const ORIENTATIONS = [
  { value: ANY, label: '不限' },
  ...Object.entries(ORIENTATION_NAMES).map(([value, label]) => ({ value, label })),
];
const AI = [
  { value: ANY, label: '不限' },
  { value: 'with', label: '含 AI' },
  { value: 'without', label: '不含 AI' },
];

/** The conditions of a directory that fills itself, and how many it finds right now. */
export function SmartDirDialog({ project_id, dir, rule: first, onSaved, onClose }: Props) {
  const cache = useQueryClient();
  const [name, setName] = useState(dir?.dir_name ?? '');
  const [rule, setRule] = useState<ArtworkFilter>(first);
  const [isSending, setIsSending] = useState(false);
  const marks = useCall('dir.checkboxes', { project_id });
  const mixes = useCall('mix.list', { project_id, page_size: 100 });
  const clean = cleanRule(useDeferredValue(rule));
  const isEmpty = Object.keys(clean).length === 0;
  const count = useCall('artwork.list', { project_id, ...clean, page_size: 1 }, { keep_previous: true });
  const put = (change: { [K in keyof ArtworkFilter]?: ArtworkFilter[K] | undefined }) =>
    setRule((now) => cleanRule({ ...now, ...change }));
  const marksOptions = (without: string[] = []) =>
    (marks.data?.checkboxes ?? [])
      .filter(({ checkbox_id }) => !without.includes(checkbox_id))
      .map(({ checkbox_id, checkbox_name }) => ({ value: checkbox_id, label: checkbox_name }));
  const suggested = ruleWords(clean, marks.data?.checkboxes ?? []);
  const dir_name = name.trim() || cleanDirName(suggested);

  const send = async () => {
    setIsSending(true);
    try {
      const saved = cleanRule(rule);
      if (dir) await updateDir(cache, { dir_id: dir.dir_id, dir_name, rule: saved });
      onSaved(dir ? dir.dir_id : (await addDir(cache, { project_id, dir_name, rule: saved })).dir_id);
    } finally {
      setIsSending(false);
    }
  };
  return (
    <Modal
      open
      centered
      width={560}
      title={dir ? `修改智能目录「${dir.dir_name}」` : '新建智能目录'}
      okText={dir ? '保存' : '新建'}
      cancelText="取消"
      okButtonProps={{ disabled: isEmpty || dir_name === '' }}
      confirmLoading={isSending}
      onOk={() => void send().catch(() => {})}
      onCancel={onClose}
    >
      <div className={styles['form']}>
        <Field label="名称">
          {(id) => (
            <Input
              id={id}
              maxLength={50}
              placeholder={suggested || '比如：待审的竖屏'}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <p className={styles['note']}>下面的条件要同时符合；不填的不限制。</p>
        <Field label="名称包含">
          {(id) => (
            <Input
              id={id}
              maxLength={100}
              value={rule.keyword ?? ''}
              onChange={(event) => put({ keyword: event.target.value || undefined })}
            />
          )}
        </Field>
        <Field label="审核" is_group>
          {(id) => (
            <Checkbox.Group
              aria-labelledby={id}
              value={rule.review_state ?? []}
              options={REVIEWS.map((value) => ({ value, label: REVIEW_STATES[value] }))}
              onChange={(review_state) => put({ review_state })}
            />
          )}
        </Field>
        <div className={styles['two']}>
          <Field label="带有标记">
            {(id) => (
              <Select
                id={id}
                mode="multiple"
                allowClear
                placeholder="不限"
                notFoundContent="还没有标记"
                value={rule.checkbox_ids ?? []}
                options={marksOptions(rule.without_checkbox_ids)}
                showSearch={{ optionFilterProp: 'label' }}
                onChange={(checkbox_ids: string[]) => put({ checkbox_ids })}
              />
            )}
          </Field>
          <Field label="不带标记">
            {(id) => (
              <Select
                id={id}
                mode="multiple"
                allowClear
                placeholder="不限"
                notFoundContent="还没有标记"
                value={rule.without_checkbox_ids ?? []}
                options={marksOptions(rule.checkbox_ids)}
                showSearch={{ optionFilterProp: 'label' }}
                onChange={(without_checkbox_ids: string[]) => put({ without_checkbox_ids })}
              />
            )}
          </Field>
          <Field label="来自混剪">
            {(id) => (
              <Select
                id={id}
                allowClear
                placeholder="不限"
                loading={mixes.isPending}
                showSearch={{ optionFilterProp: 'label' }}
                {...(rule.mproject_id && { value: rule.mproject_id })}
                options={(mixes.data?.items ?? []).map(({ mproject_id, mproject_name }) => ({
                  value: mproject_id,
                  label: mproject_name,
                }))}
                onChange={(mproject_id?: string) => put({ mproject_id })}
              />
            )}
          </Field>
          <Field label="最近几天做的">
            {(id) => (
              <InputNumber
                id={id}
                min={1}
                max={3650}
                precision={0}
                placeholder="不限"
                suffix="天"
                style={{ width: '100%' }}
                value={rule.days ?? null}
                onChange={(days) => put({ days: days ?? undefined })}
              />
            )}
          </Field>
        </div>
        <div className={styles['two']}>
          <Field label="画面方向" is_group>
            {() => (
              <Choice
                label="画面方向"
                options={ORIENTATIONS}
                value={rule.orientation ?? ANY}
                onChange={(value) =>
                  put({ orientation: value === ANY ? undefined : (value as keyof typeof ORIENTATION_NAMES) })
                }
              />
            )}
          </Field>
          <Field label="AI 生成内容" is_group>
            {() => (
              <Choice
                label="AI 生成内容"
                options={AI}
                value={rule.ai_origin === undefined ? ANY : rule.ai_origin ? 'with' : 'without'}
                onChange={(value) => put({ ai_origin: value === ANY ? undefined : value === 'with' })}
              />
            )}
          </Field>
        </div>
        <Checkbox
          checked={rule.has_open_comments ?? false}
          onChange={({ target }) => put({ has_open_comments: target.checked ? true : undefined })}
        >
          有没解决的批注
        </Checkbox>
        <p className={styles['count']} role="status" aria-busy={count.isFetching}>
          {isEmpty
            ? '请至少填一个条件'
            : count.data
              ? `现在符合条件的有 ${count.data.page_info.total} 条`
              : (count.error?.message ?? '正在数符合条件的成片')}
        </p>
      </div>
    </Modal>
  );
}

type FieldProps = { label: string; is_group?: boolean; children: (id: string) => ReactNode };

function Field({ label, is_group = false, children }: FieldProps) {
  const id = useId();
  return (
    <div className={styles['field']}>
      {is_group ? <span id={id}>{label}</span> : <label htmlFor={id}>{label}</label>}
      {children(id)}
    </div>
  );
}
