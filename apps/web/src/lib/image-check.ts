import { IMAGE_BYTES_MAX } from '@mixreel/contract';
import { formatSize } from './format.ts';
import { showToast } from './toast.ts';

type Limits = { bytes?: number; width?: number; height?: number };

/** What is wrong with a picture before it is sent, or null. Width and height are looked at only where they are limited. */
export async function imageProblem(
  file: File,
  { bytes = IMAGE_BYTES_MAX, width, height }: Limits = {},
): Promise<string | null> {
  if (file.size > bytes) return `图片大小不能超过 ${formatSize(bytes)}`;
  if (!width && !height) return null;
  const size = await readSize(file);
  if (!size) return '图片打不开，请换一张';
  if (width && size.width > width) return `图片宽度不能超过 ${width}px`;
  if (height && size.height > height) return `图片高度不能超过 ${height}px`;
  return null;
}

/** The same, told to the person. */
export async function checkImage(file: File, limits?: Limits): Promise<boolean> {
  const problem = await imageProblem(file, limits);
  if (problem) showToast('error', problem);
  return problem === null;
}

async function readSize(file: File): Promise<{ width: number; height: number } | null> {
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return { width: image.naturalWidth, height: image.naturalHeight };
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}
