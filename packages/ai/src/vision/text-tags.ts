import type { ShotTag } from '#vision/shot.ts';
import type { SeenText, Sight } from '#vision/sight.ts';

/** A mark of a platform, an account, or small writing in a corner. */
export function isWatermark({ text, box }: SeenText): boolean {
  if (
    /^@|抖音|快手|小红书|视频号|剪映|西瓜视频|哔哩|bilibili|capcut|tiktok|kwai|shutterstock|www\.|\.com/i.test(text)
  ) {
    return true;
  }
  const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2];
  const isAside = (middleX < 0.25 || middleX > 0.75) && (middleY < 0.14 || middleY > 0.86);
  return isAside && box.height < 0.05 && box.width < 0.35;
}

/** Writing along the lower middle that is laid over the picture. */
export function isCaption({ box }: SeenText): boolean {
  const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2];
  const isCentred = Math.abs(middleX - 0.5) < 0.15;
  return isCentred && middleY > 0.55 && box.width > 0.15 && box.height > 0.018 && box.height < 0.14;
}

export function tagText(sights: readonly Sight[]): ShotTag[] {
  const lines = sights.flatMap((sight) => sight.text).filter(({ score }) => score >= 0.7);
  if (lines.length === 0) return [{ tag_type: 'text', key: 'no_text', name: '无文字', score: 0.9 }];
  const tags: ShotTag[] = [];
  const marks = lines.filter(isWatermark);
  const captions = lines.filter((line) => !isWatermark(line) && isCaption(line));
  if (captions.length > 0) tags.push({ tag_type: 'text', key: 'caption', name: '有字幕', score: 0.8 });
  if (marks.length > 0) tags.push({ tag_type: 'text', key: 'watermark', name: '有水印', score: 0.75 });
  if (lines.length > marks.length) tags.push({ tag_type: 'text', key: 'has_text', name: '有文字', score: 0.9 });
  return tags;
}
