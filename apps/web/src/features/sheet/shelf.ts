import { SHEET_LETTERS_MAX, type SheetPicture } from '@mixreel/contract';
import type { Cube, Glyph, GlyphBook, Kit, Picture, Surface } from '@mixreel/sheet';
import { createStore } from 'zustand';
import { call, type InputOf } from '#lib/call.ts';

type FontId = InputOf<'sheet.glyphs'>['font_id'];

/** All that is asked for while a frame is drawn goes together. */
function together<T>(take: (all: T[]) => Promise<void>): (one: T) => void {
  let waiting: T[] = [];
  return (one) => {
    waiting.push(one);
    if (waiting.length > 1) return;
    setTimeout(() => {
      const all = waiting;
      waiting = [];
      void take(all);
    }, 0);
  };
}

/** Null stands for a letter that is on its way. */
type Book = { middle: number; glyphs: Map<string, Glyph | null> };

/** What is drawn as nothing in any font. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}]/u;

/**
 * Pictures, letters and looks that the canvas draws with. What is not here yet is asked for when it is first wanted, and
 * `arrived` goes up when it comes: whoever draws then draws again.
 */
export function createShelf(sheet_id: string) {
  const news = createStore(() => ({ arrived: 0, broken: [] as string[] }));
  const pictures = new Map<string, Picture | null>();
  const facts = new Map<string, SheetPicture>();
  const looks = new Map<string, Cube | null>();
  const books = new Map<string, Book>();
  const arrive = () => news.setState(({ arrived }) => ({ arrived: arrived + 1 }));
  const fail = (source: string) => news.setState(({ broken }) => ({ broken: [...broken, source] }));

  const askPictures = together(async (vlc_ids: string[]) => {
    const known = vlc_ids.filter((vlc_id) => facts.has(vlc_id)).map((vlc_id) => facts.get(vlc_id)!);
    const unknown = vlc_ids.filter((vlc_id) => !facts.has(vlc_id));
    const asked =
      unknown.length > 0
        ? await call('sheet.pictures', { sheet_id, vlc_ids: unknown }, { is_quiet: true }).catch(() => [])
        : [];
    await Promise.all([...known, ...asked].map(keep));
    for (const vlc_id of vlc_ids) if (!pictures.get(vlc_id)) fail(vlc_id);
  });

  async function keep(picture: SheetPicture): Promise<void> {
    facts.set(picture.vlc_id, picture);
    try {
      const answer = await fetch(picture.url);
      // Files here are upright and in plain colours already: nothing is to be converted.
      const image = await createImageBitmap(await answer.blob(), { colorSpaceConversion: 'none' });
      pictures.set(picture.vlc_id, { image, width: image.width, height: image.height });
      arrive();
    } catch {
      // Said by the layer that shows it.
    }
  }

  const askLetters = together(async (wanted: { font_id: string; letter: string }[]) => {
    const fonts = Map.groupBy(wanted, ({ font_id }) => font_id);
    let hasCome = false;
    for (const [font_id, all] of fonts) {
      const letters = [...new Set(all.map(({ letter }) => letter))];
      for (let at = 0; at < letters.length; at += SHEET_LETTERS_MAX) {
        const some = letters.slice(at, at + SHEET_LETTERS_MAX).join('');
        const answer = await call(
          'sheet.glyphs',
          { font_id: font_id as FontId, letters: some },
          { is_quiet: true },
        ).catch(() => null);
        const book = books.get(font_id);
        if (!book) continue;
        if (!answer) {
          // Asked for again when they are next drawn, which is not now: there may be no network.
          for (const letter of some) book.glyphs.delete(letter);
          continue;
        }
        book.middle = answer.middle;
        for (const { letter, ...glyph } of answer.glyphs) book.glyphs.set(letter, glyph);
        hasCome = true;
      }
    }
    if (hasCome) arrive();
  });

  async function askLook(look_id: string): Promise<void> {
    const answer = await call('sheet.look', { look_id }, { is_quiet: true }).catch(() => null);
    if (!answer) return;
    looks.set(look_id, {
      side: answer.side,
      data: Uint8Array.from(atob(answer.data_base64), (byte) => byte.charCodeAt(0)),
    });
    arrive();
  }

  function bookOf(font_id: string): GlyphBook {
    const book: Book = books.get(font_id) ?? { middle: 0.36, glyphs: new Map() };
    books.set(font_id, book);
    return {
      get middle() {
        return book.middle;
      },
      glyph(letter) {
        const found = book.glyphs.get(letter);
        if (found === undefined) {
          book.glyphs.set(letter, null);
          askLetters({ font_id, letter });
        }
        return found ?? undefined;
      },
    };
  }

  const kit: Kit = {
    surface: (width: number, height: number): Surface => new OffscreenCanvas(width, height),
    path: (commands) => new Path2D(commands),
    picture(source) {
      const found = pictures.get(source);
      if (found === undefined) {
        pictures.set(source, null);
        askPictures(source);
      }
      return found ?? null;
    },
    book: bookOf,
    look(look_id) {
      const found = looks.get(look_id);
      if (found === undefined) {
        looks.set(look_id, null);
        void askLook(look_id);
      }
      return found ?? null;
    },
  };
  return {
    kit,
    news,
    factsOf: (vlc_id: string) => facts.get(vlc_id),
    /** The letters of these words that no font has: a gap is drawn for each. */
    lackingOf: (font_id: string, words: string): string[] =>
      [...new Set(words)].filter(
        (letter) => books.get(font_id)?.glyphs.get(letter)?.path === '' && !INVISIBLE.test(letter),
      ),
    /** One that the page drew itself, for as long as it is shown. */
    lend(source: string, image: ImageBitmap): void {
      pictures.set(source, { image, width: image.width, height: image.height });
      arrive();
    },
    takeBack(source: string): void {
      pictures.delete(source);
    },
    /** One that was just brought. */
    put(picture: SheetPicture): void {
      facts.set(picture.vlc_id, picture);
      pictures.set(picture.vlc_id, null);
      void keep(picture);
    },
  };
}

export type Shelf = ReturnType<typeof createShelf>;
