import { probe } from '@mixreel/media';
import { z } from 'zod';
import { and, eq } from '#db/orm.ts';
import { removeFiles } from '#features/file/remove-files.ts';
import { defineJob } from '#queue/job.ts';
import { requireSwap } from './face.queries.ts';
import { face_swap } from './face.tables.ts';
import { findFigures, keepCovers } from './find-figures.ts';
import { makeSwap } from './make-swap.ts';
import { swapElsewhere } from './swap-elsewhere.ts';

/** Puts other faces onto people, each with a consent that holds. */
export const makeSwapped = defineJob({
  name: 'face.make',
  task_type: 'face_swap',
  input: z.object({ swap_id: z.string(), kind: z.enum(['preview', 'whole']), from_ms: z.number() }),
  kind: 'render',
  cores: 2,
  unit_seconds: 1,
  steps: [
    { key: 'film', label: '换脸并编码', share: 0.97 },
    { key: 'keep', label: '保存结果' },
  ],
  async run({ swap_id, kind, from_ms }, context) {
    return makeSwap(context, swap_id, kind, from_ms);
  },
});

/** Lets a service do it: that takes minutes of waiting and little of this machine. */
export const swapByService = defineJob({
  name: 'face.elsewhere',
  task_type: 'face_swap',
  input: z.object({ swap_id: z.string(), engine: z.string() }),
  kind: 'network',
  steps: [
    { key: 'film', label: '由服务换脸', share: 0.9 },
    { key: 'keep', label: '打分并保存' },
  ],
  async run({ swap_id, engine }, context) {
    return swapElsewhere(context, swap_id, engine);
  },
});

const Input = z.object({ swap_id: z.string() });

/** Finds who is seen in a film or picture. */
export const findPeople = defineJob({
  name: 'face.find',
  task_type: 'face_swap',
  input: Input,
  kind: 'model',
  steps: [{ key: 'look', label: '查找人物', share: 1 }],
  async run({ swap_id }, context) {
    const { db, storage, tools, signal, task } = context;
    const row = await requireSwap(db, task.space_id, swap_id);
    const opened = await storage.open(row.sha256);
    try {
      const facts = await probe(tools, opened.path, { signal });
      const found = await findFigures(context, { path: opened.path, facts, cuts_ms: row.cuts_ms });
      await db.transaction(async (tx) => {
        const figures = await keepCovers(tx, { space_id: task.space_id, created_by: task.user_uid }, found);
        const written = await tx
          .update(face_swap)
          .set({ figures, note: found.note, revision: row.revision + 1 })
          .where(and(eq(face_swap.swap_id, swap_id), eq(face_swap.find_task_id, task.task_id)))
          .returning({ swap_id: face_swap.swap_id });
        // Deleted meanwhile: what was drawn for it is nobody's.
        if (written.length === 0) {
          const covers = figures.flatMap(({ tracks }) => tracks.flatMap(({ cover_vlc_id }) => cover_vlc_id ?? []));
          await removeFiles(tx, task.space_id, covers);
        }
      });
      return { result: { swap_id, figures: found.figures.length } };
    } finally {
      await opened.release();
    }
  },
});
