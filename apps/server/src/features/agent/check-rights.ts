import type { AgentBrief, AgentFinding, Timeline } from '@mixreel/contract';
import type { App } from '#context.ts';
import { inArray } from '#db/orm.ts';
import { material } from '#features/material/material.tables.ts';
import { checkLicence } from '#features/music/check-licence.ts';
import { findMusic } from '#features/music/music.queries.ts';

/**
 * Whether what a finished video shows and plays may be shown and played where it goes: a licence may have run out, and
 * somebody may have taken a consent back, while it was made.
 */
export async function checkRights(
  app: App,
  space_id: string,
  { cuts, music }: Timeline,
  { platforms }: AgentBrief,
): Promise<AgentFinding[]> {
  const bed = music?.material_id ?? null;
  const ids = [...new Set([...cuts.map(({ material_id }) => material_id), ...(bed ? [bed] : [])])];
  const { material_id, rights, rights_expires_at, deleted_at } = material;
  const known = await app.db
    .select({ material_id, rights, rights_expires_at, deleted_at })
    .from(material)
    .where(inArray(material_id, ids));
  const problemOf = (id: string): string | null => {
    const own = known.find((one) => one.material_id === id);
    if (!own || own.deleted_at !== null) return '已被删除';
    if (own.rights?.consent === 'missing') return own.rights.note || '里面的人还没有同意出镜';
    const isOver = own.rights_expires_at !== null && Date.parse(own.rights_expires_at) < Date.now();
    return isOver ? '授权已过期' : null;
  };
  const shown = cuts.flatMap((cut, place) => {
    const problem = problemOf(cut.material_id);
    return problem ? [rejected(place, `素材「${cut.material_name}」${problem}`)] : [];
  });
  const bedProblem = bed && problemOf(bed);
  const piece = music?.music_id ? await findMusic(app, space_id, music.music_id) : null;
  const licence = piece && checkLicence(piece.licence, platforms);
  return [
    ...shown,
    ...(bedProblem ? [rejected(null, `当作音乐的素材${bedProblem}，请换音乐`)] : []),
    ...(music?.music_id && !piece ? [rejected(null, '所用的音乐已不在音乐库里，请换音乐')] : []),
    ...(licence
      ? [{ ...rejected(null, licence.message), weight: licence.blocks ? ('reject' as const) : ('tell' as const) }]
      : []),
  ];
}

function rejected(place: number | null, message: string): AgentFinding {
  return { kind: 'rights', weight: 'reject', place, message };
}
