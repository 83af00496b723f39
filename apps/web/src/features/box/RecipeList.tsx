import { ArrowRightOutlined, PlusOutlined } from '@ant-design/icons';
import type { BoxRecipe, BoxTool, Material } from '@mixreel/contract';
import { Button } from 'antd';
import { Fragment, useState } from 'react';
import { SourcePicker } from '#features/clean/SourcePicker.tsx';
import { useCanEdit } from '#features/team/space.ts';
import { call } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { ListStates } from '#ui/ListStates.tsx';
import { confirmBox } from '#ui/message-box.ts';
import { workTime } from './box-time.ts';
import { RecipeDialog } from './RecipeDialog.tsx';
import styles from './Box.module.css';

type Props = { project_id: string; tools: BoxTool[]; given: Material[]; onAdded: () => void };

/** Tools in a row, under a name: run by hand, or on what comes into a folder. */
export function RecipeList({ project_id, tools, given, onAdded }: Props) {
  const canEdit = useCanEdit();
  const recipes = useCall('box.recipes', { project_id });
  const [edited, setEdited] = useState<BoxRecipe | 'new' | null>(null);
  const [running, setRunning] = useState<BoxRecipe | null>(null);
  const run = useSend('box.addRecipe', { refresh: ['task.list'] });
  const remove = useSend('box.deleteRecipe', { refresh: ['box.recipes'] });
  const start = async ({ recipe_id, recipe_name, steps }: BoxRecipe, materials: Material[]) => {
    const material_ids = materials.map(({ material_id }) => material_id);
    const wish = { project_id, tools: steps.map(({ tool }) => tool), material_ids };
    const { notes } = await call('box.estimate', wish);
    const question = { title: `用「${recipe_name}」处理？`, text: notes.join('；'), ok_label: '开始处理' };
    if (notes.length > 0 && !(await confirmBox(question))) return;
    await run.mutateAsync({ recipe_id, material_ids });
    showToast('success', `已开始处理 ${material_ids.length} 个素材，完成后在下面和素材库里`);
    onAdded();
  };
  const drop = async ({ recipe_id, recipe_name }: BoxRecipe) => {
    const title = `删除配方「${recipe_name}」？`;
    const text = '文件夹不再自动处理；已经处理好的素材不受影响。';
    if (await confirmBox({ title, text, ok_label: '删除', is_danger: true })) await remove.mutateAsync({ recipe_id });
  };
  return (
    <section aria-label="配方">
      <div className={styles['heading']}>
        <h2>配方</h2>
        {canEdit && (
          <Button size="small" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setEdited('new')}>
            新建配方
          </Button>
        )}
      </div>
      <ListStates
        query={recipes}
        isEmpty={(all) => all.length === 0}
        empty={
          <p className={styles['about']}>
            把几个工具串起来存成配方，比如 去静音 → 换画幅 → 人声降噪；还可以让文件夹里新上传的素材自动处理。
          </p>
        }
      >
        {(all) => (
          <ul className={styles['recipes']}>
            {all.map((recipe) => {
              const fits = given.filter(({ material_type }) => recipe.takes.includes(material_type));
              const used = toolsOf(recipe, tools);
              return (
                <li key={recipe.recipe_id}>
                  <div>
                    <b>{recipe.recipe_name}</b>
                    <span className={styles['chain']}>
                      {used.map((tool, n) => (
                        <Fragment key={`${tool.tool} ${n}`}>
                          {n > 0 && <ArrowRightOutlined aria-label="然后" />}
                          <i>{tool.name}</i>
                        </Fragment>
                      ))}
                    </span>
                    {recipe.dirs.length > 0 && (
                      <small>
                        自动处理上传到{recipe.dirs.map(({ dir_name }) => `「${dir_name}」`).join('')}的素材
                        {recipe.run_count > 0 && `，已处理 ${recipe.run_count} 个`}
                      </small>
                    )}
                  </div>
                  {canEdit && (
                    <span>
                      <Button
                        type="primary"
                        disabled={given.length > 0 && fits.length === 0}
                        onClick={() =>
                          fits.length > 0 ? void start(recipe, fits).catch(() => {}) : setRunning(recipe)
                        }
                      >
                        {fits.length > 0 ? `处理这 ${fits.length} 个，预计 ${workTime(used, fits)}` : '选素材处理'}
                      </Button>
                      <Button onClick={() => setEdited(recipe)}>修改</Button>
                      <Button type="text" danger onClick={() => void drop(recipe).catch(() => {})}>
                        删除
                      </Button>
                    </span>
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </ListStates>
      {edited && (
        <RecipeDialog
          project_id={project_id}
          tools={tools}
          recipe={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {running && (
        <SourcePicker
          project_id={project_id}
          title={`用「${running.recipe_name}」处理`}
          kinds={(['video', 'image', 'audio'] as const).filter((kind) => running.takes.includes(kind))}
          with_ai
          onPick={(materials) => void start(running, materials).catch(() => {})}
          onClose={() => setRunning(null)}
        />
      )}
    </section>
  );
}

function toolsOf({ steps }: BoxRecipe, tools: BoxTool[]): BoxTool[] {
  return steps.flatMap(({ tool }) => tools.find((one) => one.tool === tool) ?? []);
}
