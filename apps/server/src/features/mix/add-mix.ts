import { applyChange, applyTemplate, type MixOverrides, type mix as calls } from '@mixreel/contract';
import type { z } from 'zod';
import type { App, Context } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { eq } from '#db/orm.ts';
import { caption_position } from '#features/caption/caption.tables.ts';
import { requireProject } from '#features/project/project.queries.ts';
import { countUse, requireTemplate } from '#features/template/template.queries.ts';
import { checkConfig } from './check-config.ts';
import { countClipUse } from './count-use.ts';
import { readDocument } from './document.ts';
import { firstConfig } from './first-config.ts';
import { mproject, shooting, video_clip } from './mix.tables.ts';
import { insertShootings } from './new-shootings.ts';

type Input = z.output<(typeof calls.add)['input']>;

/** A call, or a task on behalf of somebody. */
type Maker = Pick<App, 'db' | 'shelf' | 'secret'> & {
  space: Pick<Context['space'], 'space_id'>;
  user: Pick<Context['user'], 'user_uid'>;
};

/** A new mix, empty or with lines, from a template, or as a copy of another. */
export async function addMix(context: Maker, input: Input): Promise<string> {
  const { db, space, user } = context;
  const { space_id } = space;
  const { project_id, mproject_name, template_id, copy_of } = input;
  await requireProject(db, space_id, project_id);
  const mproject_id = newId();
  const asked = await checkConfig(context, { space_id, mproject_id }, input.config);
  await db.transaction(async (tx) => {
    await tx.insert(mproject).values({ mproject_id, space_id, project_id, mproject_name, created_by: user.user_uid });
    const copied = copy_of ? await copyMix(tx, { space_id, mproject_id, copy_of }) : null;
    const template = template_id ? await requireTemplate(tx, space_id, template_id) : null;
    const first = template?.template_type === 'mix' ? {} : firstConfig(context, asked);
    const before = {
      config: applyChange(copied?.config ?? first, asked),
      template_name: copied?.template_name ?? null,
      template_config: copied?.template_config ?? null,
    };
    const settings = template ? applyTemplate(before, template) : before;
    await tx.update(mproject).set(settings).where(eq(mproject.mproject_id, mproject_id));
    if (template) await countUse(tx, template.template_id);

    const lines = input.lines.map((line) => ({ lines: [line] }));
    const planned = lines.length > 0 ? lines : (template?.shootings ?? []);
    await insertShootings(tx, { space_id, mproject_id }, planned, copied?.shootings ?? 0);
  });
  return mproject_id;
}

/** Copies everything but candidates and finished videos; gives the settings, whose clips are those of the copy. */
async function copyMix(
  tx: Queryable,
  { space_id, mproject_id, copy_of }: { space_id: string; mproject_id: string; copy_of: string },
) {
  const { mix, shootings, clips } = await readDocument(tx, space_id, copy_of, { hasWords: false });
  const fresh = new Map<string, string>();
  const renew = (id: string): string => {
    const known = fresh.get(id) ?? newId();
    fresh.set(id, known);
    return known;
  };
  const common = { mproject_id, revision: 1, created_at: undefined };
  if (shootings.length > 0) {
    await tx.insert(shooting).values(
      shootings.map((row) => ({
        ...row,
        ...common,
        shooting_id: renew(row.shooting_id),
        scripts: row.scripts.map((script) => ({ ...script, script_id: newId() })),
      })),
    );
  }
  if (clips.length > 0) {
    const rows = clips.map(({ clip }) => ({
      ...clip,
      ...common,
      video_clip_id: renew(clip.video_clip_id),
      shooting_id: clip.shooting_id && renew(clip.shooting_id),
    }));
    await tx.insert(video_clip).values(rows);
    await countClipUse(tx, rows);
  }
  const positions = await tx.select().from(caption_position).where(eq(caption_position.mproject_id, copy_of));
  if (positions.length > 0) {
    await tx.insert(caption_position).values(positions.map((row) => ({ ...row, mproject_id, position_id: newId() })));
  }
  const { template_name, template_config } = mix;
  return { config: renewed(mix.config, fresh), template_name, template_config, shootings: shootings.length };
}

const NAMING = ['opening_ids', 'header_ids', 'footer_ids', 'order_ids', 'length_ids'] as const;

/** The clips and shootings that settings name, as those of the copy. */
function renewed({ combine, vary, ...config }: MixOverrides, fresh: Map<string, string>): MixOverrides {
  const forbidden_pairs = combine?.forbidden_pairs?.flatMap(([a, b]): [string, string][] => {
    const [one, other] = [fresh.get(a), fresh.get(b)];
    return one && other ? [[one, other]] : [];
  });
  const named = NAMING.flatMap((field) => {
    const ids = vary?.[field];
    return ids ? [[field, ids.flatMap((id) => fresh.get(id) ?? [])]] : [];
  });
  return {
    ...config,
    ...(combine && { combine: { ...combine, ...(forbidden_pairs && { forbidden_pairs }) } }),
    ...(vary && { vary: { ...vary, ...Object.fromEntries(named) } }),
  };
}
