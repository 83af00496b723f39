import { CloseOutlined } from '@ant-design/icons';
import { slotOfClip } from '@mixreel/contract';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { slotName } from '#features/mix/slot-name.ts';
import { clipsIn, findClip, slotsOf } from '#features/mix/slots.ts';
import { Choice } from '#ui/Choice.tsx';
import { type AddedClip, addClips } from '../document/acts.ts';
import { useMix, useDesk } from '../document/use-mix.ts';
import { useEditorState } from '../editor-state.ts';
import { LibraryClips } from './LibraryClips.tsx';
import { LibraryMaterials } from './LibraryMaterials.tsx';
import { RecommendedClips } from './RecommendedClips.tsx';
import { UploadFilms } from './UploadFilms.tsx';
import styles from './Library.module.css';

type View = 'recommend' | 'clips' | 'materials';
const VIEWS: { value: View; label: string }[] = [
  { value: 'recommend', label: '推荐' },
  { value: 'clips', label: '搜镜头' },
  { value: 'materials', label: '素材' },
];

/** Shots and materials beside the plan: to be dragged onto a shot, or added with +. */
export function LibraryPanel({ project_id }: { project_id: string }) {
  const desk = useDesk();
  const mix = useMix();
  const openLibrary = useEditorState((state) => state.openLibrary);
  const shooting_id = useEditorState((state) => state.shooting_id);
  const video_clip_id = useEditorState((state) => state.video_clip_id);
  const [view, setView] = useState<View | null>(null);
  const chosen = useEditorState((state) => state.library_slot);

  const clip = findClip(mix, video_clip_id);
  const wanted = chosen ?? (clip ? slotOfClip(clip) : shooting_id);
  const slots = slotsOf(mix);
  const slot_id = wanted !== null && slots.includes(wanted) ? wanted : (slots[1] ?? 'header');
  const shooting = mix.shootings.find((one) => one.shooting_id === slot_id);
  const shown = view ?? (shooting?.scripts.some(({ text }) => text.trim() !== '') ? 'recommend' : 'clips');

  const add = (clips: AddedClip[]) => void addClips(desk, slot_id, clipsIn(desk.mix, slot_id).length, clips);
  const canAdd = desk.use.getState().can_edit;
  return (
    <section className={styles['panel']} aria-label="素材">
      <header className={styles['head']}>
        <Choice label="从哪里找" options={VIEWS} value={shown} onChange={setView} />
        <Button
          size="small"
          type="text"
          icon={<CloseOutlined aria-hidden="true" />}
          aria-label="收起素材"
          onClick={() => openLibrary(false)}
        />
      </header>
      <div className={styles['target']}>
        <span>加到</span>
        <Select
          size="small"
          aria-label="加到哪个镜头"
          value={slot_id}
          options={slots.map((one) => ({ value: one, label: slotName(mix, one) }))}
          onChange={(to) => openLibrary(true, to)}
        />
        {canAdd && <UploadFilms project_id={project_id} onAdd={add} />}
      </div>
      {shown === 'recommend' && (
        <RecommendedClips
          key={slot_id}
          project_id={project_id}
          shooting={shooting}
          onAdd={canAdd ? add : null}
          onSearch={() => setView('clips')}
        />
      )}
      {shown === 'clips' && <LibraryClips project_id={project_id} onAdd={canAdd ? add : null} />}
      {shown === 'materials' && <LibraryMaterials project_id={project_id} onAdd={canAdd ? add : null} />}
    </section>
  );
}
