import { type Template, template as templateCalls } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import type { OutputOf } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import type { Edit } from './edits.ts';
import { TemplateOptions } from './TemplateOptions.tsx';
import { useMix, useMixEdits, useMixState } from './use-mix.ts';
import styles from './Inspector.module.css';

/** The template below the settings of the mix: what is not set here comes from it. */
export function TemplateField() {
  const edits = useMixEdits();
  const cache = useQueryClient();
  const canEdit = useMixState((state) => state.can_edit);
  const { template_name } = useMix();
  const [isPicking, setIsPicking] = useState(false);
  const [chosen, setChosen] = useState<Template | null>(null);

  /** The mix remembers only the name of its template; undo needs its id. */
  const before_id = () => {
    if (template_name === null) return null;
    const lists = cache.getQueriesData<OutputOf<'template.list'>>({ queryKey: [templateCalls.list.path] });
    const found = lists.flatMap(([, data]) => data?.items ?? []).find((one) => one.template_name === template_name);
    return found?.template_id;
  };
  const put = (template: Template | null) => {
    const layer = template
      ? { template_name: template.template_name, template_config: template.config }
      : { template_name: null, template_config: null };
    const template_id = template?.template_id ?? null;
    const edit: Edit = { kind: 'template', template_id, layer, before_id: before_id() };
    void edits.edit(edit);
    setIsPicking(false);
    if (template) showToast('success', `已套用「${template.template_name}」，你自己设过的不变`);
  };
  return (
    <section aria-label="模板">
      <h2>模板</h2>
      <p className={styles['quiet']}>
        {template_name ? `用的是「${template_name}」` : '没有用模板，没设过的都是默认值。'}
      </p>
      {canEdit && (
        <div className={styles['buttons']}>
          <Button size="small" onClick={() => setIsPicking(true)}>
            {template_name ? '换模板' : '套用模板'}
          </Button>
          {template_name && (
            <Button size="small" onClick={() => put(null)}>
              不用模板
            </Button>
          )}
        </div>
      )}
      {isPicking && (
        <Modal
          open
          centered
          width={520}
          title="套用模板"
          okText="套用"
          cancelText="取消"
          okButtonProps={{ disabled: chosen === null }}
          onOk={() => chosen && put(chosen)}
          onCancel={() => setIsPicking(false)}
        >
          <TemplateOptions chosen={chosen?.template_id ?? null} onChoose={setChosen} />
        </Modal>
      )}
    </section>
  );
}
