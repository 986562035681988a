/** Words of rosters, for server, screens and documentation. */

/** Days before the end of a license on which it is reported, the last report first. */
export const licenseNoticeDays = [7, 30, 90] as const

/** A member has the first of these that holds, but for `active`, which holds where no other does. */
export const memberStates = {
  not_watched: 'the plan allows fewer members than the account has, and others are older; it makes no events',
  pending: 'was added a moment ago, and is being compared with the lists',
  excluded: 'a list of exclusions has the NPI',
  deactivated: 'CMS deactivated the NPI',
  unknown: 'the registry does not have the NPI',
  license_expiring: `a license of the provider ends within ${licenseNoticeDays.at(-1)} days, by its board’s list`,
  active: 'none of the others',
} as const

export type MemberState = keyof typeof memberStates
