import { CALM } from '#poster/layouts/calm.ts';
import { FESTIVE } from '#poster/layouts/festive.ts';
import type { Layout } from '#poster/layouts/layout.ts';
import { LOUD } from '#poster/layouts/loud.ts';
import { PHOTO } from '#poster/layouts/photo.ts';
import { STAGE } from '#poster/layouts/stage.ts';
import { TOLD } from '#poster/layouts/told.ts';
import { WINDOW } from '#poster/layouts/window.ts';

/** Every layout; each stands for all forms of canvas. */
export const LAYOUTS: Layout[] = [...LOUD, ...FESTIVE, ...STAGE, ...CALM, ...PHOTO, ...WINDOW, ...TOLD];
