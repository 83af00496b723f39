import { DraftMarkers, type DraftSetting } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useId, useState } from 'react';
import { DeliveryPanel } from '#features/download/DeliveryPanel.tsx';
import { isUnderWay, useDelivery } from '#features/download/use-delivery.ts';
import { putAnswer } from '#lib/answers.ts';
import { call } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import type { DraftOf } from './draft-of.ts';
import {
  type DraftTarget,
  formatOf,
  isDraft,
  lastTarget,
  markersFor,
  ownMarkers,
  rememberTarget,
  TARGETS,
} from './draft-target.ts';
import { DraftContents } from './DraftContents.tsx';
import { InstallSteps } from './InstallSteps.tsx';
import { MarkersField } from './MarkersField.tsx';
import { RootField, rootProblem } from './RootField.tsx';
import fields from '#ui/Fields.module.css';
import styles from './Draft.module.css';

type Props = Required<DraftOf> & { setting: DraftSetting; onClose: () => void };

/** Which program and how its drafts should look; then how far it is, and how to install it. */
export function DraftForm({ project_id, artwork_ids, candidate_ids, setting, onClose }: Props) {
  const cache = useQueryClient();
  const [target, setTarget] = useState<DraftTarget>(() => lastTarget(setting));
  const [draft_root, setRoot] = useState(setting.draft_root);
  const [markers, setMarkers] = useState(() => markersFor(target, setting));
  const [task_id, setTask] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const following = useDelivery('draft.status', task_id);
  const { delivery } = following;
  const count = artwork_ids.length + candidate_ids.length;
  const id = useId();

  const keep = (next: DraftSetting) => putAnswer(cache, 'draft.setting', {}, next);
  const choose = (next: DraftTarget, known = setting) => {
    setTarget(next);
    setMarkers(markersFor(next, known));
  };
  const send = async () => {
    setIsSending(true);
    try {
      rememberTarget(target);
      if (isDraft(target)) {
        const own = ownMarkers(target, markers);
        keep(await call('draft.updateSetting', { profile: target, markers: own, draft_root: draft_root.trim() }));
      }
      const made = await call('draft.add', {
        project_id,
        ...(artwork_ids.length > 0 && { artwork_ids }),
        ...(candidate_ids.length > 0 && { candidate_ids }),
        format: formatOf(target),
        ...(isDraft(target) && { profile: target }),
      });
      setTask(made.task_id);
    } finally {
      setIsSending(false);
    }
  };
  const close = () => {
    if (task_id && (!delivery || isUnderWay(delivery))) showToast('info', '在后台继续导出，好了在任务中心下载');
    onClose();
  };
  const isBad = isDraft(target) && (!DraftMarkers.safeParse(markers).success || rootProblem(draft_root) !== null);
  return (
    <Modal
      open
      centered
      width={680}
      title={`导出工程（${count} 条）`}
      okText="导出"
      cancelText="取消"
      okButtonProps={{ disabled: isBad }}
      confirmLoading={isSending}
      {...(task_id && { footer: null })}
      onOk={() => void send().catch(() => {})}
      onCancel={close}
    >
      {task_id ? (
        <div className={`${fields['form']} ${styles['form']}`}>
          <DeliveryPanel {...following} onAgain={() => setTask(null)} />
          <InstallSteps target={target} />
        </div>
      ) : (
        <div className={`${fields['form']} ${styles['form']}`}>
          <div className={styles['targets']} role="radiogroup" aria-label="导出为">
            {(Object.keys(TARGETS) as DraftTarget[]).map((one) => (
              <label key={one} data-on={one === target}>
                <input type="radio" name={id} checked={one === target} onChange={() => choose(one)} />
                <b>{TARGETS[one].name}</b>
                <small>{TARGETS[one].about}</small>
              </label>
            ))}
          </div>
          <DraftContents {...{ project_id, artwork_ids, candidate_ids, target }} />
          {isDraft(target) && (
            <>
              <RootField value={draft_root} profile={target} onChange={setRoot} />
              <MarkersField
                profile={target}
                value={markers}
                onChange={setMarkers}
                onRead={(read) => {
                  keep(read);
                  choose(read.profile, read);
                }}
              />
            </>
          )}
        </div>
      )}
    </Modal>
  );
}
