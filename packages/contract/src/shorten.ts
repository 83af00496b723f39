const NAME_LENGTH = 12;

/** The first words of a text, as a name for it. A cut through an emoji would leave half a letter. */
export function shorten(text: string): string {
  const said = text.trim();
  return said.length > NAME_LENGTH ? `${said.slice(0, NAME_LENGTH).replace(/[\ud800-\udbff]$/, '')}…` : said;
}
