import { EMPTY_AGENT_BRIEF, type SpaceId } from '@mixreel/contract';
import { newId } from '#db/id.ts';
import { type SQL, sql } from '#db/orm.ts';
import { agent_batch, agent_project } from '#features/agent/agent.tables.ts';
import { person, shot } from '#features/analysis/analysis.tables.ts';
import { artwork, artwork_comment } from '#features/artwork/artwork.tables.ts';
import { ai_audio } from '#features/audio/audio.tables.ts';
import { box_recipe } from '#features/box/box.tables.ts';
import { candidate } from '#features/candidate/candidate.tables.ts';
import { clean } from '#features/clean/clean.tables.ts';
import { checkbox, dir } from '#features/dir/dir.tables.ts';
import { document } from '#features/document/document.tables.ts';
import { face, face_swap } from '#features/face/face.tables.ts';
import { stored_object, vlc_file } from '#features/file/file.tables.ts';
import { ai_generation } from '#features/generate/generate.tables.ts';
import { material } from '#features/material/material.tables.ts';
import { mproject, script, shooting, video_clip } from '#features/mix/mix.tables.ts';
import { project } from '#features/project/project.tables.ts';
import { sheet } from '#features/sheet/sheet.tables.ts';
import { sku_mark } from '#features/sku/sku.tables.ts';
import { story_board } from '#features/story/story.tables.ts';
import { task } from '#features/task/task.tables.ts';
import { template } from '#features/template/template.tables.ts';
import { upload_record } from '#features/upload/upload.tables.ts';
import type { TestApp } from './test-app.ts';

export type Ids = Record<SpaceId, string>;
type Insert = { getSQL(): SQL };

export function newIds(): Ids {
  const ai_audio_id = newId();
  return {
    project_id: newId(),
    material_id: newId(),
    shot_id: newId(),
    person_id: newId(),
    record_uuid: newId(),
    sku_mark_id: newId(),
    vlc_id: newId(),
    task_id: newId(),
    ai_audio_id,
    // A piece of sound is a document as well.
    document_id: ai_audio_id,
    story_board_id: newId(),
    mproject_id: newId(),
    shooting_id: newId(),
    video_clip_id: newId(),
    candidate_id: newId(),
    template_id: newId(),
    dir_id: newId(),
    artwork_id: newId(),
    checkbox_id: newId(),
    comment_id: newId(),
    generation_id: newId(),
    agent_project_id: newId(),
    agent_batch_config_id: newId(),
    sheet_id: newId(),
    clean_id: newId(),
    swap_id: newId(),
    face_id: newId(),
    recipe_id: newId(),
  };
}

type Place = { space_id: string; ids: Ids; owner: string; viewer: string };

/** Puts one of everything into a space, or back into it: calls that are allowed may delete what they are given. */
export function restoring(app: TestApp, { space_id, ids, owner, viewer }: Place): () => Promise<unknown> {
  const rows = [
    ...thingsOf(app, space_id, ids, owner),
    // Whoever may see a video may comment on it; what one wrote one may delete.
    commentOf(app, space_id, ids, viewer),
  ];
  const parts = rows.map((row, n) => sql`${sql.raw(`row_${n}`)} as (${row.getSQL()})`);
  // One statement is a twentieth of the work of so many; it asks what belongs together at its end.
  return () => app.db.execute(sql`with ${sql.join(parts, sql`, `)} select 1`);
}

