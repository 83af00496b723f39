/** Why a service did not do what it was asked. */
export type ProviderFailure =
  | 'refused-key'
  | 'no-credit'
  | 'no-model'
  | 'busy'
  | 'bad-request'
  | 'refused-content'
  | 'unreachable'
  | 'late'
  | 'cut'
  | 'unclear'
  | 'unfinished'
  | 'failed'
  | 'bad-answer'
  | 'no-face'
  | 'bad-media';

type More = {
  /** Seconds until it may be asked again, where it says so. */ retry_after_s?: number | null;
  /** Instead of the usual sentence, where more is known that a person needs. */ told?: string | null;
};

/** `message` is for people; `details` is what the service said, for the log. Neither ever holds a key. */
export class ProviderError extends Error {
  readonly kind: ProviderFailure;
  readonly details: string;
  readonly retry_after_s: number | null;

  constructor(kind: ProviderFailure, details = '', { retry_after_s = null, told = null }: More = {}) {
    super(told ?? SENTENCES[kind]);
    this.name = 'ProviderError';
    this.kind = kind;
    this.details = details.slice(0, 500);
    this.retry_after_s = retry_after_s;
  }
}

const SENTENCES: Record<ProviderFailure, string> = {
  'refused-key': '服务商拒绝了密钥，请管理员检查配置',
  'no-credit': '服务商账户余额或额度不足，请管理员充值',
  'no-model': '服务商没有这个模型或地址，请管理员检查配置',
  busy: '服务商繁忙，请稍后重试',
  'bad-request': '服务商不接受这次请求，请检查内容或换一个选项',
  'refused-content': '服务商认为内容不合规，没有生成：请修改文字或图片后再试',
  unreachable: '连接不上服务商，请检查网络或地址',
  late: '服务商没有及时答复，请稍后重试',
  cut: '服务商的回答中途断了，请重试',
  unclear: '没有收到服务商的明确答复，可能已经提交：为免重复收费没有再次提交，请到服务商后台确认，没有的话再新建一次',
  unfinished:
    '服务商接了这个任务，等了很久还没有做完：点「重试」接着等，不会再次提交或收费；不想等，就换个引擎再来一版',
  failed: '服务商没有完成这次生成，请重试或换一种说法',
  'bad-answer': '得到的回答无法识别，请稍后重试',
  'no-face': '服务商没有找到可以换的脸，或不止一张、太小：请换一段视频或照片',
  'bad-media': '服务商读不了这个视频，或它太长：请转码、剪短后再试',
};

/** A voice of a service, as it was configured. */
export type ProviderVoice = {
  voice: string;
  name: string;
  gender: 'female' | 'male';
  language: string;
  emotions: string[];
};

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

/** A picture in a message is a `data:` address. */
export type ChatPart = { text: string } | { image: string };
export type ChatMessage = { role: 'system' | 'user' | 'assistant'; content: string | ChatPart[] };

/** `schema` is what the answer has to look like, where it is to be JSON. */
export type ChatRequest = {
  messages: ChatMessage[];
  schema: Record<string, unknown> | null;
  max_tokens: number;
  temperature: number;
};

export type ChatConfig = ProviderConfig & {
  /** How the service is told to answer in JSON: by the schema itself, in general, or by words alone. */
  json: 'schema' | 'object' | 'none';
  /** Put over the body of every request; null takes a field away. */
  extra: Record<string, unknown>;
  timeout_ms: number;
};

/** Tokens are null where the service does not count them for us. */
export type ChatAnswer = {
  text: string;
  tokens: { sent: number; written: number } | null;
  is_cut_off: boolean;
  /** Of this machine. */
  cpu_seconds?: number;
};

export type WriteWith = (
  config: ChatConfig,
  request: ChatRequest,
  asked: { signal: AbortSignal; onText?: ((text: string) => void) | undefined },
) => Promise<ChatAnswer>;

export const RATIOS = ['1:1', '3:4', '4:3', '9:16', '16:9'] as const;
export type Ratio = (typeof RATIOS)[number];

/** What some services do to one of the pictures they have made, or to all of them at once. */
export const PAINT_CHANGES = ['upscale', 'variation', 'reroll'] as const;
export type PaintChange = (typeof PAINT_CHANGES)[number];

/** Pictures to be made; references are `data:` addresses. */
export type PaintRequest = {
  prompt: string;
  negative: string;
  ratio: Ratio;
  count: number;
  seed: number | null;
  references: string[];
  /** What of the first reference is painted anew, white on black in its size, as a `data:` address of a PNG; null: all of it. */
  mask?: string | null;
  /** Instead of something new: of the picture in this place of what came of an earlier job. */
  change?: { way: PaintChange; cell: number; job: Ticket } | null;
};

export type PaintConfig = ProviderConfig & {
  timeout_ms: number;
  /** ComfyUI's, with its inputs marked. */
  workflow?: Record<string, unknown> | undefined;
};

/**
 * A picture as the service gives it: where it lies for some hours, or its bytes. `cell` is the quarter of it that is meant, from the
 * upper left on, where four come as one.
 */
