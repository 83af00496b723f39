import type { Dir, DirTree } from '@mixreel/contract';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { BIN } from '#features/dir/dir-words.ts';
import { DirPanel } from '#features/dir/DirPanel.tsx';
import { type LibraryView, NO_FILTERS, NO_SEARCH } from './library-view.ts';
import { deleteMaterials, mayDeleteFolder, moveMaterials } from './material-actions.ts';

const ShareDialog = lazy(async () => ({ default: (await import('#features/share/ShareDialog.tsx')).ShareDialog }));

type Props = {
  project_id: string;
  view: LibraryView;
  change: (to: Partial<LibraryView>) => void;
  tree: UseQueryResult<DirTree>;
  is_open: boolean;
  onClose: () => void;
};

const failed = () => {};

/** The folders of the library, beside what is in them. */
export function FolderPanel({ project_id, view, change, tree, is_open, onClose }: Props) {
  const cache = useQueryClient();
  const [shared, setShared] = useState<Dir | null>(null);
  const open = (to: string | null) => {
    if (to === BIN) change({ bin: true, ...NO_SEARCH, ...NO_FILTERS });
    else change({ folder: to, flat: false, bin: false });
  };
  return (
    <>
      <DirPanel
        kind="material"
        project_id={project_id}
        tree={tree}
        current={view.bin ? BIN : view.folder}
        is_open={is_open}
        onOpen={open}
        onClose={onClose}
        mayDelete={mayDeleteFolder}
        onShare={setShared}
        onMoveItems={(items, to) =>
          void moveMaterials(
            cache,
            items.map(({ id }) => id),
            to,
          ).catch(failed)
        }
        onDeleteItems={(items) =>
          void deleteMaterials(
            cache,
            items.map(({ id }) => id),
          ).catch(failed)
        }
      />
      {shared && (
        <Suspense fallback={null}>
          <ShareDialog of={{ dir: shared }} onClose={() => setShared(null)} />
        </Suspense>
      )}
    </>
  );
}
