import { CLEAN_MARKS_MAX } from '@mixreel/contract';
import { probe } from '@mixreel/media';
import { z } from 'zod';
import { and, eq } from '#db/orm.ts';
import { defineJob } from '#queue/job.ts';
import { holdClean, requireClean } from './clean.queries.ts';
import { clean } from './clean.tables.ts';
import { findMarks } from './find-marks.ts';
import { makeClean } from './make-clean.ts';

const Input = z.object({ clean_id: z.string() });

/** Finds what is written in a film or picture. */
export const findText = defineJob({
  name: 'clean.find',
  task_type: 'text_mark_removal',
  input: Input,
  kind: 'model',
  steps: [
    { key: 'look', label: '查找文字', share: 0.9 },
    { key: 'times', label: '确定时间', share: 0.1 },
  ],
  async run({ clean_id }, context) {
    const { db, storage, tools, signal, task } = context;
    const row = await requireClean(db, task.space_id, clean_id);
    const opened = await storage.open(row.sha256);
    try {
      const facts = await probe(tools, opened.path, { signal });
      const found = await findMarks(context, { path: opened.path, facts });
      // What people have drawn meanwhile stays.
      await db.transaction(async (tx) => {
        const now = await holdClean(tx, task.space_id, clean_id);
        // Killed behind this, another attempt finds the same ones.
        const known = new Set(now.marks.map(({ mark_id }) => mark_id));
        const fresh = found.marks.filter(({ mark_id }) => !known.has(mark_id));
        const room = Math.max(0, CLEAN_MARKS_MAX - now.marks.length);
        const marks = [...fresh.slice(0, room), ...now.marks];
        const change = { marks, notices: found.notices, note: found.note, revision: now.revision + 1 };
        await tx
          .update(clean)
          .set(change)
          .where(and(eq(clean.clean_id, clean_id), eq(clean.find_task_id, task.task_id)));
      });
      return { result: { clean_id, marks: found.marks.length } };
    } finally {
      await opened.release();
    }
  },
});

/** Takes away what a person ticked. */
export const removeText = defineJob({
  name: 'clean.make',
  task_type: 'text_mark_removal',
  input: Input.extend({ quality: z.enum(['fast', 'standard', 'fine']) }),
  kind: 'render',
  cores: 2,
  unit_seconds: 1,
  steps: [
    { key: 'film', label: '去除并编码', share: 0.97 },
    { key: 'keep', label: '保存结果' },
  ],
  async run({ clean_id, quality }, context) {
    return makeClean(context, clean_id, quality);
  },
});
