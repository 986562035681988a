/** What the checks against lists of primary sources say, in one place. License numbers are left to the request. */
import { stateNames } from '#registry/places/geography'
import { ageDays, type Loaded } from '../sources/ask.ts'
import { fullNameOf } from '../sources/asked-name.ts'
import type { ExclusionRow, LicenseRow } from '../sources/source-list.ts'

/** NPPES knows codes of territories and the military that have no name here. */
const stateOf = (code: string): string => stateNames.get(code) ?? code

/** A board has its words for a status; a list without any says what it means. */
const statusOf = ({ status, statusText }: LicenseRow): string => `“${statusText || status}”`

/** With a sentence for each list that is older than twice the days between two publications. */
export function withAge(sentence: string, lists: readonly Loaded[]): string {
  return [sentence, ...lists.filter(({ isStale }) => isStale).map(staleText)].join(' ')
}

export function withoutAge(sentence = ''): string {
  return sentence.replace(/ The list “[^”]*” is out of date: .*$/, '')
}

function staleText({ title, date, rhythmDays }: Loaded): string {
  const rhythm = rhythmDays === 1 ? 'every day' : `every ${rhythmDays} days`
  return `The list “${title}” is out of date: this copy is ${ageDays(date)} days old, and a new one comes out ${rhythm}.`
}

export const licenseSentences = {
  noLicense: () => 'No license number with a state is known, so no board was checked.',
  noPerson: () => 'The registry has no person under this NPI, so there is no name to compare.',
  noList: (state: string) => `No list of the licenses of ${stateOf(state)} is loaded.`,
  notInPart: (state: string) =>
    `The number is not on the list, which has only some of the licenses of ${stateOf(state)}.`,
  notOnRoll: (state: string, profession: string) =>
    `The number is not on the list, which has every ${profession} license of ${stateOf(state)}.`,
  anothers: (state: string) => `The number belongs to someone else in ${stateOf(state)}: neither name matches.`,
  possible: (row: LicenseRow, basis: string) => `Possible match: the list has ${fullNameOf(row.name)}; ${basis}.`,
  active: (state: string, { expiresOn }: LicenseRow) =>
    `The board of ${stateOf(state)} says that the license is active${expiresOn === null ? '' : ` until ${expiresOn}`}.`,
  noStatus: (state: string) => `The list of ${stateOf(state)} has the license, but not its status.`,
  ended: (state: string, row: LicenseRow) => `The board of ${stateOf(state)} says ${statusOf(row)}.`,
  expired: (state: string, { expiresOn }: LicenseRow) =>
    `The board of ${stateOf(state)} says that the license expired${expiresOn === null ? '' : ` on ${expiresOn}`}.`,
  olderThanExpiry: (date: string, { expiresOn }: LicenseRow) =>
    `The license was active until ${expiresOn}, but the list is of ${date} and cannot say whether it was renewed.`,
  contradictory: (state: string, row: LicenseRow) =>
    `The board of ${stateOf(state)} says ${statusOf(row)}, although the license’s last day is ${row.expiresOn}.`,
} as const

export const disciplineSentences = {
  noList: (state: string) => `No list that names actions of the boards of ${stateOf(state)} is loaded.`,
  notFound: (state: string) =>
    `The license was not found on the list of ${stateOf(state)}, so nothing is known about it.`,
  none: (state: string) => `The list has no action against the license in ${stateOf(state)}.`,
  listed: (state: string, row: LicenseRow) => `The board of ${stateOf(state)} lists ${actionOf(row)}.`,
  possible: (row: LicenseRow, basis: string) =>
    `Possible match: the list has ${fullNameOf(row.name)} with ${actionOf(row)}; ${basis}.`,
} as const

function actionOf({ discipline, disciplinedOn }: LicenseRow): string {
  return `an action${disciplinedOn === null ? '' : ` of ${disciplinedOn}`}: “${discipline}”`
}

/** Exclusions, and revocations of enrollment, whose lists have the same form. */
export const exclusionSentences = {
  noList: (what: string) => `No list of ${what} is loaded.`,
  none: (states: readonly string[]) => `Neither the NPI nor the name is on ${listsIn(states)}.`,
  npiAlone: (states: readonly string[]) =>
    `The NPI is not on ${listsIn(states)}. The registry has no person under it, so no name was compared.`,
  byNpi: (row: ExclusionRow) => `The list has this NPI: ${entryText(row)}.`,
  byLicense: (row: ExclusionRow, basis: string) => `The list has this license: ${entryText(row)}; ${basis}.`,
  possible: (row: ExclusionRow, basis: string, others: number) => {
    const more = others === 0 ? '' : ` The name is there ${others === 1 ? 'once' : `${others} times`} more.`
    return `Possible match: the list has ${entryText(row)}; ${basis}.${more}`
  },
} as const

function listsIn(states: readonly string[]): string {
  return states.length === 0 ? 'the list' : `the lists of ${states.join(', ')}`
}

function entryText({ organization, name, state, since, until, basis, waiverState }: ExclusionRow): string {
  const who = organization ?? `${name?.first ?? ''} ${name?.last ?? ''}`.trim()
  const parts = [
    `${who}${state === null ? '' : ` of ${state}`}`,
    since === null ? '' : `since ${since}`,
    until === null ? '' : `until ${until}`,
    waiverState === null ? '' : `with a waiver for ${waiverState}`,
  ]
  return `${parts.filter((part) => part !== '').join(', ')}${basis === '' ? '' : ` (${basis})`}`
}

export const optOutSentences = {
  noList: () => 'No list of Medicare opt-outs is loaded.',
  none: () => 'The NPI is not on the list.',
  optedOut: (since: string, until: string | null) =>
    `The person opted out of Medicare on ${since}${until === null ? '' : `, until ${until}`}.`,
} as const
