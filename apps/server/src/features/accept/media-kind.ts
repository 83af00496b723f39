import {
  AppError,
  acceptedText,
  extensionOf,
  extensionsText,
  KIND_NAMES,
  kindOf,
  type MaterialType,
  type MediaKind,
  UPLOAD_BYTES_MAX,
} from '@mixreel/contract';

const LIMITS: Record<MediaKind, string> = { video: '4 GB', image: '10 MB（10,000,000 字节）', audio: '500 MB' };

/** What a file is to be, by its name. Throws when it is nothing we take. */
export function requireKind(file_name: string): MediaKind {
  const kind = kindOf(file_name);
  if (kind) return kind;
  const extension = extensionOf(file_name);
  throw new AppError('wrong_type', `不支持${extension ? ` ${extension} ` : '没有扩展名的'}文件，${acceptedText()}`);
}

/** The type of the material: what the name says, or what was asked for where both fit. */
export function requireType(kind: MediaKind, asked: MaterialType | undefined): MaterialType {
  if (!asked || asked === kind) return kind;
  if (asked === 'ai_image' && kind === 'image') return asked;
  const wanted = asked === 'ai_image' ? 'image' : asked;
  throw new AppError('wrong_type', `这里只接受${extensionsText(wanted)}`);
}

export function requireBytes(kind: MediaKind, bytes: number): void {
  if (bytes === 0) throw new AppError('invalid', '文件是空的，请重新选择');
  if (bytes > UPLOAD_BYTES_MAX[kind]) throw new AppError('too_large', `${KIND_NAMES[kind]}不能超过 ${LIMITS[kind]}`);
}
