import { DownloadOutlined, ImportOutlined, ShareAltOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { ScriptFileButton } from '#features/audio/ScriptFileButton.tsx';
import { requireSaved } from '#features/document/require-saved.ts';
import { useCanEdit } from '#features/team/space.ts';
import { randomId } from '#lib/random.ts';
import { showToast } from '#lib/toast.ts';
import { edit, readStory, useBoard, useDesk, useStory } from './board.ts';
import { IMPORT_EXTENSIONS } from './import-file.ts';
import type { ImportedRow, ImportMode } from './ImportBoardDialog.tsx';
import { useNewBoard } from './use-new-board.ts';

const ImportBoardDialog = lazy(async () => ({
  default: (await import('./ImportBoardDialog.tsx')).ImportBoardDialog,
}));
const ExportDialog = lazy(async () => ({ default: (await import('./ExportDialog.tsx')).ExportDialog }));
const ShareDialog = lazy(async () => ({ default: (await import('#features/share/ShareDialog.tsx')).ShareDialog }));

/** The ways in and out of a board: files and links. */
export function BoardFiles() {
  const { desk, board } = useBoard();
  const { story_board_id, project_id } = board;
  const canEdit = useDesk((state) => state.can_edit);
  const mayShare = useCanEdit();
  const rows = useStory((story) => story.rows);
  const board_name = useStory((story) => story.board_name);
  const [file, setFile] = useState<File | null>(null);
  const [open, setOpen] = useState<'export' | 'share' | null>(null);
  const addBoard = useNewBoard(project_id);

  const bring = async (imported: ImportedRow[], mode: ImportMode) => {
    if (mode === 'new') return addBoard(imported, file?.name ?? '');
    const added = imported.map((row) => ({ ...row, row_id: randomId(12) }));
    const before = readStory(desk.live.view.getState().state).rows;
    edit(desk, { rows: mode === 'append' ? [...before, ...added] : added }, { cause: 'import' });
    showToast('success', `已导入 ${added.length} 行，不满意可以撤销`);
  };
  return (
    <>
      {canEdit && (
        <ScriptFileButton
          type="text"
          label="导入"
          icon={<ImportOutlined aria-hidden="true" />}
          name="分镜文件"
          extensions={IMPORT_EXTENSIONS}
          onFile={setFile}
        />
      )}
      <Button type="text" icon={<DownloadOutlined aria-hidden="true" />} onClick={() => setOpen('export')}>
        导出
      </Button>
      {mayShare && (
        <Button type="text" icon={<ShareAltOutlined aria-hidden="true" />} onClick={() => setOpen('share')}>
          分享
        </Button>
      )}
      <Suspense>
        {file && (
          <ImportBoardDialog
            file={file}
            project_id={project_id}
            row_count={rows.length}
            onImport={bring}
            onClose={() => setFile(null)}
          />
        )}
        {open === 'export' && (
          <ExportDialog
            story_board_id={story_board_id}
            rows={rows}
            onSave={() => requireSaved(desk.live)}
            onClose={() => setOpen(null)}
          />
        )}
        {open === 'share' && (
          <ShareDialog of={{ board: { story_board_id, board_name } }} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </>
  );
}
