import type { MixProject } from '@mixreel/contract';
import { memo, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { VOICE_PACK } from '#features/ai/packs.ts';
import { PreparingNotice } from '#features/ai/PreparingNotice.tsx';
import { findClip } from '#features/mix/slots.ts';
import { useCanEdit } from '#features/team/space.ts';
import type { OutputOf } from '#lib/call.ts';
import { useKeysInHelp } from '#lib/page-keys.ts';
import { player } from '#lib/player.ts';
import { ColumnGrip } from './ColumnGrip.tsx';
import { useColumns } from './columns.ts';
import { actsAtDesk, MixActsProvider } from './document/mix-acts.ts';
import { MixHistory } from './document/MixHistory.tsx';
import { MixPast } from './document/MixPast.tsx';
import { useMixChanges } from './document/use-mix-changes.ts';
import { DeskProvider, useOpenMix } from './document/use-mix.ts';
import { usePlace } from './document/whereabouts.ts';
import { EDITOR_KEYS } from './editor-keys.ts';
import { useEditorState } from './editor-state.ts';
import { EditorHeader } from './EditorHeader.tsx';
import { Inspector } from './inspector/Inspector.tsx';
import { LibraryPanel } from './library/LibraryPanel.tsx';
import { useDrops } from './plan/drag.ts';
import { LinesDialog } from './plan/LinesDialog.tsx';
import { ShootingList } from './plan/ShootingList.tsx';
import { TemplateDialog } from './plan/TemplateDialog.tsx';
import { CombineBar } from './result/CombineBar.tsx';
import { MixStage } from './stage/MixStage.tsx';
import { MixTimeline } from './stage/MixTimeline.tsx';
import { Trimmer } from './stage/Trimmer.tsx';
import { useEditorKeys } from './use-editor-keys.ts';
import styles from './Editor.module.css';

type Props = { mix: MixProject; opened: OutputOf<'document.open'> };

/**
 * One mix: its plan on the left, a combination of it in the middle, properties on the right. Only the first version of it
 * is taken from outside; all that follow go through its document, and are drawn where they are.
 */
export const Editor = memo(function Editor({ mix, opened }: Props) {
  const canEdit = useCanEdit();
  const { desk, refresh } = useOpenMix(mix, opened, canEdit);
  const [acts] = useState(() => actsAtDesk(desk));
  const isLibraryOpen = useEditorState((state) => state.is_library_open);
  const trimmed = useEditorState((state) => (state.clip_ids.length === 1 ? state.video_clip_id : null));
  // Somebody else may have deleted it.
  const isTrimming = useStore(desk.shown, (state) => findClip(state.mix, trimmed) !== undefined);
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
            <div className={styles['column']}>
              <ShootingList onLines={() => setDialog('lines')} />
            </div>
            <ColumnGrip label="左栏宽度" side="left" columns={columns} />
          </div>
          <div className={styles['centre']}>
            <MixStage mproject_id={mproject_id} />
            {isLibraryOpen && <LibraryPanel project_id={project_id} />}
          </div>
          <aside className={styles['right']} aria-label="属性">
            <div className={styles['column']}>{isHistoryOpen ? <MixHistory /> : <Inspector />}</div>
            <ColumnGrip label="右栏宽度" side="right" columns={columns} />
          </aside>
        </div>
        <div className={styles['bottom']}>
          {isTrimming && <Trimmer />}
          <div hidden={isTrimming}>
            <MixTimeline mproject_id={mproject_id} />
          </div>
        </div>
        <MixActsProvider value={acts}>
          <CombineBar mproject_id={mproject_id} />
        </MixActsProvider>
      </div>
      {dialog === 'lines' && <LinesDialog project_id={project_id} onClose={() => setDialog(null)} />}
      {dialog === 'template' && <TemplateDialog mproject_id={mproject_id} onClose={() => setDialog(null)} />}
    </DeskProvider>
  );
}, isSameMix);

function isSameMix(before: Props, now: Props): boolean {
  return before.mix.mproject_id === now.mix.mproject_id;
}
