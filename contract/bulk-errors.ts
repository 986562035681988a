/** Errors of batches and exports, part of the table in errors.ts. */
import { exportsMax, exportsUnderWayMax } from './limits.ts'

/** Positions that a sentence names; the answer's member has as many as NPIs were sent. */
const positionsNamed = 10

export const bulkErrors = {
  npis_malformed: {
    status: 400,
    sentence: (d: { positions: readonly number[]; expected: string; got: string }) => {
      const [first, ...others] = d.positions
      const named = others.slice(0, positionsNamed).map((position) => `npis[${position}]`)
      const rest = others.length - named.length
      const also = rest > 0 ? [...named, `${rest} more`] : named
      return `npis[${first}]: expected ${d.expected}; got ${d.got}.${
        also.length === 0 ? '' : ` Also wrong: ${also.join(', ')}.`
      }`
    },
    members: (d: { positions: readonly number[] }) => ({ positions: d.positions }),
  },
  quota_short: {
    status: 402,
    sentence: (d: { needed: number; left: number; until: string }) =>
      `This takes ${count(d.needed)} of your plan, which has ${count(d.left)} left until ${d.until}; nothing was done or counted.`,
    members: (d: { needed: number; left: number }) => ({ callsNeeded: d.needed, callsLeft: d.left }),
  },
  exports_not_in_plan: {
    status: 403,
    sentence: (d: { what: 'An export' | '$export'; plan: string; plans: readonly string[] }) =>
      `${d.what} takes the ${d.plans.join(' or ')} plan; this account is on ${d.plan}.`,
  },
  exports_under_way: {
    status: 409,
    sentence: () =>
      `An account can have ${exportsUnderWayMax} exports in progress at a time; wait for one to finish, or cancel one.`,
  },
  exports_full: {
    status: 409,
    sentence: () => `An account can have ${exportsMax} exports; delete one, or wait until one expires.`,
  },
  export_not_found: {
    status: 404,
    sentence: () => 'This export doesn’t exist, or it has expired.',
  },
  export_link_invalid: {
    status: 404,
    sentence: () => 'This link has expired or isn’t valid; GET /api/exports/{id} has a new one.',
  },
  downloads_busy: {
    status: 503,
    retryAfterSeconds: 5,
    sentence: () => 'Too many exports are being downloaded; try again in a few seconds.',
  },
} as const

function count(calls: number): string {
  return `${calls.toLocaleString('en-US')} ${calls === 1 ? 'call' : 'calls'}`
}
