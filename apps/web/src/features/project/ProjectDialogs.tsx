import { AddProjectDialog } from './AddProjectDialog.tsx';
import { NoProjectDialog } from './NoProjectDialog.tsx';
import { useProjectDialogs } from './project-dialogs.ts';
import { RenameProjectDialog } from './RenameProjectDialog.tsx';

export function ProjectDialogs() {
  const { is_adding, renaming } = useProjectDialogs();
  return (
    <>
      {is_adding && <AddProjectDialog onClose={() => useProjectDialogs.setState({ is_adding: false })} />}
      {renaming && (
        <RenameProjectDialog
          key={renaming.project_id}
          project={renaming}
          onClose={() => useProjectDialogs.setState({ renaming: null })}
        />
      )}
      <NoProjectDialog />
    </>
  );
}
