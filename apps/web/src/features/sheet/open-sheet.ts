/** The address of a picture in the editor. */
export function sheetPath({ project_id, sheet_id }: { project_id: string; sheet_id: string }): string {
  return `/videoGenerate/image/editor?${new URLSearchParams({ projectId: project_id, sheet_id })}`;
}
