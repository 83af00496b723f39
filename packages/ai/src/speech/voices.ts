/** A voice one can choose; `language` is the one it was recorded in, and any voice reads Chinese and English. */
export type Voice = {
  voice: string;
  name: string;
  gender: 'female' | 'male';
  language: 'zh' | 'en-US' | 'en-GB' | 'ja' | 'es' | 'fr' | 'hi' | 'it' | 'pt-BR';
  language_name: string;
  sample_text: string;
  tags: string[];
};

const LANGUAGES: Record<string, Pick<Voice, 'language' | 'language_name' | 'sample_text'>> = {
  z: {
    language: 'zh',
    language_name: '普通话',
    sample_text: '大家好，欢迎来到直播间，今天给大家带来一款超好用的产品。',
  },
  a: {
    language: 'en-US',
    language_name: '英语（美式）',
    sample_text: 'Hello everyone, welcome. Here is something you will love.',
  },
  b: {
    language: 'en-GB',
    language_name: '英语（英式）',
    sample_text: 'Hello everyone, welcome. Here is something you will love.',
  },
  j: { language: 'ja', language_name: '日语音色', sample_text: '大家好，欢迎来到直播间。' },
  e: { language: 'es', language_name: '西班牙语音色', sample_text: '大家好，欢迎来到直播间。' },
  f: { language: 'fr', language_name: '法语音色', sample_text: '大家好，欢迎来到直播间。' },
  h: { language: 'hi', language_name: '印地语音色', sample_text: '大家好，欢迎来到直播间。' },
  i: { language: 'it', language_name: '意大利语音色', sample_text: '大家好，欢迎来到直播间。' },
  p: { language: 'pt-BR', language_name: '葡萄牙语音色', sample_text: '大家好，欢迎来到直播间。' },
};

/** Voice, name and how it sounds. The first of a language is the one to offer first. */
const LISTED: [voice: string, name: string, tags: string][] = [
  ['zf_xiaoxiao', '晓晓', '亲切 自然 带货 推荐'],
  ['zf_xiaoyi', '晓伊', '明亮 活泼 种草'],
  ['zf_xiaobei', '晓贝', '清新 年轻'],
  ['zf_xiaoni', '晓妮', '温柔 讲解'],
  ['zm_yunxi', '云希', '阳光 自然 带货 推荐'],
  ['zm_yunjian', '云健', '有力 激昂 促销'],
  ['zm_yunyang', '云扬', '沉稳 播报 讲解'],
  ['zm_yunxia', '云夏', '少年 活泼'],
  ['af_heart', 'Heart', '温暖 自然 推荐'],
  ['af_bella', 'Bella', '热情'],
  ['af_nicole', 'Nicole', '轻声 耳语'],
  ['af_aoede', 'Aoede', '柔和'],
  ['af_kore', 'Kore', '清晰'],
  ['af_sarah', 'Sarah', '讲解'],
  ['af_alloy', 'Alloy', '中性'],
  ['af_nova', 'Nova', '明快'],
  ['af_sky', 'Sky', '年轻'],
  ['af_jessica', 'Jessica', '年轻'],
  ['af_river', 'River', '平静'],
  ['am_michael', 'Michael', '沉稳 推荐'],
  ['am_fenrir', 'Fenrir', '有力'],
  ['am_puck', 'Puck', '活泼'],
  ['am_echo', 'Echo', '平静'],
  ['am_eric', 'Eric', '讲解'],
  ['am_liam', 'Liam', '年轻'],
  ['am_onyx', 'Onyx', '低沉'],
  ['am_adam', 'Adam', '低沉'],
  ['am_santa', 'Santa', '圣诞老人'],
  ['bf_emma', 'Emma', '优雅 推荐'],
  ['bf_isabella', 'Isabella', '柔和'],
  ['bf_alice', 'Alice', '清晰'],
  ['bf_lily', 'Lily', '年轻'],
  ['bm_george', 'George', '沉稳 推荐'],
  ['bm_fable', 'Fable', '讲故事'],
  ['bm_lewis', 'Lewis', '低沉'],
  ['bm_daniel', 'Daniel', '播报'],
  ['jf_alpha', 'Alpha', '自然'],
  ['jf_gongitsune', 'Gongitsune', '讲故事'],
  ['jf_nezumi', 'Nezumi', '活泼'],
  ['jf_tebukuro', 'Tebukuro', '柔和'],
  ['jm_kumo', 'Kumo', '沉稳'],
  ['ef_dora', 'Dora', '自然'],
  ['em_alex', 'Alex', '自然'],
  ['em_santa', 'Santa', '圣诞老人'],
  ['ff_siwis', 'Siwis', '自然'],
  ['hf_alpha', 'Alpha', '自然'],
  ['hf_beta', 'Beta', '自然'],
  ['hm_omega', 'Omega', '自然'],
  ['hm_psi', 'Psi', '自然'],
  ['if_sara', 'Sara', '自然'],
  ['im_nicola', 'Nicola', '自然'],
  ['pf_dora', 'Dora', '自然'],
  ['pm_alex', 'Alex', '自然'],
  ['pm_santa', 'Santa', '圣诞老人'],
];

const VOICES: Voice[] = LISTED.map(([voice, name, tags]) => ({
  voice,
  name,
  gender: voice[1] === 'f' ? 'female' : 'male',
  ...LANGUAGES[voice[0]!]!,
  tags: tags.split(' '),
}));

/** All built-in voices, Chinese ones first. */
export function listVoices(): Voice[] {
  return VOICES;
}

/** Whether there is a built-in voice of this name. */
export function isVoice(voice: string): boolean {
  return VOICES.some((candidate) => candidate.voice === voice);
}
