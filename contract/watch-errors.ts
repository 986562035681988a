/** Errors of rosters, part of the table in errors.ts. */
import { rostersMax } from './limits.ts'
import { plain } from './plain-error.ts'

export const watchErrors = {
  roster_not_found: plain(404, 'The account has no roster with this id.'),
  rosters_full: plain(409, `An account can have ${rostersMax} rosters; delete one first.`),
  members_full: {
    status: 409,
    sentence: (d: { plan: string; limit: number; got: number }) =>
      `The ${d.plan} plan allows ${d.limit.toLocaleString('en-US')} members in all rosters together; with these there would be ${d.got.toLocaleString('en-US')}.`,
  },
} as const
