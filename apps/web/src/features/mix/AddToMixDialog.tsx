import { CLIPS_MAX, mixKind, planNewClips, planNewShootings, type VideoClip } from '@mixreel/contract';
import { applyAll } from '@mixreel/document';
import { useQueryClient } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { distantDocument } from '#features/document/distant-document.ts';
import type { NewClips } from '#features/material/guests.ts';
import { refreshMaterials } from '#features/material/material-cache.ts';
import { selection } from '#features/material/selection.ts';
import { call } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import { useCall } from '#lib/use-call.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { editorPath } from './editor-path.ts';
import { newClipOf, newShootings } from './new-parts.ts';
import { slotName } from './slot-name.ts';
import { slotsOf } from './slots.ts';

/** In place of an id: one that is yet to be made. */
const NEW = 'new';
const OPEN_MS = 8000;

type Fields = { mproject_id: string; mproject_name?: string; slot_id: string };
type Props = { clips: NewClips; project_id: string; onClose: () => void };

/** Puts materials or shots into a mix of the project, at a place that is there or into a shooting of their own. */
export function AddToMixDialog({ clips, project_id, onClose }: Props) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [form] = Form.useForm<Fields>();
  const [isSending, setIsSending] = useState(false);
  /** The one that was made for them: what did not get in the first time goes there the next. */
  const [made_id, setMadeId] = useState<string | null>(null);
  const mixes = useCall('mix.list', { project_id, page_size: 100 });
  const mproject_id = Form.useWatch('mproject_id', form) ?? NEW;
  const isNew = mproject_id === NEW;
  const mix = useCall('mix.detail', { mproject_id }, { enabled: !isNew });

  const submit = async (fields: Fields) => {
    setIsSending(true);
    try {
      const to = isNew ? (made_id ?? (await addMix(project_id, fields))) : fields.mproject_id;
      if (isNew) setMadeId(to);
      const { planned, notices } = await planClips(to, clips);
      if (notices.size > 0) showToast('warning', [...notices].join('；'), { ms: OPEN_MS });
      if (planned.length === 0) return;
      const isSaved = await distantDocument(to, mixKind).act((state) => {
        const made = fields.slot_id === NEW || isNew ? newShootings(['']) : [];
        const shooting = planNewShootings(state, made);
        const slot_id = made[0]?.shooting_id ?? fields.slot_id;
        return [...shooting, ...planNewClips(applyAll(state, shooting), slot_id, planned.map(newClipOf))];
      });
      if (!isSaved) return;
      selection.clear({ keep_place: true });
      const open = () => void navigate(editorPath(to));
      showToast('success', `已加入 ${planned.length} 个片段`, { ms: OPEN_MS, action: { label: '去混剪', run: open } });
      onClose();
      await refreshMaterials(cache);
    } finally {
      setIsSending(false);
    }
  };
  return (
    <FormDialog<Fields>
      title={`把 ${clips.length} 个片段加入混剪`}
      ok_label="加入"
      form={form}
      initial={{ mproject_id: NEW, slot_id: NEW }}
      is_sending={isSending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="mproject_id" label="混剪">
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          loading={mixes.isPending}
          options={[
            { value: NEW, label: '新建一个混剪' },
            ...(mixes.data?.items ?? []).map((one) => ({ value: one.mproject_id, label: one.mproject_name })),
          ]}
          onChange={() => form.setFieldValue('slot_id', NEW)}
        />
      </Form.Item>
      {isNew ? (
        <Form.Item name="mproject_name" label="名称">
          <Input maxLength={50} placeholder="不填就叫「未命名混剪」" />
        </Form.Item>
      ) : (
        <Form.Item name="slot_id" label="放在">
          <Select
            loading={mix.isPending}
            options={[
              { value: NEW, label: '新的镜头（排在最后）' },
              ...(mix.data
                ? slotsOf(mix.data).map((slot_id) => ({ value: slot_id, label: slotName(mix.data, slot_id) }))
                : []),
            ]}
          />
        </Form.Item>
      )}
    </FormDialog>
  );
}

async function addMix(project_id: string, { mproject_name }: Fields): Promise<string> {
  const made = await call('mix.add', { project_id, mproject_name: mproject_name?.trim() || '未命名混剪' });
  return made.mproject_id;
}

/** Which ranges these are exactly, and what can't be used, the server knows. */
async function planClips(mproject_id: string, clips: NewClips) {
  const planned: VideoClip[] = [];
  const notices = new Set<string>();
  for (let n = 0; n < clips.length; n += CLIPS_MAX) {
    const answer = await call('clip.plan', { mproject_id, clips: clips.slice(n, n + CLIPS_MAX) });
    planned.push(...answer.clips);
    answer.notices.forEach((notice) => notices.add(notice));
  }
  return { planned, notices };
}
