import type { material } from './material.tables.ts';

type Rights = Pick<typeof material.$inferSelect, 'material_name' | 'rights' | 'rights_expires_at'>;

/** Why a picture cannot come into what is made of another material; null when it can. */
export function showProblem(what: string, { material_name, rights, rights_expires_at }: Rights): string | null {
  if (rights?.consent === 'missing') return `${what}「${material_name}」里的人还没有同意使用，请先补上授权`;
  const isOver = rights_expires_at && new Date(rights_expires_at) <= new Date();
  return isOver ? `${what}「${material_name}」的授权已经到期，请换一张` : null;
}
