/** Cells are cut to this before a pattern sees them: one may hold the whole file. */
const ROLE_CHARACTERS_MAX = 40;
const NAME_CHARACTERS_MAX = 12;

export const TEXT_HEADERS = /^(台词|文案|旁白|配音|口播|解说|文字|内容|脚本|narration|text|line|script|voice ?over)/i;
const ROLE_HEADERS =
  /^((配音|旁白|说话|出镜)?(角色|人物)|说话[人者]|讲话人|讲述[人者]|配音[人员]|配音演员|speaker|role|character)(名|名字|名称|姓名)?$/i;
const VOICE_HEADERS = /^((配音|旁白|角色|人物)?(音色|声线)|发音人|voice)(名|名称)?$/i;
/** These head the words in one table and who says them in another: which, only their cells tell. */
const EITHER_HEADERS = /^(配音|旁白)$/;

/**
 * The columns of a table that say who speaks and with which voice, or -1. Where only a voice is named, the voice is who
 * speaks, in a table as in a row.
 */
export function findRoleColumns(rows: string[][]): { role: number; voice: number } {
  const header = (rows[0] ?? []).map((cell) => startOf(cell).replace(/[（(].*$|[\s:：*]/g, ''));
  const hasWords = (except: number) => header.some((cell, n) => n !== except && TEXT_HEADERS.test(cell));
  const voice = header.findIndex((cell) => VOICE_HEADERS.test(cell));
  const named = header.findIndex((cell) => ROLE_HEADERS.test(cell));
  if (named >= 0) return { role: named, voice };
  if (voice >= 0) return { role: voice, voice };
  const either = header.findIndex((cell, n) => EITHER_HEADERS.test(cell) && hasWords(n) && areNames(rows, n));
  return { role: either, voice: -1 };
}

/** Whether a column has names in it and nothing that is said: short, without punctuation, some of them again. */
function areNames(rows: string[][], column: number): boolean {
  const names = rows.slice(1).flatMap((row) => roleOf(row[column]) ?? []);
  return (
    new Set(names).size < names.length &&
    names.every((name) => name.length <= NAME_CHARACTERS_MAX && !/[，。！？、；…,.!?;]/.test(name))
  );
}

/** Who a cell names; null where it says nobody. */
export function roleOf(cell = ''): string | null {
  const name = startOf(cell)
    .replace(/\s+/g, ' ')
    .replace(/[:： ]+$/, '');
  return /[\p{L}\p{N}]/u.test(name) && name !== '无' ? name : null;
}

function startOf(cell: string): string {
  return cell.trim().slice(0, ROLE_CHARACTERS_MAX).toWellFormed();
}
