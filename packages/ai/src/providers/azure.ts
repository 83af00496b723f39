import { ask } from '#providers/ask.ts';
import type { SpeakWith } from '#providers/provider.ts';

/** Azure Speech by REST: SSML in, sound out. `url` is the region's address; word times would need its websocket. */
export const speakWithAzure: SpeakWith = async ({ url, key }, request, signal) => {
  const { bytes } = await ask(`${url}/cognitiveservices/v1`, {
    headers: {
      'ocp-apim-subscription-key': key,
      'content-type': 'application/ssml+xml',
      'x-microsoft-outputformat': 'riff-24khz-16bit-mono-pcm',
      'user-agent': 'mixreel',
    },
    body: ssmlOf(request),
    signal,
  });
  return { bytes, words: null };
};

/** Everything that came from people is escaped: a text is spoken, never carried out. */
export function ssmlOf({ text, voice, rate, emotion }: Parameters<SpeakWith>[1]): string {
  const language = /^[a-z]{2,3}-[A-Z]{2}/.exec(voice)?.[0] ?? 'zh-CN';
  const percent = Math.round((rate - 1) * 100);
  const spoken = `<prosody rate="${percent >= 0 ? '+' : ''}${percent}%">${escapeXml(text)}</prosody>`;
  const styled = emotion ? `<mstts:express-as style="${escapeXml(emotion)}">${spoken}</mstts:express-as>` : spoken;
  return [
    `<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xmlns:mstts="https://www.w3.org/2001/mstts" xml:lang="${language}">`,
    `<voice name="${escapeXml(voice)}">${styled}</voice></speak>`,
  ].join('');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? '').replace(/[^\P{Cc}\t\n]/gu, '');
}
