import { AppError, EXTENSIONS, type MaterialType, UPLOAD_BYTES_MAX } from '@mixreel/contract';

export type MediaKind = keyof typeof EXTENSIONS;

const NAMES: Record<MediaKind, string> = { video: '视频', image: '图片', audio: '音频' };
const LIMITS: Record<MediaKind, string> = { video: '4 GB', image: '10 MB（10,000,000 字节）', audio: '500 MB' };

export function kindName(kind: MediaKind): string {
  return NAMES[kind];
}

function list(kind: MediaKind): string {
  return `${NAMES[kind]}（${EXTENSIONS[kind].join(' ')}）`;
}

/** `可以上传视频（.mp4 …）、图片（…）和音频（…）` */
export function acceptedText(): string {
  return `可以上传${list('video')}、${list('image')}和${list('audio')}`;
}

export function extensionOf(file_name: string): string {
  return /\.[^.]+$/.exec(file_name.toLowerCase())?.[0] ?? '';
}

/** What a file is to be, by its name. Throws when it is nothing we take. */
export function requireKind(file_name: string): MediaKind {
  const extension = extensionOf(file_name);
  for (const kind of Object.keys(EXTENSIONS) as MediaKind[]) {
    if ((EXTENSIONS[kind] as readonly string[]).includes(extension)) return kind;
  }
  throw new AppError('wrong_type', `不支持${extension ? ` ${extension} ` : '没有扩展名的'}文件，${acceptedText()}`);
}

/** The type of the material: what the name says, or what was asked for where both fit. */
export function requireType(kind: MediaKind, asked: MaterialType | undefined): MaterialType {
  if (!asked || asked === kind) return kind;
  if (asked === 'ai_image' && kind === 'image') return asked;
  const wanted = asked === 'ai_image' ? 'image' : asked;
  throw new AppError('wrong_type', `这里只接受${NAMES[wanted]}文件（${EXTENSIONS[wanted].join(' ')}）`);
}

export function requireBytes(kind: MediaKind, bytes: number): void {
  if (bytes === 0) throw new AppError('invalid', '文件是空的，请重新选择');
  if (bytes > UPLOAD_BYTES_MAX[kind]) throw new AppError('too_large', `${NAMES[kind]}不能超过 ${LIMITS[kind]}`);
}
