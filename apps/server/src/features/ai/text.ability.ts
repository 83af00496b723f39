import { type Engine, defineAbility, OR_OWN_MODEL } from './ability.ts';
import { type TextWriter, textWriters } from './text-writer.ts';
import { charactersOf, picturesOf, TextService, Wish, Written } from './wish.ts';
import { writeFitting } from './write-fitting.ts';

export type TextEngine = Engine<Wish, Written> & { can_see: boolean };

export const text = defineAbility({
  ability: 'text',
  name: '文案',
  input: Wish,
  output: Written,
  unit: { name: '词元', price_per: 1_000_000, price_name: '百万词元' },
  makes: 'text',
  or_else: OR_OWN_MODEL,
  service: TextService,
  engines: (parts, services): TextEngine[] => textWriters(parts, services).map(textEngine),
  // Tokens are counted by the engine; this is what a service that does not tell them is taken to have used.
  amountOf: ({ messages }) => charactersOf(messages),
  trial: {
    async input() {
      const messages = [{ role: 'user' as const, content: '请只回答两个字：收到' }];
      return { messages, answer: null, max_tokens: 200, temperature: 0 };
    },
    told: ({ value }) => `回答「${String(value).slice(0, 40)}」`,
  },
});

function textEngine(writer: TextWriter): TextEngine {
  const { can_see } = writer;
  return {
    ...writer,
    objects: ({ messages }) => (can_see || picturesOf(messages) === 0 ? null : '不能看图'),
    answer: (wish, call) => writeFitting(writer, wish, call),
  };
}
