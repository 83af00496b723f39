export { composeNodes, drawSheet, type LayerNode, paintBackground, treeOf } from './compose.ts';
export { contextOf, type Cube, type Glyph, type GlyphBook, type Kit, type Picture, type Surface } from './kit.ts';
export type * from './layer.ts';
export { beforePull, pulledCorners } from './perspective.ts';
export { areaOf } from './picture.ts';
export { boundsOf, drawLayer, type Raster, type Rect } from './raster.ts';
export { measureText, placeLines, scaleText } from './text.ts';
