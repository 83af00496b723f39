import { AppError, type shooting as calls, type Script, type TypedCaption } from '@mixreel/contract';
import type { z } from 'zod';
import type { Context } from '#context.ts';
import { textOf } from '#features/analysis/listen.ts';
import { clipWords } from '#features/candidate/clip-words.ts';
import { cutLine, toTyped } from '#features/caption/cut-line.ts';
import { type MixDocument, readDocument, type ShootingRow } from '#features/mix/document.ts';
import {
  captionLines,
  planAllCaptions,
  type PlannedCaptions,
  screenOf,
  withTexts,
} from '#features/mix/write-captions.ts';

type Asked = z.output<(typeof calls.planCaptions)['input']>;

/** Captions as they would be: of one shooting, a wording as it is spoken or what one of its clips says; or of all. */
export async function planCaptions(context: Context, asked: Asked): Promise<PlannedCaptions> {
  const { db, space } = context;
  const { mproject_id, shooting_id, from } = asked;
  if (shooting_id === undefined) return planAllCaptions(context, mproject_id, ({ captions }) => captions === null);
  const whole = await readDocument(db, space.space_id, mproject_id, { hasWords: from === 'speech' });
  const row = whole.shootings.find((one) => one.shooting_id === shooting_id);
  if (!row) throw new AppError('not_found', '镜头不存在或已被删除');
  const document = { ...whole, shootings: [row] };
  const isAsked = ({ script_id }: Script) => !asked.script_id || asked.script_id === script_id;
  const first = row.scripts.find(isAsked);
  if (!first) throw new AppError('not_found', '台词版本不存在或已被删除');
  const made =
    from === 'line'
      ? await captionLines(context, document, isAsked)
      : new Map([[first.script_id, captionSpeech(document, row, asked.video_clip_id)]]);
  if (made.size === 0) throw new AppError('invalid', '请先填写台词，再生成字幕');
  // Whoever asks for captions wants to see them, also where there were none or those of the clips.
  const isShown = screenOf(document, row).config.caption.source === 'line';
  return { captions: withTexts(document, made), shows: isShown ? null : shooting_id };
}

function captionSpeech(document: MixDocument, row: ShootingRow, video_clip_id: string | undefined): TypedCaption[] {
  const own = document.clips.filter(({ clip }) => clip.shooting_id === row.shooting_id);
  const found = video_clip_id ? own.find(({ clip }) => clip.video_clip_id === video_clip_id) : own[0];
  if (!found) throw new AppError('not_found', '请先选择这个镜头的一个片段');
  const { start_ms, end_ms, speed } = found.clip;
  const seconds = (end_ms - start_ms) / 1000 / speed;
  const words = clipWords(found, seconds);
  if (words.length === 0) throw new AppError('invalid', '这个片段里没有听到说话，请换一个片段或改用台词');
  const { config, screen } = screenOf(document, row);
  return toTyped(cutLine({ text: textOf(words), seconds, words }, config.caption, screen));
}
