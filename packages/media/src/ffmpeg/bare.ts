/** What ffmpeg hands on from a source unless told not to: tags with places and names, chapters as a track of their own. */
export const BARE = ['-map_metadata', -1, '-map_chapters', -1];
