/** Why a pack could not be fetched. */
export type PackFailure = 'offline' | 'refused' | 'damaged' | 'no-space' | 'no-access' | 'unknown';

/** A fetch that failed; `message` is for people, `details` for the log. */
export class PackError extends Error {
  readonly kind: PackFailure;
  readonly details: string;

  constructor(kind: PackFailure, details: string, options?: ErrorOptions) {
    super(SENTENCES[kind], options);
    this.name = 'PackError';
    this.kind = kind;
    this.details = details;
  }
}

/** A model is wanted that is not on the shelf yet; the page shows its progress instead of an error. */
export class PackMissing extends Error {
  readonly pack: string;
  readonly title: string;
  readonly state: 'missing' | 'fetching' | 'failed';
  /** 0 to 1. */
  readonly progress: number;

  constructor(
    { pack, title }: { pack: string; title: string },
    state: 'missing' | 'fetching' | 'failed',
    progress: number,
  ) {
    super(missingSentence(title, state, progress));
    this.name = 'PackMissing';
    this.pack = pack;
    this.title = title;
    this.state = state;
    this.progress = progress;
  }
}

const SENTENCES: Record<PackFailure, string> = {
  offline: '无法连接下载地址，请检查网络（或 npm 的镜像设置）后重试',
  refused: '下载地址没有提供这个模型包，请更换 npm 镜像后重试',
  damaged: '下载的文件校验不符，已丢弃，请重试；多次出现请更换 npm 镜像',
  'no-space': '磁盘空间不足，模型没有下载完，请清理后重试',
  'no-access': '模型文件夹无法写入，请检查它的权限',
  unknown: '模型下载失败，请重试',
};

function missingSentence(title: string, state: PackMissing['state'], progress: number): string {
  if (state === 'fetching') return `${title}模型正在准备（${Math.floor(progress * 100)}%），请稍后再试`;
  if (state === 'failed') return `${title}模型下载失败，请在模型设置中重试`;
  return `${title}模型还没有下载，请先下载`;
}

/** Gives what went wrong below a name that a person understands. */
export function toPackError(error: unknown): PackError {
  if (error instanceof PackError) return error;
  const details = describe(error);
  if (/ENOSPC|EDQUOT/.test(details)) return new PackError('no-space', details, { cause: error });
  if (/EACCES|EPERM|EROFS/.test(details)) return new PackError('no-access', details, { cause: error });
  const isNetwork =
    /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|EPIPE|UND_ERR|CERT|fetch failed|terminated|stalled/;
  if (isNetwork.test(details)) return new PackError('offline', details, { cause: error });
  return new PackError('unknown', details, { cause: error });
}

/** `fetch failed` says nothing; the reason is in the cause, sometimes two deep. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? `${String(error.code)} ` : '';
  return `${code}${error.message}${error.cause === undefined ? '' : `: ${describe(error.cause)}`}`;
}
