import { LayoutOutlined } from '@ant-design/icons';
import { type StoryBoard, storyKind } from '@mixreel/contract';
import { Button } from 'antd';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { PlainHistory } from '#features/document/DeskHistory.tsx';
import { DeskPast } from '#features/document/DeskPast.tsx';
import { createDesk } from '#features/document/document-desk.ts';
import { useLiveDocument } from '#features/document/use-live-document.ts';
import { useTableKeys } from '#features/document/use-table-keys.ts';
import { useCanEdit } from '#features/team/space.ts';
import type { OutputOf } from '#lib/call.ts';
import { COMMAND_KEY } from '#lib/keys.ts';
import { useKeysInHelp } from '#lib/page-keys.ts';
import { showToast } from '#lib/toast.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { FindBar } from '#ui/grid/FindBar.tsx';
import { createGrid, focusGrid } from '#ui/grid/grid-store.ts';
import { useKeptColumns } from '#ui/grid/kept-columns.ts';
import { BOARD_KEYS } from './board-keys.ts';
import { BoardProvider, edit, goToCell, readStory } from './board.ts';
import { BoardCards } from './BoardCards.tsx';
import { BoardFoot } from './BoardFoot.tsx';
import { BoardHeader } from './BoardHeader.tsx';
import { BoardTable } from './BoardTable.tsx';
import { type BoardSide, BoardTools, type BoardView } from './BoardTools.tsx';
import { BoardWriter, type BoardWriting } from './BoardWriter.tsx';
import type { CellProblem } from './cell-problems.ts';
import { idOf } from './cells.ts';
import { CellStrip } from './CellStrip.tsx';
import { CheckPanel } from './CheckPanel.tsx';
import { GRID_COLUMNS } from './columns.tsx';
import { FactsPanel } from './FactsPanel.tsx';
import { LinksDialog } from './LinksDialog.tsx';
import { addPictures } from './pictures.ts';
import { ReferenceDialog } from './ReferenceDialog.tsx';
import { rowActs } from './row-acts.ts';
import { joinTags, rowTags } from './row-tags.ts';
import { ShootPanel } from './shoot/ShootPanel.tsx';
import { shootTags, useShoot } from './shoot/use-shoot.ts';
import { tooLong, usePace } from './speech-pace.ts';
import { storyPath } from './story-path.ts';
import { useEmptyPaste } from './use-empty-paste.ts';
import { useBoardLinks } from './use-links.ts';
import { useProblems } from './use-problems.ts';
import { useReading } from './use-reading.ts';
import { useReferences } from './use-references.ts';
import { VideoStrip } from './VideoStrip.tsx';
import styles from './Board.module.css';

const ShootDialog = lazy(async () => ({ default: (await import('./shoot/ShootDialog.tsx')).ShootDialog }));

const SIDES: Record<BoardSide, string> = { history: '历史', facts: '事实', check: '要看看的地方', shoot: '拍摄' };

