import {
  type Fields,
  type Kind,
  type Operation,
  planDifference,
  RANK,
  recordsOf,
  rowsOf,
  type State,
} from '@mixreel/document';
import { z } from 'zod';
import { Layer, LAYER_KINDS, LAYERS_MAX, LayerFill, PicturePart, SHEET_SIDE_MAX, TextPart } from './picture-layer.ts';
import { shorten } from './shorten.ts';
import { Id, Name } from './wire.ts';

/** A picture in layers that people edit: a document. */

export const SHEET_GUIDES_MAX = 40;
export const MASK_STROKES_MAX = 200;
export const LAYER_NAME_MAX = 60;
/** Pairs of x and y. */
const STROKE_POINTS_MAX = 2000;

const Share = z.number().min(-1).max(1);
const Place = z.number().min(-4).max(5);

export const LayerAdjust = z.object({
  exposure: Share,
  contrast: Share,
  warmth: Share,
  tint: Share,
  saturation: Share,
  sharpness: z.number().min(0).max(1),
  look_id: z.string().max(40).nullable(),
  look_strength: z.number().min(0).max(1),
});
export type LayerAdjust = z.infer<typeof LayerAdjust>;

const LayerCorners = z.array(z.object({ x: Share, y: Share })).length(4);

const MaskStroke = z.object({
  tool: z.enum(['brush', 'lasso']),
  shows: z.boolean(),
  width: z.number().min(0).max(2),
  softness: z.number().min(0).max(1),
  points: z
    .array(Place)
    .min(2)
    .max(STROKE_POINTS_MAX)
    .refine(({ length }) => length % 2 === 0, '点不成对'),
});
export const LayerMask = z.object({
  is_empty: z.boolean(),
  strokes: z.array(MaskStroke).max(MASK_STROKES_MAX, '蒙版画得太多，请先清空'),
});
export type LayerMask = z.infer<typeof LayerMask>;

export const SHEET_LAYER_KINDS = [...LAYER_KINDS, 'group'] as const;

/** A layer as people edit it. */
export const SheetLayer = Layer.extend({
  layer_id: Id,
  kind: z.enum(SHEET_LAYER_KINDS),
  layer_name: z.string().max(LAYER_NAME_MAX),
  group_id: Id.nullable(),
  is_locked: z.boolean(),
  mask: LayerMask.nullable(),
  picture: PicturePart.extend({ adjust: LayerAdjust.nullable(), corners: LayerCorners.nullable() }).nullable(),
});
export type SheetLayer = z.infer<typeof SheetLayer>;
export type SheetPicturePart = NonNullable<SheetLayer['picture']>;
export type SheetTextPart = z.infer<typeof TextPart>;
export type SheetShapePart = NonNullable<SheetLayer['shape']>;
export type SheetFill = z.infer<typeof LayerFill>;

/** A layer with nothing particular about it, and nothing in it. */
export const PLAIN_LAYER = {
  layer_name: '',
  group_id: null,
  rotation: 0,
  opacity: 1,
  blend: 'normal',
  shadow: null,
  is_hidden: false,
  is_locked: false,
  mask: null,
  picture: null,
  text: null,
  shape: null,
} as const satisfies Partial<SheetLayer>;

/** A file as it is, filling its layer. */
export function plainPicture(source: string): SheetPicturePart {
  return {
    source,
    fit: 'cover',
    focus: { x: 0.5, y: 0.5 },
    crop: null,
    form: { kind: 'rect', radius: 0 },
    is_mirrored: false,
    is_flipped: false,
    blur: 0,
    brightness: 1,
    saturation: 1,
    light: null,
    fade: 1,
    adjust: null,
    corners: null,
  };
}

const Side = z.int().min(16, '画布最小 16 像素').max(SHEET_SIDE_MAX, `画布最大 ${SHEET_SIDE_MAX} 像素`);

export const SheetSettings = z.object({
  sheet_name: Name,
  width: Side,
  height: Side,
  background: LayerFill,
  guides: z
    .array(z.object({ axis: z.enum(['x', 'y']), at: z.number().min(0).max(SHEET_SIDE_MAX) }))
    .max(SHEET_GUIDES_MAX, `参考线最多 ${SHEET_GUIDES_MAX} 条`),
});
export type SheetSettings = z.infer<typeof SheetSettings>;

