import { runFfmpeg } from '#ffmpeg/run.ts';
import { TRANSITION_CHOICES } from '#looks/transitions.ts';
import type { Shot } from '#render/shot.ts';
import type { Cut, Variant } from '#render/variant.ts';
import { tools } from '#testing/footage.ts';

/**
 * Renders the pictures of a variant in one filter graph, the way everybody does, without loss: what the engine's output
 * is compared with. Written apart from the engine's own graphs, so that a mistake there is not repeated here.
 */
export async function renderNaively({ canvas, cuts }: Variant, path: string): Promise<void> {
  const { fps } = canvas;
  const shots = cuts.map(
    ({ shot }, i) => `[${i}:v:0]${shotFilters(shot, canvas)},trim=end_frame=${shot.frames},fps=${fps}[s${i}]`,
  );
  const joins: string[] = [];
  let [before, length] = ['s0', cuts[0]!.shot.frames];
  for (const [i, { shot }] of cuts.entries()) {
    if (i === 0) continue;
    const overlap = overlapOf(cuts[i - 1]!, shot);
    const kind = cuts[i - 1]!.transition?.kind;
    joins.push(
      ...(overlap && kind
        ? xfade({ before, after: `s${i}`, at: length - overlap, overlap, fps, kind }, `j${i}`)
        : [`[${before}][s${i}]concat=n=2:v=1:a=0,fps=${fps}[j${i}]`]),
    );
    before = `j${i}`;
    length += shot.frames - overlap;
  }
  await runFfmpeg(tools, [
    ...cuts.map(({ shot }) => [...seek(shot), '-i', shot.source.path]),
    ['-filter_complex', [...shots, ...joins].join(';')],
    ['-map', `[${before}]`, '-frames:v', length],
    ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', 0, '-pix_fmt', 'yuv420p', path],
  ]);
}

type Join = { before: string; after: string; at: number; overlap: number; fps: number; kind: string };

/** From the frame where both meet: how ffmpeg finds that moment in a longer stream differs between its versions. */
function xfade({ before, after, at, overlap, fps, kind }: Join, name: string): string[] {
  const even = `settb=1/${fps},setpts=N,fps=${fps}`;
  return [
    `[${before}]split[${name}a][${name}b]`,
    `[${name}a]trim=end_frame=${at},${even}[${name}head]`,
    // Held, so that the end of a short stream does not end the transition early.
    `[${name}b]trim=start_frame=${at},${even},tpad=stop_mode=clone:stop=2[${name}out]`,
    `[${after}]${even}[${name}in]`,
    `[${name}out][${name}in]xfade=transition=${XFADE[kind]}:duration=${overlap / fps}:offset=0,${even}[${name}rest]`,
    `[${name}head][${name}rest]concat=n=2:v=1:a=0,fps=${fps}[${name}]`,
  ];
}

const XFADE: Record<string, string> = Object.fromEntries(TRANSITION_CHOICES.map(({ key, xfade }) => [key, xfade]));

function overlapOf({ shot, transition }: Cut, next: Shot): number {
  return transition ? Math.min(transition.frames, Math.floor(shot.frames / 3), Math.floor(next.frames / 3)) : 0;
}

function seek({ source, startSeconds }: Shot): (string | number)[] {
  return source.facts.isStill ? ['-loop', 1, '-framerate', 60] : ['-noaccurate_seek', '-ss', startSeconds];
}

/** Turned by ffmpeg itself, and measured by its expressions instead of ours. */
function shotFilters({ source, speed, isMirrored, fit }: Shot, { width, height, fps }: Variant['canvas']): string {
  const shape = `${width}/${height}/sar`;
  const crop = `crop=w=${even(`min(iw,ih*${shape})`)}:h=${even(`min(ih,iw/(${shape}))`)}:x=${even('(iw-ow)/2')}:y=${even('(ih-oh)/2')}`;
  const colours = 'flags=bicubic:out_color_matrix=bt709:out_range=tv';
  const picture = 'iw*sar/ih';
  const flip = isMirrored ? 'hflip,' : '';
  const inside = `w=${even(`min(${width},${height}*${picture})`)}:h=${even(`min(${height},${width}/(${picture}))`)}`;
  const placed =
    fit.kind === 'contain'
      ? `scale=${inside}:${colours},setsar=1,${flip}pad=${width}:${height}:-1:-1:${fit.background}`
      : `${crop},${flip}scale=${width}:${height}:${colours}`;
  return [
    'tpad=stop_mode=clone:stop=-1',
    `setpts=PTS/${source.facts.isStill ? 1 : speed}`,
    `fps=${fps}:start_time=0`,
    placed,
    'setsar=1,format=yuv420p',
  ].join(',');
}

function even(expression: string): string {
  return `'2*round((${expression})/2)'`;
}