/** One board: its rows, and what they come to. */
export function BoardScreen({ board, opened }: { board: StoryBoard; opened: OutputOf<'document.open'> }) {
  const mayEdit = useCanEdit();
  const navigate = useNavigate();
  const open = useLiveDocument(opened, storyKind);
  const [desk] = useState(() => createDesk(open, mayEdit));
  const [grid] = useState(createGrid);
  const columns = useKeptColumns('story', GRID_COLUMNS);
  const [view, setView] = useState<BoardView>('table');
  const [side, setSide] = useState<BoardSide | null>(null);
  const [linked, setLinked] = useState<string | null>(null);
  const [isCoding, setIsCoding] = useState(false);
  const [isFinding, setIsFinding] = useState(false);
  const [picking, setPicking] = useState<string | null>(null);
  const [writing, setWriting] = useState<BoardWriting | null>(null);
  useEffect(() => desk.start(), [desk]);
  useEffect(() => desk.allow(mayEdit), [desk, mayEdit]);
  useReferences(desk, board);
  useKeysInHelp(BOARD_KEYS);
  const find = useCallback(() => {
    setView('table');
    setIsFinding(true);
  }, []);
  useTableKeys(desk, find);
  const toggle = useCallback((one: BoardSide) => setSide((now) => (now === one ? null : one)), []);
  const toggleHistory = useCallback(() => toggle('history'), [toggle]);
  const goTo = useCallback(
    (row_id: string, field: string) => {
      setView('table');
      goToCell({ desk, grid }, row_id, field);
    },
    [desk, grid],
  );

  const { project_id, story_board_id } = board;
  const canEdit = useStore(desk.use, (state) => state.can_edit);
  const { board_name, rows, rate, voice_id, facts, acceptances } = useStore(desk.use, ({ state }) => readStory(state));
  const { pace } = usePace(voice_id);
  const long = useMemo(() => tooLong(rows, rate, pace), [rows, rate, pace]);
  const { problems, marks } = useProblems(rows, facts, acceptances);
  const found = useMemo(() => [...problems.values()].flat(), [problems]);
  const notes = useMemo(() => notesOf(long, problems), [long, problems]);
  const reading = useReading(board);
  const links = useBoardLinks(desk.live);
  const shoot = useShoot(story_board_id);
  const tags = useMemo(
    () =>
      joinTags(
        shootTags(shoot, () => setSide('shoot')),
        rowTags(links.items, setLinked),
      ),
    [shoot, links],
  );
  const keys = useMemo(() => columns.shown.map(({ key }) => key), [columns.shown]);
  const acts = useMemo(() => rowActs({ desk, grid }, keys), [desk, grid, keys]);
  useEmptyPaste({ desk, grid }, keys, canEdit && rows.length === 0 && !reading?.is_open);
  const picked = rows.find(({ row_id }) => row_id === picking);
  const value = useMemo(() => ({ desk, grid, board }), [desk, grid, board]);
  return (
    <BoardProvider value={value}>
      <div className={styles['screen']}>
        <BoardHeader links={links} hasHistory={side === 'history'} onHistory={toggleHistory} onGo={goTo} />
        <DeskPast
          desk={desk}
          name={board_name}
          onCopied={(story_board_id) => void navigate(storyPath({ project_id, story_board_id }))}
          renderSide={({ state, changed }) => (
            <ol>
              {readStory(state).rows.map(({ row_id, picture, line }) => (
                <li key={row_id} data-differs={changed.has(row_id)}>
                  <span>{[picture, line].filter(Boolean).join('；') || '（空行）'}</span>
                </li>
              ))}
            </ol>
          )}
        />
        <VideoStrip reading={reading} />
        <BoardTools
          view={view}
          onView={setView}
          acts={acts}
          columns={columns}
          onFind={find}
          onWrite={setWriting}
          side={side}
          onSide={toggle}
          open={found.filter(({ fact }) => !fact?.accepted).length}
          broken={found.filter(({ fact }) => fact?.is_broken).length}
        />
        {isFinding && view === 'table' && (
          <FindBar
            grid={grid}
            rows={rows}
            columns={columns.shown}
            idOf={idOf}
            can_edit={canEdit}
            onRows={(made) => edit(desk, { rows: made })}
            onTell={(message) => showToast('info', message)}
            onClose={() => {
              setIsFinding(false);
              focusGrid(grid);
            }}
          />
        )}
        <div className={styles['body']}>
          {rows.length === 0 ? (
            <div className={styles['empty']}>
              <EmptyState
                icon={<LayoutOutlined />}
                title={reading?.is_open ? '视频正在拆解' : '还没有分镜'}
                text={
                  reading?.is_open
                    ? '镜头一拆好，就一行一行出现在这里。可以先去做别的，拆完了任务中心会告诉你。'
                    : `一行一个镜头。加一行，从那里开始写；或者按 ${COMMAND_KEY} V，把 Excel、飞书、WPS 里的表格或一段文案直接贴进来。`
                }
              >
                {canEdit && !reading?.is_open && (
                  <>
                    <Button type="primary" onClick={acts.add}>
                      加一行
                    </Button>
                    <Button onClick={() => setWriting({ what: 'write' })}>让 AI 写</Button>
                  </>
                )}
              </EmptyState>
            </div>
          ) : view === 'table' ? (
            <BoardTable
              columns={columns}
              acts={acts}
              notes={notes}
              marks={marks}
              tags={tags}
              onReference={setPicking}
              onReword={(row_id) => setWriting({ what: 'row', row_id })}
              onFiles={(row_id, files) => void addPictures({ desk, board }, row_id, files).catch(() => {})}
            />
          ) : (
            <BoardCards notes={notes} shoot={shoot} onOpen={(row_id) => goTo(row_id, 'picture')} />
          )}
          {side !== null && (
            <aside className={styles['side']} aria-label={SIDES[side]}>
              {side === 'history' && <PlainHistory desk={desk} />}
              {side === 'facts' && <FactsPanel />}
              {side === 'check' && <CheckPanel problems={problems} onGo={goTo} />}
              {side === 'shoot' && (
                <ShootPanel
                  story_board_id={story_board_id}
                  rows={rows}
                  shoot={shoot}
                  can_edit={mayEdit}
                  onCode={() => setIsCoding(true)}
                  onGo={(row_id) => goTo(row_id, 'picture')}
                />
              )}
            </aside>
          )}
        </div>
        {view === 'table' && side !== 'check' && <CellStrip problems={problems} />}
        <BoardFoot pace={pace} long={long} />
      </div>
      {linked !== null && (
        <LinksDialog
          links={{ items: links.items.filter(({ row_id }) => row_id === linked), facts: [] }}
          side="board"
          can_edit={canEdit}
          onClose={() => setLinked(null)}
        />
      )}
      {isCoding && (
        <Suspense>
          <ShootDialog story_board_id={story_board_id} can_edit={mayEdit} onClose={() => setIsCoding(false)} />
        </Suspense>
      )}
      {writing && <BoardWriter writing={writing} onClose={() => setWriting(null)} />}
      {picked && (
        <ReferenceDialog
          project_id={project_id}
          number={rows.indexOf(picked) + 1}
          reference={picked.reference}
          onPick={(reference) =>
            edit(desk, { rows: rows.map((row) => (row.row_id === picking ? { ...row, reference } : row)) })
          }
          onClose={() => {
            setPicking(null);
            goToCell({ desk, grid }, picked.row_id, 'reference');
          }}
        />
      )}
    </BoardProvider>
  );
}

/** What is wrong with rows as a whole, by row: said beside their numbers and on their cards. */
function notesOf(
  long: ReadonlyMap<string, number>,
  problems: ReadonlyMap<string, readonly CellProblem[]>,
): ReadonlyMap<string, string> {
  const notes = new Map([...long].map(([row_id, seconds]) => [row_id, `台词说不完，超出 ${seconds.toFixed(1)} 秒`]));
  for (const [row_id, all] of problems) {
    const broken = all.find(({ fact }) => fact?.is_broken)?.message;
    if (broken) notes.set(row_id, [notes.get(row_id), broken].filter(Boolean).join('；'));
  }
  return notes;
}
