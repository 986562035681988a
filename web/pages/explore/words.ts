import type { FacilityType } from '#contract/facilities'
import type { ProviderKind } from '#contract/provider-search'

export const kindWords: Record<ProviderKind, string> = {
  doctors: 'Doctors',
  individuals: 'All clinicians',
  organizations: 'Organizations',
}

const counted: Record<ProviderKind, readonly [one: string, several: string]> = {
  doctors: ['doctor', 'doctors'],
  individuals: ['clinician', 'clinicians'],
  organizations: ['organization', 'organizations'],
}

export function countedWord(kind: ProviderKind, count: number): string {
  return counted[kind][count === 1 ? 0 : 1]
}

/** Urgent care. */
export function facilityWords(type: FacilityType): string {
  return (type.slice(0, 1).toUpperCase() + type.slice(1)).replaceAll('-', ' ')
}

/** What is wrong with a search, for visitors, who typed one text: without which parameter expected what. */
export function searchProblem(sentence: string): string {
  return sentence.replace(/^\w+: expected [^;]+; /, '').replace(/^\w/, (letter) => letter.toUpperCase())
}

interface ShownAddress {
  firstLine: string
  secondLine?: string | undefined
  city: string
  state: string
  postalCode: string
}

export function addressLine({ firstLine, secondLine, city, state, postalCode }: ShownAddress): string {
  const street = [firstLine, secondLine].filter((line) => line !== undefined && line !== '')
  return `${[...street, city].join(', ')}, ${state} ${postalCode.slice(0, 5)}`
}

/** (212) 555-0101 for a number of the North American plan in E.164 form; another one as it is on file. */
export function phoneText(phone: string): string {
  return phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
}
