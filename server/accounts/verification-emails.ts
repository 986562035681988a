/** An account's verification emails go to whatever address it names. */
import { verificationLettersPerHour } from '#contract/limits'
import { hourSeconds } from '../platform/times.ts'
import type { AttemptRule } from './attempts.ts'

export const verificationLetters: AttemptRule = {
  name: 'verification-letter',
  what: 'letters to verify an address',
  limit: verificationLettersPerHour,
  windowSeconds: hourSeconds,
}
