import type { App } from '#context.ts';
import { isSigned, sign } from '#http/signature.ts';

/**
 * What a token permits: this person may send files to this project, until then (seconds since 1970); with a record that
 * one alone, as somebody does who sends it in their name.
 */
export type UploadPermit = { user_uid: string; project_id: string; record_uuid?: string; expires: number };

const PREFIX = 'up_';

/** A token that can send bytes and nothing else. Whether the person may still do so is asked at every request. */
export function signUploadToken({ secret }: Pick<App, 'secret'>, permit: UploadPermit): string {
  const { user_uid, project_id, record_uuid = '', expires } = permit;
  return PREFIX + [user_uid, project_id, record_uuid, expires, sign(secret, ...partsOf(permit))].join('.');
}

export function isUploadToken(token: string): boolean {
  return token.startsWith(PREFIX);
}

/** Null when it was not made here, was changed, or has expired. */
export function readUploadToken({ secret }: Pick<App, 'secret'>, token: string): UploadPermit | null {
  const [user_uid = '', project_id = '', record_uuid = '', expires = '', signature = ''] = token
    .slice(PREFIX.length)
    .split('.');
  const permit = { user_uid, project_id, ...(record_uuid && { record_uuid }), expires: Number(expires) };
  const isOurs = isSigned(signature, secret, ...partsOf(permit));
  return isOurs && permit.expires * 1000 > Date.now() ? permit : null;
}

function partsOf({ user_uid, project_id, record_uuid = '', expires }: UploadPermit): (string | number)[] {
  return ['upload', user_uid, project_id, record_uuid, expires];
}
