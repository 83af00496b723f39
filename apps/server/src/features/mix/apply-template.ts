import { AppError, applyChange, type MixOverrides, type Template } from '@mixreel/contract';

type Settings = { config: MixOverrides; template_name: string | null; template_config: MixOverrides | null };

/**
 * The settings of a mix after a template was chosen. A whole one lies below what the mix sets itself; the look of
 * captions is set as if by hand, since whoever chooses one wants to see it.
 */
export function applyTemplate(
  settings: Settings,
  { template_name, template_type, config }: Pick<Template, 'template_name' | 'template_type' | 'config'>,
): Settings {
  if (template_type === 'caption') return { ...settings, config: applyChange(settings.config, config) };
  return { ...settings, template_name, template_config: config };
}

/** A sequence of shootings is for a new mix: in one that has some, it would have to throw them away. */
export function refuseStructure({ template_type }: Pick<Template, 'template_type'>): void {
  if (template_type === 'structure') {
    throw new AppError('invalid', '镜头结构只能用来新建混剪，请在新建时选择它');
  }
}
