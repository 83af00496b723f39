import { AiError, PackError, PackMissing } from '@mixreel/ai';
import { ProviderError, type ProviderFailure } from '@mixreel/ai/providers';
import { AppError, type ErrorName } from '@mixreel/contract';

/** A service answered, and what it answered was no use: it is paid all the same. */
export class Wasted extends ProviderError {
  readonly spent: { amount: number; cost: number };

  constructor(error: ProviderError, spent: { amount: number; cost: number }) {
    super(error.kind, error.details, error);
    this.spent = spent;
  }
}

/** Runs something a model does; what models and packs refuse becomes a refusal that a person reads. */
export async function askModel<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw toRefusal(error) ?? error;
  }
}

const ASKERS_FAULT = ['empty-text', 'text-too-long', 'nothing-to-say', 'unknown-voice', 'bad-option', 'bad-sound'];

/** These come out the same however often they are tried; everything else may pass. */
const REFUSALS: Partial<Record<ProviderFailure, ErrorName>> = {
  'refused-content': 'ai_refused',
  unclear: 'ai_unclear',
};

/** In words for people; null for what is our own fault. */
export function toRefusal(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (error instanceof PackMissing) return new AppError('preparing', error.message);
  if (error instanceof ProviderError) return new AppError(REFUSALS[error.kind] ?? 'ai_failed', error.message);
  if (error instanceof PackError) return new AppError('ai_failed', error.message);
  if (error instanceof AiError) {
    return new AppError(ASKERS_FAULT.includes(error.kind) ? 'invalid' : 'ai_failed', error.message);
  }
  return null;
}

export function packProblem(look: () => unknown): string | null {
  try {
    look();
    return null;
  } catch (error) {
    if (error instanceof PackMissing) return error.message;
    throw error;
  }
}
