import type { GlossaryTerm } from './language.ts';

/** The terms of a space that stand in a text, the longest first: 保温杯盖 before 保温杯. */
export function termsIn(text: string, glossary: readonly GlossaryTerm[], language: string): GlossaryTerm[] {
  const written = text.toLowerCase();
  return glossary
    .filter((one) => one.language === language && written.includes(one.term.toLowerCase()))
    .toSorted((a, b) => b.term.length - a.term.length);
}