function thingsOf({ db }: TestApp, space_id: string, ids: Ids, user_uid: string): Insert[] {
  const rows: Insert[] = [];
  const { project_id, material_id, shot_id, person_id, record_uuid, sku_mark_id, vlc_id, task_id, ai_audio_id } = ids;
  const { story_board_id } = ids;
  const common = { space_id, created_by: user_uid };
  rows.push(
    db
      .insert(project)
      .values({ ...common, project_id, project_name: '项目' })
      .onConflictDoUpdate({ target: project.project_id, set: { deleted_at: null } }),
  );
  rows.push(
    db
      .insert(stored_object)
      .values({ sha256: 'a'.repeat(64), bytes: 1 })
      .onConflictDoNothing(),
  );
  rows.push(
    db
      .insert(vlc_file)
      .values({ ...common, vlc_id, sha256: 'a'.repeat(64), file_name: 'a.png', content_type: 'image/png', bytes: 1 })
      .onConflictDoNothing(),
  );
  rows.push(
    db
      .insert(material)
      .values({
        ...common,
        material_id,
        project_id,
        vlc_id,
        material_name: '图',
        material_type: 'image',
        material_source: 'user_upload',
      })
      .onConflictDoUpdate({ target: material.material_id, set: { deleted_at: null } }),
  );
  rows.push(
    db
      .insert(shot)
      .values({
        shot_id,
        material_id,
        space_id,
        project_id,
        material_type: 'image',
        index: 0,
        start_ms: 0,
        end_ms: 0,
        duration: 0,
      })
      .onConflictDoNothing(),
  );
  rows.push(
    db
      .insert(person)
      .values({ person_id, space_id, vector: Buffer.alloc(512) })
      .onConflictDoNothing(),
  );
  rows.push(
    db
      .insert(upload_record)
      .values({
        record_uuid,
        space_id,
        project_id,
        user_uid,
        file_name: 'a.mp4',
        bytes: 1,
        material_type: 'video',
        expires_at: '2099-01-01T00:00:00Z',
      })
      .onConflictDoNothing(),
  );
  rows.push(
    db
      .insert(sku_mark)
      .values({ ...common, sku_mark_id, project_id, sku_name: '杯子' })
      .onConflictDoNothing(),
  );
  rows.push(
    db
      .insert(task)
      .values({ task_id, space_id, user_uid, job_name: 'none', job_input: {}, task_type: 'ai_box', title: '事' })
      .onConflictDoNothing(),
  );
  rows.push(
    db
      .insert(ai_audio)
      .values({ ...common, ai_audio_id, project_id, audio_name: '口播' })
      .onConflictDoUpdate({ target: ai_audio.ai_audio_id, set: { deleted_at: null } }),
  );
  rows.push(
    db
      .insert(document)
      .values({ document_id: ai_audio_id, kind: 'audio', space_id })
      .onConflictDoUpdate({ target: document.document_id, set: { deleted_at: null } }),
  );
  rows.push(
    db
      .insert(story_board)
      .values({ ...common, story_board_id, project_id, board_name: '夏天' })
      .onConflictDoUpdate({ target: story_board.story_board_id, set: { deleted_at: null } }),
  );
  rows.push(
    db
      .insert(document)
      .values({ document_id: story_board_id, kind: 'story', space_id })
      .onConflictDoUpdate({ target: document.document_id, set: { deleted_at: null } }),
  );
  rows.push(
    db
      .insert(ai_generation)
      .values({
        ...common,
        generation_id: ids.generation_id,
        project_id,
        task_id,
        kind: 'video',
        prompt: '',
        params: {},
      })
      .onConflictDoUpdate({ target: ai_generation.generation_id, set: { deleted_at: null } }),
  );
  const { agent_project_id, agent_batch_config_id } = ids;
  const agent = { ...common, agent_project_id, project_id };
  rows.push(
    db
      .insert(agent_project)
      .values({ ...agent, agent_kind: 'social', agent_name: '夏天', brief: EMPTY_AGENT_BRIEF })
      .onConflictDoNothing(),
  );
  rows.push(
    db
      .insert(agent_batch)
      .values({ ...agent, agent_batch_config_id, batch_name: '第一批' })
      .onConflictDoNothing(),
  );
  rows.push(
    db.insert(document).values({ document_id: agent_batch_config_id, kind: 'batch', space_id }).onConflictDoNothing(),
  );
  rows.push(
    db
      .insert(sheet)
      .values({
        ...common,
        sheet_id: ids.sheet_id,
        project_id,
        sheet_name: '图',
        width: 16,
        height: 16,
        background: { kind: 'solid', colour: '#FFFFFF' },
      })
      .onConflictDoUpdate({ target: sheet.sheet_id, set: { deleted_at: null } }),
  );
  rows.push(
    db
      .insert(document)
      .values({ document_id: ids.sheet_id, kind: 'sheet', space_id })
      .onConflictDoUpdate({ target: document.document_id, set: { deleted_at: null } }),
  );
  const film = { sha256: 'a'.repeat(64), content_type: 'image/png', width: 1, height: 1, fps: 0, duration_ms: 0 };
  rows.push(
    db
      .insert(clean)
      .values({
        ...common,
        ...film,
        clean_id: ids.clean_id,
        batch_id: ids.clean_id,
        project_id,
        material_id,
        vlc_id,
        material_name: '图',
      })
      .onConflictDoNothing(),
  );
  rows.push(
    db
      .insert(face_swap)
      .values({
        ...common,
        ...film,
        swap_id: ids.swap_id,
        swap_name: '换脸',
        project_id,
        material_id,
        vlc_id,
        material_name: '图',
      })
      .onConflictDoNothing(),
  );
  const consent = { subject: 'self' as const, version: 1, text: '', user_uid, user_name: '', at: '', document: null };
  rows.push(
    db
      .insert(face)
      .values({ ...common, face_id: ids.face_id, face_name: '脸', consent, pictures: [] })
      .onConflictDoNothing(),
  );
  rows.push(
    db
      .insert(box_recipe)
      .values({
        ...common,
        recipe_id: ids.recipe_id,
        project_id,
        recipe_name: '配方',
        steps: [{ tool: 'convert', options: {} }],
        updated_by: user_uid,
      })
      .onConflictDoNothing(),
  );
  return [...rows, ...mixOf({ db }, space_id, ids, user_uid)];
}

