import { PictureField } from '#features/sku/PictureField.tsx';
import fields from '#ui/Fields.module.css';

type Props = {
  project_id: string;
  /** It has a picture already, which stays until another one is chosen. */
  has_own: boolean;
  onChange: (material_id: string) => void;
};

/** A picture of the library, or one that is uploaded on the spot. The cover itself shows which. */
export function CoverPictureField({ project_id, has_own, onChange }: Props) {
  return (
    <div>
      <PictureField
        label="封面图片"
        place="封面图片"
        project_id={project_id}
        known={[]}
        max={1}
        value={[]}
        onChange={(change) => {
          const [one] = change([]);
          if (one) onChange(one.material_id);
        }}
      />
      <p className={fields['hint']}>
        {has_own ? '选一张别的就换掉现在这张。' : '会铺满整个封面，比例不同的部分裁掉。'}
      </p>
    </div>
  );
}
