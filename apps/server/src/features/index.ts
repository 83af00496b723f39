import { forgetOldRequests } from '#http/once.ts';
import type { Route } from '#http/route.ts';
import { forgetOldEvents } from '#http/streams.ts';
import type { Chore } from '#queue/chores.ts';
import type { Job } from '#queue/job.ts';
import { forgetOldTokens } from './auth/auth.queries.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { materialRoutes } from './material/material.routes.ts';
import { startRoutes } from './start/start.routes.ts';
import { taskRoutes } from './task/task.routes.ts';
import { teamRoutes } from './team/team.routes.ts';

/** Everything the server answers. */
export const routes: Route[] = [...startRoutes, ...authRoutes, ...teamRoutes, ...materialRoutes, ...taskRoutes];

/** Everything the workers can do. */
export const jobs: Job[] = [];

export const chores: Chore[] = [
  { name: 'requests', every_s: 600, run: ({ db }) => forgetOldRequests(db) },
  { name: 'events', every_s: 300, run: ({ db }) => forgetOldEvents(db) },
  { name: 'tokens', every_s: 3600, run: ({ db }) => forgetOldTokens(db) },
];
