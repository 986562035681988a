/** An account's verification emails go to whatever address it names. */
import { verificationEmailsPerHour } from '#contract/limits'
import { hourSeconds } from '../platform/times.ts'
import type { AttemptRule } from './attempts.ts'

export const verificationEmails: AttemptRule = {
  name: 'verification-letter',
  what: 'letters to verify an address',
  limit: verificationEmailsPerHour,
  windowSeconds: hourSeconds,
}
