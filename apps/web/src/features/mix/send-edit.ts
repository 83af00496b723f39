import type { MixProject } from '@mixreel/contract';
import { call } from '#lib/call.ts';
import { applyEdit, type Edit, mapClip, shootingOf, takeClips, takeShootings } from './edits.ts';
import { findClip, placeOf } from './slots.ts';

/** What the server made of an edit. */
export type Answer = {
  /** Takes the answer into what the server was known to have. */
  take: (mix: MixProject) => MixProject;
  /** For what is known only now: what takes it back, and what does it again. */
  undo?: Edit[];
  redo?: Edit[];
  /** The ids of what is new. */
  made: string[];
  notices: string[];
};
export type SendEdit = (edit: Edit, mix: MixProject) => Promise<Answer>;

const quiet = { is_quiet: true };

/** Sends an edit with the revisions of `mix`, which is what the server had when it last said something. */
export const sendEdit: SendEdit = async (edit, mix) => {
  const { mproject_id, revision } = mix;
  switch (edit.kind) {
    case 'rename':
      return whole(await call('mix.update', { mproject_id, revision, mproject_name: edit.mproject_name }, quiet));
    case 'template': {
      const { template_id, template_type, template_name, config } = edit.template;
      const told = await call('mix.update', { mproject_id, revision, template_id }, quiet);
      // By what it says, as undo: the template may have been deleted by then.
      const again: Edit =
        template_type === 'caption'
          ? { kind: 'config', change: config }
          : { kind: 'template_layer', layer: { template_name, template_config: config } };
      return { ...whole(told), redo: [again] };
    }
    case 'template_layer':
      return whole(await call('mix.update', { mproject_id, revision, template: edit.layer }, quiet));
    case 'config':
      return whole(await call('mix.updateConfig', { mproject_id, revision, config: edit.change }, quiet));
    case 'shooting': {
      const { shooting_id, change } = edit;
      const given = { shooting_id, revision: shootingOf(mix, shooting_id)?.revision ?? 1, ...change };
      const told = await call('shooting.update', given, quiet);
      return just((now) => takeShootings(now, [told]));
    }
    case 'shooting_config': {
      const { shooting_id, change } = edit;
      const given = { shooting_id, revision: shootingOf(mix, shooting_id)?.revision ?? 1, config: change };
      const told = await call('shooting.updateConfig', given, quiet);
      return just((now) => takeShootings(now, [told]));
    }
    case 'gen_captions': {
      const { kind: _, ...given } = edit;
      const told = await call('shooting.genCaptions', given, quiet);
      return just((now) => takeShootings(now, [told]));
    }
    case 'gen_all_captions':
      return whole(await call('mix.genCaptions', { mproject_id }, quiet));
    case 'add_shootings': {
      const { lines, position } = edit;
      const { shootings } = await call('shooting.add', { mproject_id, lines, position }, quiet);
      const shooting_ids = shootings.map(({ shooting_id }) => shooting_id);
      return {
        take: (now) => {
          const added = new Set(shooting_ids);
          const rest = now.shootings.filter(({ shooting_id }) => !added.has(shooting_id));
          return { ...now, shootings: [...rest.slice(0, position), ...shootings, ...rest.slice(position)] };
        },
        undo: [{ kind: 'delete_shootings', shooting_ids }],
        redo: [{ kind: 'restore_shootings', shooting_ids, shown: shootings }],
        made: shooting_ids,
        notices: [],
      };
    }
    case 'delete_shootings':
      await call('shooting.delete', { shooting_ids: edit.shooting_ids }, quiet);
      return just((now) => applyEdit(now, edit));
    case 'restore_shootings': {
      const { shootings } = await call('shooting.restore', { shooting_ids: edit.shooting_ids }, quiet);
      return just((now) => takeShootings(now, shootings));
    }
    case 'order':
      return whole(await call('shooting.order', { mproject_id, shooting_ids: edit.shooting_ids }, quiet));
    case 'add_clips': {
      const { slot_id, position, clips } = edit;
      const told = await call('clip.add', { mproject_id, ...placeOf(slot_id), position, clips }, quiet);
      const video_clip_ids = told.clips.map(({ video_clip_id }) => video_clip_id);
      return {
        take: (now) => takeClips(now, told.clips),
        undo: video_clip_ids.length > 0 ? [{ kind: 'delete_clips', video_clip_ids }] : [],
        redo: [{ kind: 'restore_clips', video_clip_ids, shown: told.clips }],
        made: video_clip_ids,
        notices: told.notices,
      };
    }
    case 'clip': {
      const { video_clip_id, change } = edit;
      const given = { video_clip_id, revision: findClip(mix, video_clip_id)?.revision ?? 1, ...change };
      const told = await call('clip.update', given, quiet);
      return just((now) => mapClip(now, video_clip_id, () => told));
    }
    case 'split': {
      const { video_clip_id, at_ms } = edit;
      const end_ms = findClip(mix, video_clip_id)?.end_ms ?? at_ms;
      const { clips } = await call('clip.split', { video_clip_id, at_ms }, quiet);
      const made = clips.map((one) => one.video_clip_id).filter((id) => id !== video_clip_id);
      const cut = (at: number): Edit => ({ kind: 'clip', video_clip_id, change: { end_ms: at } });
      return {
        take: (now) => takeClips(now, clips),
        undo: [{ kind: 'delete_clips', video_clip_ids: made }, cut(end_ms)],
        // The same second half again: what was done to it afterwards is done again by its id.
        redo: [
          cut(at_ms),
          {
            kind: 'restore_clips',
            video_clip_ids: made,
            shown: clips.filter((one) => made.includes(one.video_clip_id)),
          },
        ],
        made,
        notices: [],
      };
    }
    case 'move_clips': {
      const { video_clip_ids, slot_id, position } = edit;
      const told = await call('clip.move', { mproject_id, ...placeOf(slot_id), position, video_clip_ids }, quiet);
      return just((now) => takeClips(applyEdit(now, edit), told.clips));
    }
    case 'delete_clips':
      await call('clip.delete', { video_clip_ids: edit.video_clip_ids }, quiet);
      return just((now) => applyEdit(now, edit));
    case 'restore_clips': {
      const { clips } = await call('clip.restore', { video_clip_ids: edit.video_clip_ids }, quiet);
      return just((now) => takeClips(now, clips));
    }
  }
};

function whole(told: MixProject): Answer {
  return just(() => told);
}

function just(take: Answer['take']): Answer {
  return { take, made: [], notices: [] };
}
