import { rm, writeFile } from 'node:fs/promises';
import { cutWords } from '@mixreel/ai';
import { SPEAK_WITH } from '@mixreel/ai/providers';
import type { SpokenWord } from '@mixreel/contract';
import { decodeMono } from '@mixreel/media';
import { type Parts, outside } from './ability.ts';
import { SPEECH_RATE, type SpeechEngine, type SpeechService } from './speech-engine.ts';

/** Below this a sample is silence: service voices are clean. */
const QUIET = 0.01;

/** A configured service as an engine. What it sends is decoded by ffmpeg, never trusted to be what it says. */
export function speechService({ tools, scratch }: Parts, service: SpeechService): SpeechEngine {
  const { engine, name, kind, url, key, model, app, voices } = service;
  return {
    ...outside(service),
    version: `${kind} ${model}`,
    voices: voices.map((voice) => ({
      voice_id: `${engine}:${voice.voice}`,
      voice_name: voice.name,
      engine,
      engine_name: name,
      gender: voice.gender,
      language: voice.language,
      language_name: voice.language === 'zh' ? '普通话' : voice.language,
      style_tags: [],
      emotions: voice.emotions,
      sample_text: '大家好，欢迎来到直播间。',
    })),
    async answer({ text, voice, rate, emotion, dictionary }, { signal }) {
      const spoken = respell(text, dictionary);
      const { bytes, words } = await SPEAK_WITH[kind](
        { url, key, model, app },
        { text: spoken, voice, rate, emotion },
        signal,
      );
      const path = scratch.file('.sound');
      try {
        await writeFile(path, bytes);
        const pcm = await decodeMono(tools, path, { rate: SPEECH_RATE, signal });
        return { output: { pcm, words: words ? placeWords(text, words) : spreadWords(text, pcm) } };
      } finally {
        await rm(path, { force: true });
      }
    },
  };
}

/** Services take no pinyin; words that sound alike are all a dictionary can do there. */
function respell(text: string, dictionary: { word: string; reading: string }[]): string {
  return dictionary
    .filter(({ reading }) => !/\d/.test(reading))
    .reduce((spoken, { word, reading }) => spoken.replaceAll(word, reading), text);
}

/** Finds each word in the text behind the one before; a word that is not there (a number read out) is left out. */
function placeWords(text: string, words: { text: string; start: number; end: number }[]): SpokenWord[] {
  let at = 0;
  return words.flatMap((word) => {
    const from = text.indexOf(word.text, at);
    if (from < 0 || word.text === '') return [];
    at = from + word.text.length;
    return { ...word, from, to: at };
  });
}

/** Without times, words share the voiced part by their length: right to a syllable or two in a short sentence. */
function spreadWords(text: string, pcm: Float32Array): SpokenWord[] {
  const first = pcm.findIndex((sample) => Math.abs(sample) > QUIET);
  if (first < 0) return [];
  const last = pcm.findLastIndex((sample) => Math.abs(sample) > QUIET);
  const [start, end] = [first / SPEECH_RATE, (last + 1) / SPEECH_RATE];
  const words = placedWords(text);
  const length = words.reduce((sum, word) => sum + word.text.length, 0);
  let before = 0;
  return words.map(({ text: word, from, to }) => {
    const begin = start + ((end - start) * before) / length;
    before += word.length;
    return { text: word, start: begin, end: start + ((end - start) * before) / length, from, to };
  });
}

function placedWords(text: string): { text: string; from: number; to: number }[] {
  let at = 0;
  return cutWords(text).flatMap((word) => {
    const from = at;
    at += word.length;
    return /[\p{L}\p{N}]/u.test(word) ? { text: word, from, to: at } : [];
  });
}
