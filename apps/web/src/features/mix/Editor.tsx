import { type MixProject, planMixConfig } from '@mixreel/contract';
import { memo, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { VOICE_PACK } from '#features/ai/packs.ts';
import { PreparingNotice } from '#features/ai/PreparingNotice.tsx';
import { CombineBar } from '#features/candidate/CombineBar.tsx';
import { MixStage } from '#features/candidate/MixStage.tsx';
import { MixTimeline } from '#features/candidate/MixTimeline.tsx';
import { useEditorState } from '#features/editor/editor-state.ts';
import { useCanEdit } from '#features/team/space.ts';
import type { OutputOf } from '#lib/call.ts';
import { useKeysInHelp } from '#lib/page-keys.ts';
import { player } from '#lib/player.ts';
import { ColumnGrip } from './ColumnGrip.tsx';
import { useColumns } from './columns.ts';
import { useDrops } from './drag.ts';
import { EDITOR_KEYS } from './editor-keys.ts';
import { EditorHeader } from './EditorHeader.tsx';
import { Inspector } from './Inspector.tsx';
import { LibraryPanel } from './LibraryPanel.tsx';
import { LinesDialog } from './LinesDialog.tsx';
import { MixHistory } from './MixHistory.tsx';
import { MixPast } from './MixPast.tsx';
import { ShootingList } from './ShootingList.tsx';
import { findClip } from './slots.ts';
import { TemplateDialog } from './TemplateDialog.tsx';
import { Trimmer } from './Trimmer.tsx';
import { useEditorKeys } from './use-editor-keys.ts';
import { useMixChanges } from './use-mix-changes.ts';
import { DeskProvider, useOpenMix } from './use-mix.ts';
import { usePlace } from './whereabouts.ts';
import styles from './Editor.module.css';

type Props = { mix: MixProject; opened: OutputOf<'document.open'> };

/**
 * One mix: its plan on the left, a combination of it in the middle, properties on the right. Only the first version of it
 * is taken from outside; all that follow go through its document, and are drawn where they are.
 */
export const Editor = memo(function Editor({ mix, opened }: Props) {
  const canEdit = useCanEdit();
  const { desk, refresh } = useOpenMix(mix, opened, canEdit);
  const isLibraryOpen = useEditorState((state) => state.is_library_open);
  const trimmed = useEditorState((state) => (state.clip_ids.length === 1 ? state.video_clip_id : null));
  // Somebody else may have deleted it.
  const isTrimming = useStore(desk.use, (state) => findClip(state.mix, trimmed) !== undefined);
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const openHistory = (is_open: boolean) => {
    setIsHistoryOpen(is_open);
    if (!is_open) desk.showPast(null);
  };
  const [dialog, setDialog] = useState<'lines' | 'template' | null>(null);
  const { mproject_id, project_id } = mix;

  const columns = useColumns();

  useKeysInHelp(EDITOR_KEYS);
  useDrops(desk);
  useEditorKeys(desk);
  useMixChanges(mproject_id, refresh);
  usePlace(desk);
  // Nothing goes on sounding once the page is left.
  useEffect(() => () => player.stop(), []);

  return (
    <DeskProvider value={desk}>
      <div className={styles['editor']}>
        <EditorHeader
          isHistoryOpen={isHistoryOpen}
          onHistory={() => openHistory(!isHistoryOpen)}
          onLines={() => setDialog('lines')}
          onTemplate={() => setDialog('template')}
        />
        <PreparingNotice pack={VOICE_PACK} name="语音模型" onReady={refresh} />
        <MixPast />
        <div className={styles['body']} style={columns.style}>
          <div className={styles['left']}>
            <ShootingList onLines={() => setDialog('lines')} />
            <ColumnGrip label="左栏宽度" side="left" columns={columns} />
          </div>
          <div className={styles['centre']}>
            <MixStage mproject_id={mproject_id} />
            {isLibraryOpen && <LibraryPanel project_id={project_id} />}
          </div>
          <aside className={styles['right']} aria-label="属性">
            {isHistoryOpen ? <MixHistory /> : <Inspector />}
            <ColumnGrip label="右栏宽度" side="right" columns={columns} />
          </aside>
        </div>
        <div className={styles['bottom']}>
          {isTrimming && <Trimmer />}
          <div hidden={isTrimming}>
            <MixTimeline mproject_id={mproject_id} />
          </div>
        </div>
        <CombineBar
          mproject_id={mproject_id}
          onConfig={async (change) => desk.act(planMixConfig(desk.state, change))}
          onSettled={() => desk.live.flush()}
        />
      </div>
      {dialog === 'lines' && <LinesDialog project_id={project_id} onClose={() => setDialog(null)} />}
      {dialog === 'template' && <TemplateDialog mproject_id={mproject_id} onClose={() => setDialog(null)} />}
    </DeskProvider>
  );
}, isSameMix);

function isSameMix(before: Props, now: Props): boolean {
  return before.mix.mproject_id === now.mix.mproject_id;
}
