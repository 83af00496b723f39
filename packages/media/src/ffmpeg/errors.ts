/** Why a run of ffmpeg failed, as far as its words tell. */
export type FailureKind = 'no-space' | 'bad-input' | 'font' | 'memory' | 'timeout' | 'unknown';

/** A run of ffmpeg or ffprobe that failed; `message` is for people, `details` for the log. */
export class FfmpegError extends Error {
  readonly kind: FailureKind;
  /** Exit code, signal name and the end of stderr. */
  readonly details: string;

  constructor(kind: FailureKind, details: string) {
    super(SENTENCES[kind]);
    this.name = 'FfmpegError';
    this.kind = kind;
    this.details = details;
  }
}

/** A source that cannot be used as asked: no picture, no sound, nothing inside. */
export class SourceError extends Error {
  readonly reason: SourceFault;
  /** Which source could not be shown, named by its hash, and where, in seconds; where a video was being made. */
  readonly shown: { hash: string; from: number; to: number } | undefined;

  constructor(reason: SourceFault, details?: string, shown?: SourceError['shown']) {
    super(SOURCE_SENTENCES[reason], { cause: details });
    this.name = 'SourceError';
    this.reason = reason;
    this.shown = shown;
  }
}

/** What is wrong with a source. */
export type SourceFault = 'missing' | 'empty' | 'unreadable' | 'no-video' | 'no-audio' | 'too-large';

/** ffmpeg is not there, or lacks something the engine needs. */
export class MissingFfmpegError extends Error {
  readonly missing: string[];

  constructor(sentence: string, missing: string[], options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'MissingFfmpegError';
    this.missing = missing;
  }
}

const SENTENCES: Record<FailureKind, string> = {
  'no-space': '磁盘空间不足，视频没有写完',
  'bad-input': '素材文件损坏或格式无法识别',
  font: '字幕字体缺失或缺少所需文字',
  memory: '内存不足，视频处理中断',
  timeout: '视频处理超时',
  unknown: '视频处理失败',
};

const SOURCE_SENTENCES: Record<SourceFault, string> = {
  missing: '素材文件不存在',
  empty: '素材文件是空的',
  unreadable: '素材文件损坏或格式无法识别',
  'no-video': '素材里没有画面',
  'no-audio': '素材里没有声音',
  'too-large': '素材画面尺寸过大',
};

/** The kind of failure that the end of stderr speaks of. */
export function classifyFailure(stderr: string): FailureKind {
  if (/No space left on device|Disk quota exceeded|ENOSPC/i.test(stderr)) return 'no-space';
  if (/Cannot allocate memory|Out of memory|malloc.* failed|std::bad_alloc/i.test(stderr)) return 'memory';
  if (MISSING_GLYPH.test(stderr) || FONT_FAILURE.test(stderr)) return 'font';
  // What we asked for was wrong, not what we were given: the complaints about empty outputs only follow from it.
  if (BAD_REQUEST.test(stderr)) return 'unknown';
  if (BAD_INPUT.test(stderr)) return 'bad-input';
  return 'unknown';
}

/** libass only warns about a glyph no font has, draws a box and exits with 0. */
export const MISSING_GLYPH = /fontselect: failed to find any fallback with glyph/i;

/** ffmpeg 5 says that the end of a file could not be written, and exits with 0. */
export const UNFINISHED = /^Error (writing trailer of|closing file) /m;

const BAD_REQUEST =
  /Error while opening encoder|No such filter|Error (parsing|initializing|reinitializing) (the )?filter/i;

const FONT_FAILURE = /(Error|Can't|Cannot) (opening|find|open|load)[^\n]*font/i;

const BAD_INPUT = new RegExp(
  [
    'Invalid data found when processing input',
    'moov atom not found',
    'Error opening input',
    'could not find codec parameters',
    'does not contain any stream',
    'matches no streams',
    'Invalid NAL unit size',
    'End of file',
    'Error while decoding',
    'Decoder .*not found',
    'Nothing was written into output file',
    'Output file is empty',
    'unspecified size',
    'Picture size .* is invalid',
    'No such file or directory',
    'not on whitelist',
  ].join('|'),
  'i',
);
