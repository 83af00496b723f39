import { type ComponentProps, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { letGo, letGoWhileHidden } from '#lib/let-go.ts';

/** A video that holds no connection once nobody looks at it. Every video of the product is one. */
export function Film({ ref, children, ...rest }: ComponentProps<'video'>) {
  const own = useRef<HTMLVideoElement>(null);
  useImperativeHandle<HTMLVideoElement | null, HTMLVideoElement | null>(ref, () => own.current);
  useLayoutEffect(() => {
    const video = own.current;
    if (!video) return;
    const stopWatching = letGoWhileHidden(video);
    return () => {
      stopWatching();
      letGo(video);
    };
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- whoever shows it hands its tracks over, where there are any
    <video ref={own} {...rest}>
      {children}
    </video>
  );
}
