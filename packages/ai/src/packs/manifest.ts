import pinned from '#packs/pinned.json' with { type: 'json' };

/** One file of a pack: where it stands in the tarball, under which name it is kept, and what it must be. */
export type PackFile = { path: string; to: string; bytes: number; sha256: string };

/** One npm package that a pack is taken from; `bytes` and `integrity` are those of the tarball. */
export type PackSource = { package: string; version: string; integrity: string; bytes: number; files: PackFile[] };

/** Files that arrive in pieces because a registry limits the size of a package, and are kept as one. */
export type JoinedFile = { to: string; from: string[]; bytes: number; sha256: string };

/** The name of a pack. */
export type PackName = keyof typeof pinned;

/** A set of weights or sounds that is fetched, checked, used and removed as one. */
export type Pack = {
  pack: PackName;
  title: string;
  purpose: string;
  /** Fetched without being asked for. */
  is_default: boolean;
  /** Bytes to download. */
  bytes: number;
  licence: { code: string; weights: string };
  /** Who made the contents, and whether they were generated. */
  origin: string;
  sources: PackSource[];
  joined?: JoinedFile;
};

type Description = Pick<Pack, 'title' | 'purpose' | 'is_default' | 'licence' | 'origin'>;

const WHISPER = 'OpenAI Whisper，由 Xenova 转为 ONNX 并量化';
const MUSIC = 'Open Lo-Fi v1.0.0，由 AI（Suno v5）生成，发布者声明 CC0';

function describeMusic(title: string, mood: string, isDefault = false): Description {
  return {
    title: `音乐：${title}`,
    purpose: `免版权背景音乐，${mood}`,
    is_default: isDefault,
    licence: { code: 'CC0-1.0', weights: 'CC0-1.0' },
    origin: MUSIC,
  };
}

