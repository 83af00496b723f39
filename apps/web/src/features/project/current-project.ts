import type { Project } from '@mixreel/contract';
import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { create } from 'zustand';
import { useSpace } from '#features/team/space.ts';
import { changeQuery } from '#lib/go.ts';
import { useCall } from '#lib/use-call.ts';
import { useCorrection } from '#lib/use-correction.ts';

const KEY = 'projects_chosen';
/** What an address says that is true of every project. */
const KEPT = new Set(['teamId', 'tab']);

/** The project last chosen in each space, for addresses that name none. */
const useChosen = create<Record<string, string>>(() => readStored());

export type CurrentProject = {
  project_id: string | null;
  project: Project | null;
  is_loading: boolean;
  /** True once it is known that the space has no project at all. */
  has_none: boolean;
  /** Names it in the address, and leaves the rest of the address as it is. */
  choose: (project_id: string) => void;
  /** Goes over to another one: what the address names of the old one (a directory, a tag, a mix) stays behind. */
  open: (project_id: string) => void;
  /** The project is gone: neither the address nor the memory names it any longer. */
  forget: () => void;
};

/** The project that pages work in: projectId of the address, else the last chosen, else the newest. */
export function useCurrentProject(): CurrentProject {
  const [params] = useSearchParams();
  const space = useSpace((state) => state.current);
  const space_id = space ? space.team_id || 'PRIVATE' : '';
  const chosen = useChosen((state) => state[space_id]);
  const list = useCall('project.list', { page_size: 100 }, { enabled: space !== null });

  const projects = list.data?.items;
  const address = params.get('projectId');
  const wanted = address ?? chosen;
  const found = projects?.find(({ project_id }) => project_id === wanted);
  // Not among the newest hundred, or made by somebody else since: it is still the one the address names.
  const lone = useCall(
    'project.list',
    { project_id: address ?? '', page_size: 1 },
    { enabled: address !== null && projects !== undefined && !found },
  );
  const project = found ?? lone.data?.items[0] ?? (lone.isLoading ? null : projects?.[0]) ?? null;

  const change = useCallback(
    (project_id: string, keeps: (name: string) => boolean) => {
      remember(space_id, project_id);
      changeQuery((now) => {
        const next = new URLSearchParams([...now].filter(([name]) => keeps(name)));
        next.set('projectId', project_id);
        return next;
      });
    },
    [space_id],
  );
  const choose = useCallback((project_id: string) => change(project_id, () => true), [change]);
  const open = useCallback((project_id: string) => change(project_id, (name) => KEPT.has(name)), [change]);
  const forget = useCallback(() => {
    remember(space_id, '');
    changeQuery((now) => {
      const next = new URLSearchParams(now);
      next.delete('projectId');
      return next;
    });
  }, [space_id]);
  // Whoever came by a link to a project stays in it when the next address names none.
  const named = project && project.project_id === address ? project.project_id : null;
  useEffect(() => {
    if (named) remember(space_id, named);
  }, [named, space_id]);
  const project_id = project && project.project_id === wanted ? wanted : (address ?? project?.project_id ?? null);
  return {
    project_id,
    project,
    is_loading: list.isPending || lone.isLoading,
    has_none: projects?.length === 0,
    choose,
    open,
    forget,
  };
}

/** Once in the shell: the address names the project that is shown, so that the tab stays in it whatever others do. */
export function useProjectInAddress(): void {
  const [params] = useSearchParams();
  const team_id = useSpace((state) => state.current?.team_id);
  const { project } = useCurrentProject();
  const isNamed = params.has('projectId') || params.get('teamId') !== team_id;
  useProjectOf(isNamed ? undefined : project?.project_id);
}

/** What is open is of this project, whatever the address says of it: the address is put right, and the top bar with it. */
export function useProjectOf(project_id: string | undefined): void {
  useCorrection((now) => {
    if (project_id === undefined || now.get('projectId') === project_id) return null;
    const next = new URLSearchParams(now);
    next.set('projectId', project_id);
    return next;
  });
}

function remember(space_id: string, project_id: string): void {
  useChosen.setState({ [space_id]: project_id });
  // Other tabs remember theirs in the same place.
  localStorage.setItem(KEY, JSON.stringify({ ...readStored(), [space_id]: project_id }));
}

function readStored(): Record<string, string> {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {}) as Record<string, string>;
  } catch {
    return {};
  }
}
