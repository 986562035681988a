/** What a right password is answered where it is not all, as the login page hands it on. */
import type { SecondFactorMethod, SecondFactorStep } from '#contract/second-factor'
import { CallError } from '../../api/call.ts'

/** The step that a refused sign-in asks for; undefined for every other failure. */
export function secondStepOf(failure: unknown): SecondFactorStep | undefined {
  if (!(failure instanceof CallError) || failure.code !== 'second_factor_required') return undefined
  // The server that served this page writes this answer by the same contract.
  return failure.body as SecondFactorStep
}

/** The words of each way, as a button that chooses it has them. */
export const methodWords: Record<SecondFactorMethod, string> = {
  passkey: 'Use a passkey',
  code: 'Use a code from your app',
  recoveryCode: 'Use a recovery code',
}
