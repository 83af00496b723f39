import {
  AppError,
  applyChange,
  applyTemplate,
  type mix as calls,
  mixKind,
  type MixRecord,
  mixRecordOf,
  planNewShootings,
} from '@mixreel/contract';
import { applyAll, type Operation, refuseAll, type State } from '@mixreel/document';
import type { z } from 'zod';
import type { App, Context } from '#context.ts';
import type { Queryable } from '#db/connect.ts';
import { newId } from '#db/id.ts';
import { requireProject } from '#features/project/project.queries.ts';
import { countUse, requireTemplate } from '#features/template/template.queries.ts';
import { checkConfig } from './check-config.ts';
import { requireMix } from './document.ts';
import { firstConfig } from './first-config.ts';
import { copyPositions, insertMix } from './insert-mix.ts';
import { readMixState } from './mix.document.ts';
import { newShootings } from './new-shootings.ts';
import { renewIds } from './renew-ids.ts';

type Input = z.output<(typeof calls.add)['input']>;

/** A call, or a task on behalf of somebody. */
type Maker = Pick<App, 'db' | 'shelf' | 'secret'> & {
  space: Pick<Context['space'], 'space_id'>;
  user: Pick<Context['user'], 'user_uid'>;
};

/** What a mix is filled with from elsewhere, and what is written with it. */
type Filling = {
  plan: (state: State) => Operation[];
  follow: (tx: Queryable, mproject_id: string) => Promise<void>;
  /** Whether people find it among their mixes. */
  is_listed?: boolean;
};

/**
 * A new mix, empty or with lines, from a template, or as a copy of another without its candidates and videos. With all
 * that it is filled with, or not at all.
 */
export async function addMix(context: Maker, input: Input, filling?: Filling): Promise<string> {
  const { db, space, user } = context;
  const { space_id } = space;
  const { project_id, mproject_name, template_id, copy_of } = input;
  await requireProject(db, space_id, project_id);
  const mproject_id = newId();
  const asked = await checkConfig(context, { space_id, mproject_id }, input.config);
  await db.transaction(async (tx) => {
    if (copy_of) await requireMix(tx, space_id, copy_of);
    const copied = copy_of ? renewIds(await readMixState(tx, copy_of)) : null;
    const template = template_id ? await requireTemplate(tx, space_id, template_id) : null;
    const first = template?.template_type === 'mix' ? {} : firstConfig(context, asked);
    const had = copied && mixRecordOf(copied);
    const before: MixRecord = {
      mproject_name,
      config: applyChange(had?.config ?? first, asked),
      template_name: had?.template_name ?? null,
      template_config: had?.template_config ?? null,
    };
    const settings = template ? applyTemplate(before, template) : before;
    if (template) await countUse(tx, template.template_id);

    const lines = input.lines.map((line) => ({ lines: [line] }));
    const planned = newShootings(lines.length > 0 ? lines : (template?.shootings ?? []));
    const state: State = { ...copied, mix: { mix: settings } };
    const begun = applyAll(state, planNewShootings(state, planned));
    const operations = filling?.plan(begun) ?? [];
    const refused = refuseAll(mixKind, begun, operations);
    if (refused) throw new AppError('invalid', refused);
    const whole = applyAll(begun, operations);
    const is_listed = filling?.is_listed ?? true;
    await insertMix(tx, { mproject_id, space_id, project_id, created_by: user.user_uid, is_listed }, whole);
    await filling?.follow(tx, mproject_id);
    if (copy_of) await copyPositions(tx, copy_of, mproject_id);
  });
  return mproject_id;
}
