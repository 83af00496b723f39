type Named = { project_id: string; story_board_id: string };

/** A board by its address. */
export function storyPath({ project_id, story_board_id }: Named): string {
  return `/storyBoard?${new URLSearchParams({ projectId: project_id, storyBoardId: story_board_id })}`;
}

/** All boards of a project. */
export function storiesPath(project_id: string): string {
  return `/storyBoard?${new URLSearchParams({ projectId: project_id })}`;
}