export type SheetContent = SheetSettings & { layers: SheetLayer[] };

/** The one record of its table. */
const SHEET = 'sheet';

const KIND_NAMES: Record<SheetLayer['kind'], string> = { picture: '图片', text: '文字', shape: '形状', group: '组' };
const FORM_NAMES: Record<SheetShapePart['form']['kind'], string> = { rect: '矩形', ellipse: '椭圆', path: '形状' };

/** A picture in layers as a document that several people work on. */
export const sheetKind: Kind = {
  kind: 'sheet',
  noun: '图片',
  tables: {
    sheet: {
      noun: '画布',
      record: SheetSettings,
      isFixed: true,
      fields: { sheet_name: '名称', width: '画布宽度', height: '画布高度', background: '背景', guides: '参考线' },
      depth: { background: 1, guides: 1 },
    },
    layer: {
      noun: '图层',
      record: SheetLayer.omit({ layer_id: true }).extend({ rank: z.string().regex(RANK, '顺序不对') }),
      texts: ['text.text'],
      most: LAYERS_MAX,
      place: ['rank', 'group_id', 'x', 'y'],
      // Parts with something that may be missing in them are set as a whole.
      depth: { picture: 1, shape: 1, mask: 1, shadow: 1, text: 2 },
      fields: {
        layer_name: '名称',
        rank: '位置',
        group_id: '位置',
        x: '位置',
        y: '位置',
        width: '大小',
        height: '大小',
        rotation: '角度',
        opacity: '不透明度',
        blend: '混合方式',
        shadow: '阴影',
        is_hidden: '显示',
        is_locked: '锁定',
        mask: '蒙版',
        picture: '画面',
        shape: '形状',
        text: '文字样式',
        'text.text': '文字',
        'text.font_id': '字体',
        'text.size': '字号',
        'text.fill': '文字颜色',
        'text.align': '对齐',
        'text.line_height': '行距',
        'text.spacing': '字距',
        'text.outlines': '描边',
        'text.box': '底板',
      },
      nameOf: (record) => layerName(record as unknown as SheetLayer),
      check: (record) => refuseLayer(record as unknown as SheetLayer),
    },
  },
};

type Named = Pick<SheetLayer, 'layer_name' | 'kind' | 'text' | 'shape'>;

/** What people call a layer: its name, or what it says. */
export function layerName({ layer_name, kind, text, shape }: Named): string {
  const said = shorten((text?.text ?? '').replaceAll('\n', ' '));
  return layer_name || said || (shape ? FORM_NAMES[shape.form.kind] : KIND_NAMES[kind]);
}

/** Exactly the part of its kind is there. */
function refuseLayer({ kind, picture, text, shape }: SheetLayer): string | null {
  const there = { picture, text, shape };
  const isRight = (['picture', 'text', 'shape'] as const).every((part) =>
    there[part] ? kind === part : kind !== part,
  );
  return isRight ? null : '图层的内容和类型不符，请刷新页面';
}

export function sheetContentOf(state: State): SheetContent {
  return { ...sheetSettingsOf(state), layers: rowsOf<SheetLayer>(state, 'layer', 'layer_id') };
}

export function sheetSettingsOf(state: State): SheetSettings {
  return state['sheet']?.[SHEET] as SheetSettings;
}

/** What makes a sheet as it should be. */
export function planSheet(state: State, change: Partial<SheetContent>): Operation[] {
  return planDifference(sheetKind, state, sheetState({ ...sheetContentOf(state), ...change }, state));
}

export function sheetState({ layers, ...settings }: SheetContent, before: State = {}): State {
  return { sheet: { [SHEET]: settings }, layer: sheetRecords(layers, before['layer']) };
}

export function sheetRecords(layers: readonly SheetLayer[], before?: Record<string, Fields>): Record<string, Fields> {
  return recordsOf(layers, 'layer_id', before);
}
