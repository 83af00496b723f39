import { normaliseForSpeech } from '@mixreel/ai';

/** Both sides of a comparison in one written form: numbers written out, no punctuation, one sign for one sound. */
export function spokenForm(text: string): string {
  // 59块9 and 59.9元 are one price, written in two ways.
  return (
    normaliseForSpeech(text.replaceAll(/(\d)块(\d)(?!\d)/g, '$1.$2元'))
      .text.toLowerCase()
      .replaceAll(/[^\p{Script=Han}a-z]/gu, '')
      // A brand that the recogniser writes by its Chinese name was understood.
      .replaceAll('耐克', 'nike')
      .replaceAll('两', '二')
      .replaceAll('幺', '一')
      .replaceAll(/[她它]/g, '他')
      .replaceAll(/[地得]/g, '的')
  );
}
