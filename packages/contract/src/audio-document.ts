import {
  type Fields,
  type Kind,
  type Operation,
  planDifference,
  RANK,
  recordsOf,
  rowsOf,
  type State,
} from '@mixreel/document';
import { z } from 'zod';
import { type AiAudio, AUDIO_LINES_MAX, AudioContent, AudioLine } from './audio.ts';
import { shorten } from './shorten.ts';
import { Name } from './wire.ts';

const Line = AudioLine.omit({ line_id: true }).extend({ rank: z.string().regex(RANK, '顺序不对') });
const Piece = z.object({
  audio_name: Name,
  music: AudioContent.shape.music,
  target_lufs: AudioContent.shape.target_lufs,
  ai_mark: AudioContent.shape.ai_mark,
});

/** What a person edits of a piece; the rest is made of it. */
export type AudioPiece = Pick<AiAudio, 'audio_name' | 'lines' | 'music' | 'target_lufs' | 'ai_mark'>;

/** The one record of its table. */
const PIECE = 'piece';

/** A piece as a document that several people write in. */
export const audioKind: Kind = {
  kind: 'audio',
  noun: '配音',
  tables: {
    piece: {
      noun: '整篇',
      record: Piece,
      isFixed: true,
      fields: {
        audio_name: '名称',
        music: '背景音乐',
        'music.volume': '音乐音量',
        'music.fade_in_ms': '音乐淡入',
        'music.fade_out_ms': '音乐淡出',
        'music.duck_db': '说话时音乐压低多少',
        target_lufs: '目标响度',
        ai_mark: 'AI 声音提示',
      },
    },
    line: {
      noun: '台词',
      measure: '句',
      record: Line,
      texts: ['text'],
      most: AUDIO_LINES_MAX,
      place: ['rank'],
      fields: {
        text: '文字',
        voice_id: '音色',
        rate: '语速',
        pitch: '音调',
        volume: '音量',
        emotion: '情绪',
        pause_ms: '行后停顿',
        shot_ms: '镜头时长',
        rank: '位置',
      },
      nameOf: ({ text }) => shorten(text as string),
    },
  },
};

export function audioPieceOf(state: State): AudioPiece {
  const piece = state['piece']?.[PIECE] as Omit<AudioPiece, 'lines'>;
  return { ...piece, lines: rowsOf<AudioLine>(state, 'line', 'line_id') };
}

/** What makes a piece as it should be. */
export function planAudio(state: State, change: Partial<AudioPiece>): Operation[] {
  return planDifference(audioKind, state, audioState({ ...audioPieceOf(state), ...change }, state));
}

/** A piece as a state; lines that stand in their order already keep their ranks. */
function audioState({ lines, audio_name, music, target_lufs, ai_mark }: AudioPiece, before: State): State {
  return { piece: { [PIECE]: { audio_name, music, target_lufs, ai_mark } }, line: audioLines(lines, before['line']) };
}

/** Lines as records of the document, by their ids. */
export function audioLines(lines: readonly AudioLine[], before?: Record<string, Fields>): Record<string, Fields> {
  return recordsOf(lines, 'line_id', before);
}
