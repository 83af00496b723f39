/** Why something asked of a model was not done. */
export type AiFailure =
  | 'empty-text'
  | 'text-too-long'
  | 'nothing-to-say'
  | 'unknown-voice'
  | 'bad-option'
  | 'bad-sound'
  | 'bad-picture'
  | 'bad-model'
  | 'too-much'
  | 'late'
  | 'memory'
  | 'crashed'
  | 'closed';

/** A request that cannot be met; `message` is for people, `details` for the log. */
export class AiError extends Error {
  readonly kind: AiFailure;
  readonly details: string;

  constructor(kind: AiFailure, details = '', message = SENTENCES[kind]) {
    super(message);
    this.name = 'AiError';
    this.kind = kind;
    this.details = details;
  }
}

const SENTENCES: Record<AiFailure, string> = {
  'empty-text': '请输入要朗读的文字',
  'text-too-long': '文字太长，请分成几段',
  'nothing-to-say': '文字里没有可以朗读的内容（只有表情或符号）',
  'unknown-voice': '没有这个音色，请重新选择',
  'bad-option': '参数不正确',
  'bad-sound': '声音数据为空或已损坏',
  'bad-picture': '图片无法读取：只支持 JPG、PNG、WebP，且不能已损坏或过大',
  'bad-model': '模型文件不能用',
  'too-much': '内容太长，模型一次记不住，请分几次',
  late: '模型写得太慢，超过了时限，已经停下',
  memory: '内存不足，任务已停止，请关闭其他程序或缩短内容后重试',
  crashed: '模型进程意外退出，请重试',
  closed: '服务正在停止，请稍后再试',
};
