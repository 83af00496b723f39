import type { Material } from '@mixreel/contract';
import { useEffect, useState } from 'react';
import { downloadAddress } from '#lib/start-download.ts';

type Sizes = Record<string, { width: number; height: number }>;

/** The pictures with their sizes. What was uploaded a moment ago is not measured yet: there the browser looks. */
export function useSizes(pictures: Material[]): Material[] {
  const [sizes, setSizes] = useState<Sizes>({});
  useEffect(() => {
    const unknown = pictures.filter(
      ({ material_id, source_info }) => source_info.width === null && !sizes[material_id],
    );
    for (const { material_id, cdn_url } of unknown) {
      const image = new Image();
      image.addEventListener('load', () => {
        const { naturalWidth: width, naturalHeight: height } = image;
        setSizes((now) => ({ ...now, [material_id]: { width, height } }));
      });
      if (cdn_url) image.src = downloadAddress(cdn_url);
    }
  }, [pictures, sizes]);
  return pictures.map((one) => ({ ...one, source_info: { ...one.source_info, ...sizes[one.material_id] } }));
}
