/** Tokens cannot be guessed, but each try costs a look-up. */
import { minuteSeconds } from '../platform/times.ts'
import type { AttemptRule } from './attempts.ts'

export const linkUses: AttemptRule = {
  name: 'link-use',
  what: 'links tried from this IP address',
  limit: 300,
  windowSeconds: minuteSeconds,
}
