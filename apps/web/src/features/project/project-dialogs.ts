import type { Project, SameName } from '@mixreel/contract';
import { create } from 'zustand';
import { CallError } from '#lib/call.ts';

type Dialogs = { is_adding: boolean; renaming: Project | null };

/** Which of the project dialogs is open. They are opened from the top bar, from pages and from the launcher. */
export const useProjectDialogs = create<Dialogs>(() => ({ is_adding: false, renaming: null }));

export function openAddProject(): void {
  useProjectDialogs.setState({ is_adding: true });
}

export function openRenameProject(project: Project): void {
  useProjectDialogs.setState({ renaming: project });
}

/** What the server adds to a refusal because the name is taken. */
export function sameNameOf(error: unknown): SameName | null {
  if (!(error instanceof CallError)) return null;
  const data = error.data as Partial<SameName> | null;
  return data?.reason === 'same_name' ? (data as SameName) : null;
}
