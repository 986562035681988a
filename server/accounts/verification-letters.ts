/** How many letters that verify an address one account may cause: each goes to whatever address it names. */
import { verificationLettersPerHour } from '#contract/limits'
import { hourSeconds } from '../platform/times.ts'
import type { AttemptRule } from './attempts.ts'

/** The subject is the account. */
export const verificationLetters: AttemptRule = {
  name: 'verification-letter',
  what: 'letters to verify an address',
  limit: verificationLettersPerHour,
  windowSeconds: hourSeconds,
}
