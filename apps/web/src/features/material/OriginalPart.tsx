import { FolderOutlined, InboxOutlined } from '@ant-design/icons';
import { MATERIALS_AT_ONCE_MAX, type Material } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useCurrentProject } from '#features/project/current-project.ts';
import { useDemo } from '#features/project/use-demo.ts';
import { useCanEdit } from '#features/team/space.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PickGrid, type Reach } from '#ui/PickGrid.tsx';
import { CARD_SIZES } from './card-size.ts';
import { CardMenu } from './CardMenu.tsx';
import { DELETE_KEYS } from './library-keys.ts';
import { filterOf, isNarrowed, type LibraryView, NO_FILTERS, NO_SEARCH } from './library-view.ts';
import { deleteMaterials, likeMaterial } from './material-actions.ts';
import { isBeingDrawn } from './material-facts.ts';
import { type CardSize, SUB_TYPE_NAMES, TYPE_NAMES, WORDS } from './material-words.ts';
import { MaterialCard } from './MaterialCard.tsx';
import { QuickLook } from './QuickLook.tsx';
import { selectAllOrNone } from './select-all.ts';
import { pickedMaterials, selection } from './selection.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { useGridLook } from './use-grid-look.ts';

type Props = {
  project_id: string;
  view: LibraryView;
  change: (to: Partial<LibraryView>) => void;
  size: CardSize;
  /** What one can do about an empty library. */
  upload: ReactNode;
};

/** The source files of the project. */
export function OriginalPart({ project_id, view, change, size, upload }: Props) {
  const cache = useQueryClient();
  const canEdit = useCanEdit();
  const filter = filterOf(view, project_id);
  const grid = useRef<Reach<'material.list'> | null>(null);

  const open = ({ material_id }: Material) => change({ open: material_id, t: 0 });
  const similar = ({ material_id }: Material) => change({ ...NO_SEARCH, similar_to: material_id });
  const like = (material: Material) => void likeMaterial(cache, material).catch(() => {});
  const remove = () => void deleteMaterials(cache, pickedMaterials()).catch(() => {});
  const { look, show, reach } = useGridLook<'material.list'>(open);
  return (
    <>
      <CardMenu project_id={project_id} readAt={(index) => grid.current?.itemAt(index)} onOpen={open} onAlike={similar}>
        <PickGrid
          key={JSON.stringify([filter, view.sort])}
          call_key="material.list"
          filter={{ ...filter, sort: view.sort }}
          label={WORDS.grid_label}
          loading_label={WORDS.loading}
          size={CARD_SIZES[size]}
          empty={<Empty view={view} change={change} upload={upload} />}
          picks={selection}
          most={MATERIALS_AT_ONCE_MAX}
          id_prefix="card-"
          pick={pick}
          renderCard={canEdit ? renderCard : renderShown}
          acts={{ open, like, similar }}
          onOpen={open}
          onPreview={show}
          onSelectAll={() => void selectAllOrNone(filter).catch(() => {})}
          onKey={(key, material) => {
            if (key === 'L' && material) return () => like(material);
            return canEdit && DELETE_KEYS.has(key) ? remove : null;
          }}
          reach={(now) => {
            grid.current = now;
            reach(now);
          }}
        />
      </CardMenu>
      <SelectionBar
        project_id={project_id}
        can_mix={view.type !== 'audio'}
        onSelectAll={() => void selectAllOrNone(filter).catch(() => {})}
      />
      {look && <QuickLook {...look} />}
    </>
  );
}

function pick({ material_id }: Material) {
  return { id: material_id, material_id };
}

function renderCard(material: Material, index: number) {
  return <MaterialCard material={material} index={index} can_edit />;
}

function renderShown(material: Material, index: number) {
  return <MaterialCard material={material} index={index} />;
}

/** Nothing here: because of the conditions, or because nothing was uploaded yet. */
function Empty({ view, change, upload }: Pick<Props, 'view' | 'change' | 'upload'>) {
  const canEdit = useCanEdit();
  const { project } = useCurrentProject();
  const demo = useDemo();
  if (isNarrowed(view)) {
    return (
      <EmptyState title={WORDS.no_match_title} text={WORDS.no_match_text}>
        <Button onClick={() => change(NO_FILTERS)}>{WORDS.clear_filters}</Button>
      </EmptyState>
    );
  }
  if (view.folder) {
    return (
      <EmptyState
        icon={<FolderOutlined />}
        title={WORDS.empty_folder(TYPE_NAMES[view.type])}
        text={WORDS.empty_folder_text}
      >
        {upload}
        <Button onClick={() => change({ folder: null, flat: false })}>看全部素材</Button>
      </EmptyState>
    );
  }
  if (project && isBeingDrawn(project)) {
    return <EmptyState icon={<InboxOutlined />} title={WORDS.drawing_title} text={WORDS.drawing_text} />;
  }
  const { type, sub_type } = view;
  const isPart = type === 'video' && sub_type !== 'all';
  const text = type === 'ai_image' ? WORDS.empty_text_ai : canEdit ? WORDS.empty_text : WORDS.empty_text_viewer;
  return (
    <EmptyState
      icon={<InboxOutlined />}
      title={isPart ? `还没有${SUB_TYPE_NAMES[sub_type]}视频` : WORDS.empty_title[type]}
      text={text}
    >
      {type !== 'ai_image' && upload}
      {isPart && <Button onClick={() => change({ sub_type: 'all' })}>看全部视频</Button>}
      {canEdit && project && !project.is_demo && (
        <Button loading={demo.is_busy} onClick={demo.bring}>
          {WORDS.empty_demo}
        </Button>
      )}
    </EmptyState>
  );
}
