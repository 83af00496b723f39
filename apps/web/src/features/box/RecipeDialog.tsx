import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import { BOX_STEPS_MAX, type BoxRecipe, boxStepsProblem, type BoxTool, type BoxToolName } from '@mixreel/contract';
import { Button, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { pathNames } from '#features/dir/dir-tree.ts';
import { showToast } from '#lib/toast.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { Field } from '#ui/Field.tsx';
import { type Options, optionsProblem, proposedOptions, ToolFields } from './ToolFields.tsx';
import styles from './Box.module.css';

type Step = { key: string; tool: BoxToolName; options: Options };
type Props = { project_id: string; tools: BoxTool[]; recipe: BoxRecipe | null; onClose: () => void };

let made = 0;
const keyOf = () => `step ${(made += 1)}`;

/** The steps of a recipe, their settings, and the folders that it looks after. */
export function RecipeDialog({ project_id, tools, recipe, onClose }: Props) {
  const [name, setName] = useState(recipe?.recipe_name ?? '');
  const [steps, setSteps] = useState<Step[]>(
    () => recipe?.steps.map(({ tool, options }) => ({ key: keyOf(), tool, options })) ?? [],
  );
  const [dir_ids, setDirIds] = useState<string[]>(() => recipe?.dirs.map(({ dir_id }) => dir_id) ?? []);
  const folders = useCall('dir.materials', { project_id });
  const save = useSend('box.saveRecipe', { refresh: ['box.recipes'] });
  const toolOf = (tool: BoxToolName) => tools.find((one) => one.tool === tool);
  const problem = problemOf(name, steps, toolOf);
  const add = (tool: BoxToolName) => {
    const found = toolOf(tool);
    if (found) setSteps((now) => [...now, { key: keyOf(), tool, options: proposedOptions(found) }]);
  };
  const move = (from: number, to: number) =>
    setSteps((now) => {
      const next = now.toSpliced(from, 1);
      return next.toSpliced(to, 0, now[from]!);
    });
  const submit = async () => {
    await save.mutateAsync({
      project_id,
      ...(recipe && { recipe_id: recipe.recipe_id }),
      recipe_name: name,
      steps: steps.map(({ tool, options }) => ({ tool, options })),
      dir_ids,
    });
    showToast('success', dir_ids.length > 0 ? '已保存，以后上传到这些文件夹的素材会自动处理' : '已保存');
    onClose();
  };
  return (
    <Modal
      open
      centered
      width={620}
      title={recipe ? '修改配方' : '新建配方'}
      okText="保存"
      cancelText="取消"
      okButtonProps={{ disabled: problem !== null, loading: save.isPending }}
      onOk={() => void submit().catch(() => {})}
      onCancel={onClose}
    >
      <Field label="名称">
        {(id) => (
          <Input
            id={id}
            value={name}
            maxLength={100}
            placeholder="例如：口播竖屏"
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <ol className={styles['steps']} data-keeps-focus>
        {steps.map((step, n) => {
          const tool = toolOf(step.tool);
          if (!tool) return null;
          const change = (options: Options) => setSteps((now) => now.with(n, { ...step, options }));
          return (
            <li key={step.key} aria-label={`第 ${n + 1} 步 ${tool.name}`}>
              <div className={styles['heading']}>
                <b>
                  {n + 1}. {tool.name}
                </b>
                <span>
                  <Button
                    type="text"
                    size="small"
                    aria-label={`${tool.name}往前`}
                    icon={<ArrowUpOutlined />}
                    disabled={n === 0}
                    onClick={() => move(n, n - 1)}
                  />
                  <Button
                    type="text"
                    size="small"
                    aria-label={`${tool.name}往后`}
                    icon={<ArrowDownOutlined />}
                    disabled={n === steps.length - 1}
                    onClick={() => move(n, n + 1)}
                  />
                  <Button
                    type="text"
                    size="small"
                    aria-label={`去掉${tool.name}`}
                    icon={<DeleteOutlined />}
                    onClick={() => setSteps((now) => now.toSpliced(n, 1))}
                  />
                </span>
              </div>
              <ToolFields project_id={project_id} tool={tool} options={step.options} onChange={change} />
            </li>
          );
        })}
      </ol>
      <Select
        className={styles['wide'] ?? ''}
        aria-label="加一步"
        placeholder="加一步…"
        showSearch={{ optionFilterProp: 'label' }}
        value={null}
        disabled={steps.length >= BOX_STEPS_MAX}
        options={tools.map(({ tool, name: label }) => ({
          value: tool,
          label,
          disabled: boxStepsProblem([...steps.map((step) => step.tool), tool]) !== null,
        }))}
        onChange={(tool: BoxToolName | null) => tool && add(tool)}
      />
      <Field label="自动处理上传到这些文件夹（和子文件夹）的素材">
        {(id) => (
          <Select
            id={id}
            className={styles['wide'] ?? ''}
            mode="multiple"
            placeholder="不自动处理，只手动用"
            notFoundContent="素材库里还没有文件夹"
            showSearch={{ optionFilterProp: 'label' }}
            value={dir_ids}
            options={pathNames(folders.data?.dirs ?? []).map(({ dir, path }) => ({ value: dir.dir_id, label: path }))}
            onChange={setDirIds}
          />
        )}
      </Field>
      <p className={styles['estimate']} role="status">
        {problem ?? '只保存最后一步的结果；分析完成后开始，已经在文件夹里的素材不处理'}
      </p>
    </Modal>
  );
}

function problemOf(name: string, steps: Step[], toolOf: (tool: BoxToolName) => BoxTool | undefined): string | null {
  if (steps.length === 0) return '至少加一步';
  const order = boxStepsProblem(steps.map(({ tool }) => tool));
  if (order) return order;
  for (const { tool, options } of steps) {
    const known = toolOf(tool);
    const problem = known && optionsProblem(known, options);
    if (problem) return `${known.name}：${problem}`;
  }
  return name.trim() === '' ? '给配方起个名字' : null;
}
