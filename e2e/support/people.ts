import { callOf, type Role, type Session } from '@mixreel/contract';
import type { Product } from './product.ts';
import { send } from './test.ts';

type Newcomer = { name: string; user_privilege?: boolean; team_id?: string; team_role?: Role };

/** Someone new, invited by the administrator. */
export async function invite(product: Product, admin: Session, { name, ...invitation }: Newcomer): Promise<Session> {
  const { code } = await send<{ code: string }>(
    product,
    callOf('admin.addInvitation').path,
    invitation,
    admin.access_token,
  );
  return send<Session>(product, callOf('auth.login').path, { code, name });
}

export async function makeTeam(product: Product, admin: Session, team_name: string): Promise<string> {
  const { team_id } = await send<{ team_id: string }>(
    product,
    callOf('admin.addTeam').path,
    { team_name },
    admin.access_token,
  );
  return team_id;
}

/** Pages ask for a project first; tests about something else get one. */
export async function makeProject(
  product: Product,
  { access_token }: Session,
  project_name: string,
  team_id?: string,
): Promise<string> {
  const { project_id } = await send<{ project_id: string }>(
    product,
    callOf('project.add').path,
    { project_name, team_id },
    access_token,
  );
  return project_id;
}

/** The session's space is the team from now on. */
export async function enterTeam(product: Product, { access_token }: Session, team_id: string): Promise<void> {
  const query = new URLSearchParams({ space_type: 'TEAM', team_id });
  const response = await fetch(`${product.url}${callOf('team.switch').path}?${query}`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  const { code, message } = (await response.json()) as { code: number; message: string };
  if (code !== 0) throw new Error(`team switch: ${code} ${message}`);
}
