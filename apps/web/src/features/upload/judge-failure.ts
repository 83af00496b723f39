import { CODE_UNAUTHORIZED } from '@mixreel/contract';
import { CallError } from '#lib/call.ts';
import { NetworkError } from '#lib/send.ts';
import { SendError } from './upload-wire.ts';

/**
 * What a failure means: try again by itself, begin anew because the server has forgotten it, tell the person, who may
 * try again; or the file itself is why, and only another one helps.
 */
export type Failure = { kind: 'again' | 'gone' | 'over' | 'refused'; message: string };

const NOT_FOUND = 404;
/** Bad input, too large, not a file that can be taken. */
const REFUSALS = new Set([400, 413, 415]);

/** 409 and 423: another connection of the same upload has not ended yet. 460: a piece was damaged on the way. */
const PASSING = new Set([408, 409, 423, 425, 429, 460]);

export function judgeFailure(error: unknown): Failure {
  if (error instanceof NetworkError) return { kind: 'again', message: '连不上服务器' };
  if (error instanceof CallError) {
    if (error.code >= 500 && error.code < 600) return { kind: 'again', message: '服务器暂时没有应答' };
    if (error.code === 429) return { kind: 'again', message: error.message };
    if (REFUSALS.has(error.code)) return { kind: 'refused', message: error.message };
    return { kind: error.code === NOT_FOUND ? 'gone' : 'over', message: error.message };
  }
  if (error instanceof SendError) {
    const { status, message } = error;
    if (status === null) return { kind: 'again', message: '连不上服务器' };
    if (status === CODE_UNAUTHORIZED || PASSING.has(status)) return { kind: 'again', message: '正在重新连接' };
    if (status === NOT_FOUND || status === 410) return { kind: 'gone', message: '上传已过期' };
    if (status >= 500 && status !== 507) return { kind: 'again', message: '服务器暂时没有应答' };
    return { kind: 'over', message: message || '服务器没有收下这个文件' };
  }
  const isUnreadable = error instanceof DOMException && /NotReadable|NotFound|NotAllowed/.test(error.name);
  if (isUnreadable) return { kind: 'refused', message: '文件读不出来，可能被移动、改名或修改过，请重新选择' };
  return { kind: 'over', message: error instanceof Error && error.message ? error.message : '上传没有成功，请重试' };
}
