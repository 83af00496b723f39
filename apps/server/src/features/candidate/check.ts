import { type ExportProblem, type MixConfig, resolveConfig } from '@mixreel/contract';
import type { App } from '#context.ts';
import { eq } from '#db/orm.ts';
import { clipProblem } from '#features/mix/document.ts';
import { checkLicence } from '#features/music/check-licence.ts';
import { readBeats } from '#features/music/measure-music.ts';
import { findMusic } from '#features/music/music.queries.ts';
import { project } from '#features/project/project.tables.ts';
import { checkCaptions, NOTHING } from './check-captions.ts';
import type { MixState } from './choose.ts';
import { askPlanner } from './plan-thread.ts';
import { openSources } from './sources.ts';

const MOST = 200;

/** Everything that a viewer, a platform or a lawyer would stumble over, before anything is exported. */
export async function checkMix(app: Omit<App, 'queue'>, state: MixState): Promise<ExportProblem[]> {
  const { report } = await askPlanner<'limits'>({ kind: 'limits', plan: state.plan });
  const empty = report.limits.filter(({ kind }) => kind === 'empty' || kind === 'conflict');
  return [
    ...empty.map(({ kind, slotIds: [slot], sentence }) => ({
      ...NOTHING,
      kind,
      blocks: true,
      message: sentence,
      shooting_id: state.document.shootings.find((one) => one.shooting_id === slot)?.shooting_id ?? null,
    })),
    ...(await checkMusic(app, state)),
    ...checkClips(state),
    ...(await checkCaptions(app.db, state)),
  ].slice(0, MOST);
}

async function checkMusic(app: Omit<App, 'queue'>, { document: { mix } }: MixState): Promise<ExportProblem[]> {
  const { music } = resolveConfig({ template: mix.template_config, project: mix.config });
  return [
    ...(music.music_id ? await checkRights(app, mix, music.music_id) : []),
    ...(music.is_beat_snapped ? await checkBeats(app, mix.space_id, music) : []),
  ];
}

async function checkRights(app: Omit<App, 'queue'>, mix: MixState['document']['mix'], music_id: string) {
  const found = await findMusic(app, mix.space_id, music_id);
  if (!found) return [{ ...NOTHING, kind: 'music', blocks: true, message: '所选的音乐已不在音乐库里，请重新选择' }];
  const [target] = await app.db
    .select({ platforms: project.target_platforms })
    .from(project)
    .where(eq(project.project_id, mix.project_id));
  const problem = checkLicence(found.licence, target?.platforms ?? []);
  return problem ? [{ ...NOTHING, kind: 'music', ...problem }] : [];
}

async function checkBeats(
  app: Omit<App, 'queue'>,
  space_id: string,
  { music_id, material_id }: MixConfig['music'],
): Promise<ExportProblem[]> {
  const sources = openSources(app, space_id);
  try {
    const bed = music_id ? await sources.ofMusic(music_id) : material_id ? await sources.ofMaterial(material_id) : null;
    if (!bed || (await readBeats(app, music_id || bed.hash, bed.path)).length > 0) return [];
    const message = '这段音乐里听不出鼓点，卡点不会起作用，可换一段节奏分明的音乐';
    return [{ ...NOTHING, kind: 'music', blocks: false, message }];
  } finally {
    await sources.close();
  }
}

function checkClips({ document: { clips } }: MixState): ExportProblem[] {
  return clips.flatMap((one): ExportProblem[] => {
    const { video_clip_id, shooting_id } = one.clip;
    const at = { ...NOTHING, shooting_id, video_clip_id, blocks: false };
    const problem = clipProblem(one);
    if (problem) return [{ ...at, kind: 'clip', message: `「${one.material.material_name}」不会用到：${problem}` }];
    const consent = one.material.rights?.consent;
    if (consent !== 'missing') return [];
    return [{ ...at, kind: 'consent', blocks: true, message: `「${one.material.material_name}」里的人还没有同意出镜` }];
  });
}
