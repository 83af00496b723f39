import { z } from 'zod';
import { get, post } from './endpoint.ts';
import { applyChange, MixOverrides, ShootingOverrides } from './mix-config.ts';
import type { TemplateLayer } from './mix-document.ts';
import { Done, Id, InSpace, Name, page, PageInput, Time } from './wire.ts';

/** A whole mix, the look of its captions alone, or the sequence of its shootings alone. */
export const TEMPLATE_TYPES = { mix: '整套设置', caption: '字幕样式', structure: '镜头结构' } as const;

const TemplateShooting = z.object({ shooting_name: z.string(), lines: z.array(z.string()), config: ShootingOverrides });

export const Template = z.object({
  template_id: Id,
  template_name: z.string(),
  template_type: z.enum(Object.keys(TEMPLATE_TYPES) as [keyof typeof TEMPLATE_TYPES]),
  config: MixOverrides,
  /** Of a structure; empty otherwise. */
  shootings: z.array(TemplateShooting),
  /** Comes with the product. */
  is_system: z.boolean(),
  use_count: z.int(),
  creator_name: z.string(),
  created_at: Time,
});
export type Template = z.infer<typeof Template>;

/**
 * The settings of a mix after a template was chosen. A whole one lies below what the mix sets itself; the look of
 * captions is set as if by hand, since whoever chooses one wants to see it.
 */
export function applyTemplate<T extends TemplateLayer & { config: MixOverrides }>(
  settings: T,
  { template_name, template_type, config }: Pick<Template, 'template_name' | 'template_type' | 'config'>,
): T {
  if (template_type === 'caption') return { ...settings, config: applyChange(settings.config, config) };
  return { ...settings, template_name, template_config: config };
}

export const template = {
  list: get('/api/utils/template/list', {
    summary: '模板',
    input: PageInput.extend({
      ...InSpace.shape,
      template_type: Template.shape.template_type.optional(),
      keyword: z.string().trim().max(100).optional(),
    }),
    output: page(Template),
    space: { by: 'team_id', role: 'viewer' },
  }),
  add: post('/api/utils/template/add', {
    summary: '存为模板',
    details: '取混剪现在的设置、字幕样式或镜头结构',
    input: z.object({
      mproject_id: Id,
      template_name: Name,
      template_type: Template.shape.template_type,
    }),
    output: Template,
    space: { by: 'mproject_id', role: 'editor' },
  }),
  update: post('/api/utils/template/update', {
    summary: '改模板名称',
    input: z.object({ template_id: Id, template_name: Name }),
    output: Template,
    space: { by: 'template_id', role: 'editor' },
  }),
  use: post('/api/utils/template/use', {
    summary: '记一次套用',
    details: '页面套用模板后告诉一声；通过 mproject/update 套用的已经记过',
    input: z.object({ mproject_id: Id, template_id: Id }),
    output: Done,
    space: { by: 'mproject_id', role: 'editor' },
  }),
  delete: post('/api/utils/template/delete', {
    summary: '删除模板',
    details: '已经用它的混剪不受影响',
    input: z.object({ template_id: Id }),
    output: Done,
    space: { by: 'template_id', role: 'editor' },
  }),
};
