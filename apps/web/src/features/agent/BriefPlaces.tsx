import { Select } from 'antd';
import { pathNames } from '#features/dir/dir-tree.ts';
import { useCall } from '#lib/use-call.ts';
import { Field } from '#ui/Field.tsx';
import type { AgentDraft } from './brief-draft.ts';

type Places = Pick<AgentDraft, 'material_dir_ids' | 'template_id' | 'dir_id'>;
type Props = { project_id: string; draft: Places; onChange: (change: Partial<Places>) => void };

/** What shots are taken from, how captions look, and where finished videos go. */
export function BriefPlaces({ project_id, draft, onChange }: Props) {
  const folders = useCall('dir.materials', { project_id });
  const dirs = useCall('dir.tree', { project_id });
  const templates = useCall('template.list', { page_size: 100, template_type: 'caption' }, { stale_ms: 60_000 });
  const optionsOf = (tree: Parameters<typeof pathNames>[0]) =>
    pathNames(tree).map(({ dir, path }) => ({ value: dir.dir_id, label: path }));
  return (
    <>
      <Field label="只用这些文件夹里的素材">
        {(id) => (
          <Select
            id={id}
            mode="multiple"
            maxCount={20}
            value={draft.material_dir_ids}
            options={optionsOf(folders.data?.dirs ?? [])}
            optionFilterProp="label"
            placeholder="整个项目"
            onChange={(material_dir_ids: string[]) => onChange({ material_dir_ids })}
          />
        )}
      </Field>
      <Field label="字幕样式">
        {(id) => (
          <Select
            id={id}
            allowClear
            value={draft.template_id || null}
            options={(templates.data?.items ?? []).map(({ template_id, template_name }) => ({
              value: template_id,
              label: template_name,
            }))}
            optionFilterProp="label"
            placeholder="默认"
            onChange={(template_id: string | null) => onChange({ template_id: template_id ?? '' })}
          />
        )}
      </Field>
      <Field label="成片放在">
        {(id) => (
          <Select
            id={id}
            allowClear
            value={draft.dir_id || null}
            options={optionsOf(dirs.data?.dirs ?? [])}
            optionFilterProp="label"
            placeholder="每批一个新目录"
            onChange={(dir_id: string | null) => onChange({ dir_id: dir_id ?? '' })}
          />
        )}
      </Field>
    </>
  );
}
