import type { LicenseRow, PersonName } from '#server/sources/source-list'

/** All that a row of a license roll says, in one line. */
export function shownLicense(row: LicenseRow): string {
  const days = [row.issuedOn, row.expiresOn].some((day) => day !== null) ? `${row.issuedOn} to ${row.expiresOn}` : ''
  const discipline = row.discipline === null ? '' : `${row.discipline} (${row.disciplinedOn})`
  const others = row.otherNames.length === 0 ? '' : `also ${row.otherNames.map(shownName).join(' and ')}`
  return [
    `${row.profession} ${row.number}`,
    shownName(row.name),
    `${row.status} (${row.statusText})`,
    days,
    discipline,
    others,
  ]
    .filter((part) => part !== '')
    .join(' | ')
}

function shownName({ last, first, middle, suffix }: PersonName): string {
  return [`${last}${suffix === '' ? '' : ` ${suffix}`}, ${first}`, middle].filter((part) => part !== '').join(' ')
}
