/** The editor of a mix. */
export function editorPath(mproject_id: string): string {
  return `/studio/videoProduction?${new URLSearchParams({ mproject_id })}`;
}
