import { useEffect } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { type Correction, correctAddress } from './go.ts';

/** Keeps the address of the page right: asked after every change, and again when a step to another page has ended. */
export function useCorrection(correct: Correction): void {
  const { key } = useLocation();
  useNavigation();
  useEffect(() => correctAddress(key, correct));
}