const DESCRIPTIONS: Record<PackName, Description> = {
  kokoro: {
    title: '语音合成',
    purpose: '把文字读成配音，54 个音色',
    is_default: true,
    licence: { code: 'Apache-2.0', weights: 'Apache-2.0' },
    origin: 'hexgrad Kokoro-82M v1.0，由 onnx-community 转为 ONNX',
  },
  'whisper-base': {
    title: '语音识别（标准）',
    purpose: '识别语音、生成字幕',
    is_default: true,
    licence: { code: 'Apache-2.0', weights: 'MIT' },
    origin: WHISPER,
  },
  'whisper-small': {
    title: '语音识别（高精度）',
    purpose: '更准确的识别，速度约慢一倍',
    is_default: false,
    licence: { code: 'Apache-2.0', weights: 'MIT' },
    origin: WHISPER,
  },
  'silero-vad': {
    title: '人声检测',
    purpose: '找出有人说话的时段',
    is_default: true,
    licence: { code: 'ISC', weights: 'MIT' },
    origin: 'Silero VAD v5',
  },
  'bge-small-zh': {
    title: '语义搜索',
    purpose: '按意思查找素材和文案',
    is_default: true,
    licence: { code: 'MIT', weights: 'MIT' },
    origin: 'BAAI bge-small-zh-v1.5，int8 量化',
  },
  'vision-text': {
    title: '画面文字识别',
    purpose: '读出画面里的字幕、水印和商品文字（中文、英文）',
    is_default: true,
    licence: { code: 'ISC, MIT', weights: 'Apache-2.0' },
    origin: 'PaddlePaddle PP-OCRv6 tiny 与 PP-OCRv4，转为 ONNX',
  },
  'vision-faces': {
    title: '人脸识别',
    purpose: '找出画面里的人脸，并把同一个人归在一起',
    is_default: true,
    licence: { code: 'Apache-2.0', weights: 'Apache-2.0' },
    origin: 'MediaPipe BlazeFace 与 OpenCV Zoo SFace',
  },
  'vision-objects': {
    title: '物体识别',
    purpose: '认出画面里的 80 类常见物体',
    is_default: true,
    licence: { code: 'MIT', weights: 'Apache-2.0' },
    origin: 'Google EfficientDet-Lite2（8 位量化），在 COCO 上训练',
  },
  'vision-persons': {
    title: '人物特征',
    purpose: '看出人的姿势、衣着颜色、大致年龄和性别',
    is_default: true,
    licence: { code: 'ISC, MIT', weights: 'Apache-2.0, MIT' },
    origin: 'Google MoveNet Lightning 与 face-api.js 的年龄性别模型',
  },
  'vision-scenes': {
    title: '画面分类',
    purpose: '给画面打场景标签，并查找相似画面',
    is_default: true,
    licence: { code: 'MIT', weights: 'Apache-2.0' },
    origin: 'TensorFlow Inception v3（8 位量化），在 ImageNet 上训练',
  },
  'cut-out': {
    title: '抠图',
    purpose: '把人或商品从背景里抠出来',
    is_default: true,
    licence: { code: 'ISC, MIT', weights: 'Apache-2.0' },
    origin: 'MODNet（人像）与 U²-Net（物体），转为 ONNX',
  },
  'point-out': {
    title: '点选',
    purpose: '在图片上点一下，把那一样东西抠出来；还可以点着加上、去掉',
    is_default: false,
    licence: { code: 'BSD-3-Clause', weights: 'Apache-2.0' },
    origin: 'Meta SAM 2（hiera-tiny），由 g-ronimo 转为 ONNX Runtime 格式',
  },
  'fill-in': {
    title: '补画面',
    purpose: '擦掉文字、杂物，补出被挡住的背景',
    is_default: true,
    licence: { code: 'ISC', weights: 'MIT' },
    origin: 'Picsart MI-GAN，作者发布的 ONNX',
  },
  'face-swap': {
    title: '换脸',
    purpose: '描出人脸的轮廓和五官，分清皮肤和挡在前面的手、头发、话筒',
    is_default: true,
    licence: { code: 'Apache-2.0', weights: 'Apache-2.0' },
    origin: 'MediaPipe Face Landmarker 与 Selfie Multiclass',
  },
  'music-activities': describeMusic('日常活动', '学习、工作、做饭等日常场景'),
  'music-ambient-lofi': describeMusic('氛围', '安静、空灵'),
  'music-asian-lofi': describeMusic('东方', '东方乐器、悠然'),
  'music-chillhop': describeMusic('轻松节拍', '轻松、明快', true),
  'music-funk-soul': describeMusic('放克', '有活力、律动感强', true),
  'music-hybrid': describeMusic('融合', '多种风格融合、现代', true),
  'music-jazzhop': describeMusic('爵士', '爵士、优雅'),
  'music-late-night': describeMusic('深夜', '深夜、沉静'),
  'music-seasonal-weather': describeMusic('四季', '四季与天气'),
  'music-soul-rnb': describeMusic('灵魂乐', '温暖、抒情'),
};

/** Every pack the product knows, with versions and hashes pinned. */
export const PACKS: readonly Pack[] = (Object.keys(DESCRIPTIONS) as PackName[]).map((pack) => {
  const contents: { sources: PackSource[]; joined?: JoinedFile } = pinned[pack];
  const bytes = contents.sources.reduce((sum, source) => sum + source.bytes, 0);
  return { pack, ...DESCRIPTIONS[pack], bytes, ...contents };
});

/** The pack of this name; a name comes from code, so a wrong one is a mistake of ours. */
export function findPack(name: PackName): Pack {
  const pack = PACKS.find((candidate) => candidate.pack === name);
  if (!pack) throw new Error(`no pack is called ${name}`);
  return pack;
}

/** The files of a pack as they lie in its folder. */
export function keptFiles({ sources, joined }: Pack): { to: string; bytes: number }[] {
  const parts = new Set(joined?.from);
  const files = sources.flatMap((source) => source.files).filter((file) => !parts.has(file.to));
  return joined ? [...files, joined] : files;
}
