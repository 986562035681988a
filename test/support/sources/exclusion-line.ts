import type { ExclusionRow, PersonName } from '#server/sources/source-list'

/** A row in one line; what it says nothing of is left out. */
export function lineOf(row: ExclusionRow): string {
  const place = [row.city, row.state].filter((part) => part !== null).join(' ')
  const who = [row.name && told(row.name), row.organization && `{${row.organization}}`, ...row.otherNames.map(told)]
  const days = `${row.since ?? ''}..${row.until ?? ''}`
  const parts = [
    who.filter(Boolean).join(' + '),
    row.npis.join(' '),
    row.licenseNumbers.join(', '),
    place,
    days,
    row.basis,
  ]
  return parts.join('; ')
}

function told({ last, first, middle, suffix }: PersonName): string {
  return [last, first, middle, suffix].join('|').replace(/\|+$/, '')
}
