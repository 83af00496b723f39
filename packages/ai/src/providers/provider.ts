/** Why a service did not do what it was asked. */
export type ProviderFailure = 'refused-key' | 'no-credit' | 'busy' | 'bad-request' | 'unreachable' | 'bad-answer';

/** `message` is for people; `details` is what the service said, for the log. Neither ever holds a key. */
export class ProviderError extends Error {
  readonly kind: ProviderFailure;
  readonly details: string;

  constructor(kind: ProviderFailure, details = '') {
    super(SENTENCES[kind]);
    this.name = 'ProviderError';
    this.kind = kind;
    this.details = details.slice(0, 500);
  }
}

const SENTENCES: Record<ProviderFailure, string> = {
  'refused-key': '服务商拒绝了密钥，请管理员检查配置',
  'no-credit': '服务商账户余额或额度不足，请管理员充值',
  busy: '服务商繁忙，请稍后重试',
  'bad-request': '服务商不接受这次请求，请换一个音色或检查文字',
  unreachable: '连接不上服务商，请检查网络或地址',
  'bad-answer': '服务商的回答无法识别，请稍后重试',
};

/** A voice of a service, as it was configured. */
export type ProviderVoice = {
  voice: string;
  name: string;
  gender: 'female' | 'male';
  language: string;
  emotions: string[];
};

export const SPEECH_PROVIDERS = ['openai', 'azure', 'volcengine', 'minimax', 'cosyvoice'] as const;
export const HEARING_PROVIDERS = ['openai', 'whisper-server', 'funasr'] as const;

/** A configured service. Unused fields are empty. */
export type ProviderConfig = {
  url: string;
  key: string;
  model: string;
  /** Volcengine's application, MiniMax's group. */
  app: string;
};

/** One text to be spoken; 1 is the voice's own speed. */
export type ProviderRequest = { text: string; voice: string; rate: number; emotion: string | null };

/** Sound as the service sent it, in a container that ffmpeg knows; times in seconds where the service tells them. */
export type ProviderSpeech = { bytes: Uint8Array; words: { text: string; start: number; end: number }[] | null };

export type SpeakWith = (
  config: ProviderConfig,
  request: ProviderRequest,
  signal: AbortSignal,
) => Promise<ProviderSpeech>;

/** What was heard; words only where the service tells them. */
export type ProviderTranscript = {
  language: string | null;
  segments: { start: number; end: number; text: string; words: { text: string; start: number; end: number }[] }[];
};

/** `wav` is 16 kHz mono, 16 bit; `known_words` are likely to be said. */
export type HearWith = (
  config: ProviderConfig,
  request: { wav: Uint8Array; language: string | null; known_words: string[] },
  signal: AbortSignal,
) => Promise<ProviderTranscript>;
