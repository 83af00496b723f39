import { lazy, Suspense } from 'react';
import type { OtherLine } from '#features/writer/ToneDialog.tsx';
import type { KeepMode, Kept } from '#features/writer/WriteDialog.tsx';
import { showToast } from '#lib/toast.ts';
import { edit, readStory, useBoard, useStory } from './board.ts';
import { newRow } from './cells.ts';
import { briefOfFacts, withKept } from './kept-facts.ts';
import { sayOtherwise } from './rows.ts';
import { useWrittenBoard } from './use-new-board.ts';

const WriteDialog = lazy(async () => ({ default: (await import('#features/writer/WriteDialog.tsx')).WriteDialog }));
const RewriteDialog = lazy(async () => ({
  default: (await import('#features/writer/RewriteDialog.tsx')).RewriteDialog,
}));
const ToneDialog = lazy(async () => ({ default: (await import('#features/writer/ToneDialog.tsx')).ToneDialog }));

/** What the writer does for a board: new rows, one row said otherwise, or all of them in another tone. */
export type BoardWriting = { what: 'write' | 'tone' } | { what: 'row'; row_id: string };

type Props = { writing: BoardWriting; onClose: () => void };

/** Whatever is taken of it is one act of the document: one step back undoes it. */
export function BoardWriter({ writing, onClose }: Props) {
  const { desk, board } = useBoard();
  const { project_id, story_board_id } = board;
  const place = { project_id, story_board_id };
  const { rows, brief, target_ms, facts } = useStory((story) => story);
  const addBoards = useWrittenBoard(project_id);
  const now = () => readStory(desk.live.view.getState().state).rows;

  const keep = async (kept: Kept, mode: KeepMode) => {
    if (mode === 'new') return addBoards(kept);
    const added = kept.versions.flatMap((one) => one.rows).map((row) => newRow(row));
    const before = now();
    const isFirst = mode === 'replace' || before.length === 0;
    edit(
      desk,
      {
        rows: isFirst ? added : [...before, ...added],
        ...(kept.brief && { brief: kept.brief }),
        facts: withKept(facts, kept),
        ...(isFirst && { target_ms: kept.seconds * 1000 }),
      },
      { cause: 'ai' },
    );
    showToast('success', `已放进 ${added.length} 行，不满意可以撤销`);
  };
  const put = (lines: ReadonlyMap<string, OtherLine>) => {
    const { rows: said, left } = sayOtherwise(now(), lines);
    edit(desk, { rows: said }, { cause: 'ai' });
    if (left > 0) showToast('warning', `${left} 行刚刚改过或已删除，没有换`);
    onClose();
  };
  const row = writing.what === 'row' ? rows.find(({ row_id }) => row_id === writing.row_id) : undefined;
  return (
    <Suspense>
      {writing.what === 'write' && (
        <WriteDialog
          project_id={project_id}
          board={{
            story_board_id,
            brief: brief ?? briefOfFacts(facts),
            target_ms,
            lines: rows.map(({ line }) => line),
          }}
          onKeep={keep}
          onClose={onClose}
        />
      )}
      {writing.what === 'tone' && <ToneDialog place={place} brief={brief} rows={rows} onTake={put} onClose={onClose} />}
      {row && (
        <RewriteDialog
          place={place}
          brief={brief}
          row={row}
          number={rows.indexOf(row) + 1}
          onChoose={(line) => put(new Map([[row.row_id, { before: row.line, line }]]))}
          onClose={onClose}
        />
      )}
    </Suspense>
  );
}