function mixOf({ db }: Pick<TestApp, 'db'>, space_id: string, ids: Ids, user_uid: string): Insert[] {
  const rows: Insert[] = [];
  const { project_id, material_id, vlc_id, mproject_id, shooting_id, video_clip_id, candidate_id } = ids;
  const { template_id, dir_id, artwork_id } = ids;
  const common = { space_id, created_by: user_uid };
  rows.push(
    db
      .insert(mproject)
      .values({ ...common, mproject_id, project_id, mproject_name: '混剪' })
      .onConflictDoUpdate({ target: mproject.mproject_id, set: { deleted_at: null, revision: 1 } }),
  );
  rows.push(
    db
      .insert(shooting)
      .values({ shooting_id, space_id, mproject_id, rank: 'V' })
      .onConflictDoUpdate({ target: shooting.shooting_id, set: { deleted_at: null, revision: 1 } }),
  );
  rows.push(
    db
      .insert(script)
      .values({ script_id: shooting_id, shooting_id, mproject_id, rank: 'V', text: '你好' })
      .onConflictDoNothing(),
  );
  // Rows were written by hand: whoever holds the document reads it anew.
  rows.push(
    db
      .insert(document)
      .values({ document_id: mproject_id, kind: 'mix', space_id })
      .onConflictDoUpdate({
        target: document.document_id,
        set: { deleted_at: null, sequence: sql`${document.sequence} + 1000` },
      }),
  );
  const range = { start_ms: 0, end_ms: 1000 };
  rows.push(
    db
      .insert(video_clip)
      .values({ video_clip_id, space_id, mproject_id, pool: 'shooting', shooting_id, rank: 'V', material_id, ...range })
      .onConflictDoUpdate({ target: video_clip.video_clip_id, set: { deleted_at: null, revision: 1 } }),
  );
  const figures = { duration: 1, most_likeness: 0, mean_likeness: 0 };
  rows.push(
    db
      .insert(candidate)
      .values({ candidate_id, space_id, mproject_id, number: 1, signature: 'one', picks: [], ...figures })
      .onConflictDoNothing(),
  );
  rows.push(
    db
      .insert(template)
      .values({ ...common, template_id, template_name: '模板', template_type: 'mix', config: {} })
      .onConflictDoUpdate({ target: template.template_id, set: { deleted_at: null } }),
  );
  rows.push(
    db
      .insert(dir)
      .values({ ...common, dir_id, project_id, dir_name: '目录' })
      .onConflictDoUpdate({ target: dir.dir_id, set: { deleted_at: null } }),
  );
  const size = { duration: 1, width: 16, height: 16, bytes: 1, ai_origin: false };
  rows.push(
    db
      .insert(artwork)
      .values({ ...common, artwork_id, project_id, dir_id, vlc_id, artwork_name: '成片', ...size })
      .onConflictDoUpdate({ target: artwork.artwork_id, set: { deleted_at: null } }),
  );
  rows.push(
    db
      .insert(checkbox)
      .values({ ...common, checkbox_id: ids.checkbox_id, checkbox_name: '已投放', colour: 'blue' })
      .onConflictDoNothing(),
  );
  return rows;
}

function commentOf({ db }: TestApp, space_id: string, ids: Ids, user_uid: string): Insert {
  const { artwork_id, comment_id } = ids;
  return db
    .insert(artwork_comment)
    .values({ comment_id, artwork_id, space_id, text: '字大一点', user_uid })
    .onConflictDoNothing();
}
