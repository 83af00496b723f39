import { AppError, type MixOverrides, resolveConfig, type Template, type template as calls } from '@mixreel/contract';
import type { z } from 'zod';
import type { Db } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { and, eq, isNull, sql } from '#db/orm.ts';
import { mproject, script, shooting } from '#features/mix/mix.tables.ts';
import { template } from './template.tables.ts';

type Input = z.output<(typeof calls.add)['input']>;
type Saved = Pick<Template, 'config' | 'shootings'>;

/** Saves the settings of a mix, the look of its captions, or the sequence of its shootings; gives the template's id. */
export async function saveTemplate(
  db: Db,
  { space_id, user_uid }: { space_id: string; user_uid: string },
  { mproject_id, template_name, template_type }: Input,
): Promise<string> {
  const [mix] = await db
    .select()
    .from(mproject)
    .where(and(eq(mproject.mproject_id, mproject_id), eq(mproject.space_id, space_id), isNull(mproject.deleted_at)));
  if (!mix) throw new AppError('not_found', '混剪不存在或已被删除');
  const rows = await db
    .select()
    .from(shooting)
    .where(and(eq(shooting.mproject_id, mproject_id), isNull(shooting.deleted_at)))
    .orderBy(sql`${shooting.rank} collate "C"`);
  const lines = await db
    .select()
    .from(script)
    .where(eq(script.mproject_id, mproject_id))
    .orderBy(sql`${script.rank} collate "C"`);
  if (template_type === 'structure' && rows.length === 0) {
    throw new AppError('invalid', '这个混剪还没有镜头，请先添加镜头再存为结构');
  }
  const saved: Record<Template['template_type'], () => Saved> = {
    mix: () => ({ config: wholeConfig(mix), shootings: [] }),
    caption: () => ({ config: { caption: captionConfig(mix) }, shootings: [] }),
    structure: () => ({
      config: {},
      shootings: rows.map(({ shooting_id, shooting_name, config }) => ({
        shooting_name,
        lines: lines.filter((line) => line.shooting_id === shooting_id).map(({ text }) => text),
        config,
      })),
    }),
  };
  const template_id = newId();
  await db
    .insert(template)
    .values({ template_id, space_id, template_name, template_type, created_by: user_uid, ...saved[template_type]() });
  return template_id;
}

type Layers = { template_config: MixOverrides | null; config: MixOverrides };

/** What the mix sets, over its own template. Pairs of clips and the directory mean nothing in another mix. */
function wholeConfig({ template_config, config }: Layers): MixOverrides {
  const groups = new Set([...Object.keys(template_config ?? {}), ...Object.keys(config)]);
  const merged: MixOverrides = Object.fromEntries(
    Array.from(groups, (group) => {
      const name = group as keyof MixOverrides;
      return [name, { ...template_config?.[name], ...config[name] }];
    }),
  );
  const { forbidden_pairs: _pairs, ...combine } = merged.combine ?? {};
  const { dir_id: _dir, ...output } = merged.output ?? {};
  return { ...merged, ...(merged.combine && { combine }), ...(merged.output && { output }) };
}

/** All of how captions look, inherited or not: whoever saves a look means what they see. Where the text comes from is no look. */
function captionConfig({ template_config, config }: Layers): MixOverrides['caption'] {
  const { source: _source, ...look } = resolveConfig({ template: template_config, project: config }).caption;
  return look;
}
