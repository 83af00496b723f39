import type { SheetCard } from '@mixreel/contract';
import { sheetKind } from '@mixreel/contract/sheet';
import { Tabs } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { PlainHistory } from '#features/document/DeskHistory.tsx';
import { DeskPast } from '#features/document/DeskPast.tsx';
import { useLiveDocument } from '#features/document/use-live-document.ts';
import { useCanEdit } from '#features/team/space.ts';
import type { OutputOf } from '#lib/call.ts';
import { Inspector } from './Inspector.tsx';
import { LayerPanel } from './LayerPanel.tsx';
import { sheetPath } from './open-sheet.ts';
import { SheetHeader } from './SheetHeader.tsx';
import { SheetSide } from './SheetSide.tsx';
import { SheetStage } from './SheetStage.tsx';
import type { Stage } from './stage.ts';
import { createStudio, StudioProvider } from './studio.ts';
import { ToolBar } from './ToolBar.tsx';
import { ToolNotice } from './ToolNotice.tsx';
import { useCover } from './use-cover.ts';
import { useSheetKeys } from './use-sheet-keys.ts';
import styles from './Sheet.module.css';

/** One picture: its canvas, its layers, and what is chosen of them. */
export function SheetStudio({ card, opened }: { card: SheetCard; opened: OutputOf<'document.open'> }) {
  const canEdit = useCanEdit();
  const navigate = useNavigate();
  const open = useLiveDocument(opened, sheetKind);
  const [studio] = useState(() => createStudio(card, canEdit, open));
  const stage = useRef<Stage | null>(null);
  useEffect(() => studio.start(), [studio]);
  useEffect(() => studio.allow(canEdit), [studio, canEdit]);
  useEffect(() => studio.setState({ card }), [studio, card]);
  useEffect(
    () =>
      studio.subscribe(({ selected }, before) => {
        const [id] = selected;
        const place = id ? { table: 'layer', id, field: '', caret: null } : null;
        if (selected !== before.selected) studio.presence.move(place);
      }),
    [studio],
  );
  const takeStage = (made: Stage | null) => {
    stage.current = made;
  };
  useSheetKeys(studio, stage);
  useCover(studio);
  return (
    <StudioProvider value={studio}>
      <div className={styles['studio']}>
        <SheetHeader />
        <DeskPast
          desk={studio.desk}
          name={card.sheet_name}
          onCopied={(sheet_id) => void navigate(sheetPath({ project_id: card.project_id, sheet_id }))}
          renderSide={(side) => <SheetSide state={side.state} shelf={studio.shelf} label={side.title} />}
        />
        <ToolNotice />
        <div className={styles['body']}>
          <ToolBar stage={stage} />
          <SheetStage onStage={takeStage} />
          <aside className={styles['side']} aria-label="图层和属性">
            <Tabs
              centered
              tabBarStyle={{ margin: 0 }}
              items={[
                {
                  key: 'layers',
                  label: '图层',
                  children: (
                    <>
                      <LayerPanel />
                      <Inspector />
                    </>
                  ),
                },
                { key: 'history', label: '历史版本', children: <PlainHistory desk={studio.desk} /> },
              ]}
            />
          </aside>
        </div>
      </div>
    </StudioProvider>
  );
}
