import { useCall } from '#lib/use-call.ts';
import { useStudioState } from './studio.ts';
import styles from './Sheet.module.css';

/** What the interface of a platform leaves free, over the canvas. Only on pictures that fill a phone does it lie over them. */
export function Zone() {
  const zone = useStudioState((state) => state.zone);
  const zoom = useStudioState((state) => state.zoom);
  const corner = useStudioState((state) => state.corner);
  const width = useStudioState(({ content }) => content.width);
  const height = useStudioState(({ content }) => content.height);
  const zones = useCall('sheet.zones', {}, { enabled: zone !== null, stale_ms: Infinity });
  const found = zones.data?.find(({ platform }) => platform === zone);
  if (!found) return null;
  const isPhone = height / width >= 1.6;
  const { top, bottom, left, right } = isPhone ? found : { top: 96, bottom: 96, left: 54, right: 54 };
  const [across, down] = [(width / 1080) * zoom, (height / 1920) * zoom];
  const box = {
    left: corner.x + left * across,
    top: corner.y + top * down,
    width: width * zoom - (left + right) * across,
    height: height * zoom - (top + bottom) * down,
  };
  return (
    <div className={styles['zone']} style={box} role="img" aria-label={`${found.name}的安全区`}>
      <span>{isPhone ? `${found.name}安全区` : '常用边距'}</span>
    </div>
  );
}
