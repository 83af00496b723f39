import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Box } from '@mixreel/contract';
import { FfmpegError, inFolder, labelPicture, readPictureLabel, runFfmpeg } from '@mixreel/media';
import { and, desc, eq, isNotNull, isNull } from '#db/orm.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import type { JobContext } from '#queue/job.ts';
import { person, shot, shot_face } from './analysis.tables.ts';
import { claimDerived, storeDerived } from './derived-files.ts';

const SIDE = 240;

/** Gives the persons of a material who have no picture yet the best face of theirs. */
export async function cutPersonCovers(context: JobContext, material_id: string): Promise<void> {
  const { db, storage, scratch, tools, signal } = context;
  const faces = await db
    .selectDistinctOn([person.person_id], {
      person_id: person.person_id,
      space_id: person.space_id,
      box: shot_face.box,
      sha256: vlc_file.sha256,
    })
    .from(person)
    .innerJoin(shot_face, eq(shot_face.person_id, person.person_id))
    .innerJoin(shot, eq(shot.shot_id, shot_face.shot_id))
    .innerJoin(vlc_file, eq(vlc_file.vlc_id, shot.cover_vlc_id))
    .where(and(eq(shot.material_id, material_id), isNull(person.cover_vlc_id), isNotNull(shot.cover_vlc_id)))
    .orderBy(person.person_id, desc(shot_face.score));
  for (const { person_id, space_id, box, sha256 } of faces) {
    const picture = await storage.open(sha256);
    try {
      await inFolder(scratch, async (folder) => {
        const path = join(folder, 'face.jpg');
        const crop = `${cropOf(box)},scale=${SIDE}:${SIDE}:flags=bicubic:out_range=pc,format=yuvj420p`;
        const output = ['-vf', crop, '-q:v', 4, '-frames:v', 1, '-update', 1, '-f', 'image2', path];
        await runFfmpeg(tools, [['-i', picture.path], output], { signal });
        const label = readPictureLabel(await readFile(picture.path));
        if (label) await writeFile(path, labelPicture(await readFile(path), label));
        const made = await storeDerived(context, path, 'person.jpg', signal);
        await db.transaction(async (tx) => {
          const [now] = await tx.select().from(person).where(eq(person.person_id, person_id)).for('update');
          if (!now || now.cover_vlc_id) return;
          const [cover_vlc_id] = await claimDerived(tx, { space_id, created_by: context.task.user_uid }, [made]);
          await tx.update(person).set({ cover_vlc_id }).where(eq(person.person_id, person_id));
        });
      });
    } catch (error) {
      // A person without a picture is still a person.
      if (!(error instanceof FfmpegError)) throw error;
      context.log.warn({ err: error, person_id }, 'face not cut out');
    } finally {
      await picture.release();
    }
  }
}

/** A square around the face, with the hair. */
function cropOf({ x, y, width, height }: Box): string {
  const [w, h] = [`iw*${width.toFixed(4)}`, `ih*${height.toFixed(4)}`];
  const side = `min(min(iw,ih),1.7*max(${w},${h}))`;
  const [left, top] = [`iw*${(x + width / 2).toFixed(4)}-ow/2`, `ih*${(y + height / 2).toFixed(4)}-oh*0.55`];
  return `crop=w='${side}':h='${side}':x='max(0,min(iw-ow,${left}))':y='max(0,min(ih-oh,${top}))'`;
}
