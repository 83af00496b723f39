import type { BoxWriter } from '#render/mp4/box-writer.ts';

const UTF8 = 1;

/**
 * Writes tags of any name as `udta/meta` with `keys` and `ilst`: the place that the rules for AI labels name, and the
 * layout that ffmpeg writes with `use_metadata_tags`. The classic `ilst` has no room for names of one's own.
 */
export function writeTags(out: BoxWriter, tags: Record<string, string>): void {
  const entries = Object.entries(tags).map(([name, value]) => [Buffer.from(name), Buffer.from(value)] as const);
  if (entries.length === 0) return;

  out.box('udta', () =>
    out.fullBox('meta', 0, 0, () => {
      out.fullBox('hdlr', 0, 0, () => {
        out.u32(0);
        out.ascii('mdta');
        out.u32(0, 0, 0);
        out.ascii('\0');
      });
      out.fullBox('keys', 0, 0, () => {
        out.u32(entries.length);
        for (const [name] of entries) {
          out.u32(name.length + 8);
          out.ascii('mdta');
          out.raw(name);
        }
      });
      out.box('ilst', () => {
        for (const [i, [, value]] of entries.entries()) {
          out.u32(value.length + 24, i + 1, value.length + 16);
          out.ascii('data');
          out.u32(UTF8, 0);
          out.raw(value);
        }
      });
    }),
  );
}
