import { useEffect, useEffectEvent } from 'react';

/** Tells when something begins to be written, and when that ends, also by going away. */
export function useEditing(isEditing: boolean, onEditing?: (isEditing: boolean) => void): void {
  const tell = useEffectEvent((is: boolean) => onEditing?.(is));
  useEffect(() => {
    if (!isEditing) return;
    tell(true);
    return () => tell(false);
  }, [isEditing]);
}
