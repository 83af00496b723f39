import { planMix, type Template } from '@mixreel/contract';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { TemplateOptions } from '#features/mix/TemplateOptions.tsx';
import { showToast } from '#lib/toast.ts';
import { putTemplate } from '../document/acts.ts';
import { useDesk, useMixState } from '../document/use-mix.ts';
import styles from './Inspector.module.css';

/** The template below the settings of the mix: what is not set here comes from it. */
export function TemplateField() {
  const desk = useDesk();
  const canEdit = useMixState((state) => state.can_edit);
  const template_name = useMixState(({ mix }) => mix.template_name);
  const [isPicking, setIsPicking] = useState(false);
  const [chosen, setChosen] = useState<Template | null>(null);

  const put = (template: Template) => {
    putTemplate(desk, template);
    setIsPicking(false);
    showToast(
      'success',
      `已套用「${template.template_name}」${template.template_type === 'mix' ? '，你自己设过的不变' : ''}`,
    );
  };
  const takeOff = () => desk.act(planMix(desk.state, { template_name: null, template_config: null }));
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
            <Button size="small" onClick={takeOff}>
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
          <TemplateOptions has_structures={false} chosen={chosen?.template_id ?? null} onChoose={setChosen} />
        </Modal>
      )}
    </section>
  );
}