export type GivenFile = { url: string; cell?: number | undefined } | { bytes: Uint8Array };
export type Painted = { pictures: GivenFile[] };

/** What a service calls a job that it has taken: all that is needed to ask for it again. */
export type Ticket = Record<string, string>;
export type Look<O> = { state: 'waiting'; progress: number | null } | { state: 'made'; output: O };

/** A service that answers at once. */
export type AtOnce<C, I, O> = { answer(config: C, input: I, signal: AbortSignal): Promise<O> };

/** A service that takes a job and is asked for it again and again. What it failed at, it throws. */
export type ByJob<C, I, O> = {
  /** `callback` is where it may tell us that something became of the job, if it can. */
  submit(config: C, input: I, signal: AbortSignal, callback?: string | null): Promise<Ticket>;
  look(config: C, ticket: Ticket, signal: AbortSignal): Promise<Look<O>>;
  /** As far as that is still possible; nobody waits for it. */
  cancel?(config: C, ticket: Ticket, signal: AbortSignal): Promise<void>;
};

/** What a service takes and can do besides. */
export type PaintLimits = {
  count_max: number;
  prompt_max: number;
  references_max: number;
  has_negative: boolean;
  has_seed: boolean;
  has_mask?: boolean;
  changes?: readonly PaintChange[];
};

/** A picture as a `data:` address, and in which words it could be asked for. */
export type DescribeRequest = { picture: string };
export type Described = { prompts: string[] };
export type DescribeWith =
  | AtOnce<PaintConfig, DescribeRequest, Described>
  | ByJob<PaintConfig, DescribeRequest, Described>;

export type PaintWith = (AtOnce<PaintConfig, PaintRequest, Painted> | ByJob<PaintConfig, PaintRequest, Painted>) & {
  limitsOf(config: Pick<PaintConfig, 'model' | 'workflow'>): PaintLimits;
  /** It runs what an administrator gives it, and nothing without. */
  has_workflow?: boolean;
  /** Where it can say what it sees, too. */
  describe?: DescribeWith;
};

/** A move of the camera in Kling's words. */
export type FilmCamera = { type: string; config?: Record<string, number | undefined> };

/** A film to be made of a picture; pictures are JPEG in base64, without the head of an address. */
export type FilmRequest = {
  image: string;
  tail: string | null;
  prompt: string;
  negative: string;
  duration: number;
  ratio: string;
  camera: FilmCamera | null;
  mode: 'std' | 'pro';
  cfg_scale: number;
  seed: number | null;
  /** Parts that move: white on black as PNG in base64, and the way in pixels of the picture from its upper left. */
  brushes: { mask: string; path: { x: number; y: number }[]; height: number }[];
};

export type Filmed = { films: GivenFile[] };

export type FilmMode = 'std' | 'pro';
/** How large the films of a mode are, in the service's word for it, and how long they may be, where not all are. */
export type FilmQuality = { mode: FilmMode; size: string; durations?: readonly number[] };

/** What a model of a service takes. */
export type FilmLimits = {
  /** Null: the film keeps the shape of the picture, whatever is wished. */
  ratios: readonly string[] | null;
  durations: readonly number[];
  /** How long a film of each of them really is, where that is another. */
  lengths?: readonly number[];
  prompt_max: number;
  /** 0: it takes none. */
  negative_max: number;
  has_camera: boolean;
  /** One where there is no choice. */
  qualities: readonly FilmQuality[];
  /** In which modes it takes a last picture besides the first. */
  tail_modes: readonly FilmMode[];
  /** It makes nothing of a first picture alone. */
  needs_tail?: boolean;
  brush_modes?: readonly FilmMode[];
  picture: FilmPictureLimits;
};

/**
 * Of what is sent. A picture's longer side may be `ratio_max` times the shorter one; what is larger than `side_max` or
 * `bytes_max` is made smaller before. `size` is what it has to have to the pixel.
 */
export type FilmPictureLimits = {
  bytes_max: number;
  side_min: number;
  side_max?: number;
  ratio_max: number;
  size?(wish: { ratio: string; mode: FilmMode }): { width: number; height: number };
};

export const BOTH_MODES: readonly FilmMode[] = ['std', 'pro'];

/** The quality that a wish gets: where there is one only, that. */
export function qualityOf({ qualities }: Pick<FilmLimits, 'qualities'>, mode: FilmMode): FilmQuality {
  const found = qualities.find((one) => one.mode === mode) ?? qualities[0];
  if (!found) throw new Error('A service makes films of some size');
  return found;
}

/** Where a service must have words and a person has given none. */
export const ANY_MOTION = '让画面自然地动起来';

export type FilmWith = ByJob<PaintConfig, FilmRequest, Filmed> & { limitsOf(config: { model: string }): FilmLimits };

/** A face for the person of a film: the film on this machine and a JPEG of the face, and where both may be fetched for a while. */
export type FaceRequest = { film: string; picture: Uint8Array; film_url: string; picture_url: string };
/** `is_fetching`: it is given addresses, so that there must be some which it can reach. */
export type FaceWith = ByJob<PaintConfig, FaceRequest, Filmed> & { is_fetching: boolean };
