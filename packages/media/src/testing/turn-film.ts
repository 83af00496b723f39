const MATRIX_AT = { 0: 44, 1: 56 };

/**
 * An MP4 with the note to turn its picture by so many degrees against the clock, as phones write it: the matrix of its
 * first track, which is that of the picture. By hand, since ffmpeg writes such notes only from version 6 on.
 */
export function turnFilm(film: Buffer, degrees: number): Buffer {
  const turned = Buffer.from(film);
  const box = turned.indexOf('tkhd') - 4;
  const at = box + MATRIX_AT[turned[box + 8] === 1 ? 1 : 0] + 4;
  const [cos, sin] = [Math.cos, Math.sin].map((of) => Math.round(of((degrees * Math.PI) / 180))) as [number, number];
  const rows = [
    [cos, -sin, 0],
    [sin, cos, 0],
    [0, 0, 1],
  ];
  for (const [y, row] of rows.entries()) {
    for (const [x, value] of row.entries()) turned.writeInt32BE(value * 2 ** (x === 2 ? 30 : 16), at + (y * 3 + x) * 4);
  }
  return turned;
}
