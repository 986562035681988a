/** Dates of feeds: RFC 822, RFC 3339 and shorter, and 2026-01-05 12:00:00. Others are ambiguous and count as none. */

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const rfc3339 = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(.*))?)?)?$/i
const rfc822 = /^(?:[a-z]+,?\s+)?(\d{1,2})\s+([a-z]{3})[a-z]*\s+(\d{4}|\d\d)(?:\s+(\d\d?):(\d\d)(?::(\d\d))?\s*(.*))?$/i

/** Hours from UTC (RFC 822). */
const zoneHours = '=0 z=0 ut=0 utc=0 gmt=0 est=-5 edt=-4 cst=-6 cdt=-5 mst=-7 mdt=-6 pst=-8 pdt=-7'
const zones = new Map(zoneHours.split(' ').map((zone) => [zone.split('=')[0], Number(zone.split('=')[1])]))

/** In UTC; null for text of another form, or for a day or time that never was. */
export function feedDate(text: string): string | null {
  const [year, month, day, hour, minute, second, zone] = partsOf(text.trim()) ?? []
  const offset = offsetMinutes(zone ?? '')
  if (year === undefined || month === undefined || offset === undefined) return null
  const parts = [Number(year), month, Number(day ?? 1), Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0)]
  // Date has no leap seconds.
  if (parts[5] === 60) parts[5] = 59
  const ms = Date.UTC(parts[0], parts[1] - 1, ...parts.slice(2))
  const moment = new Date(ms)
  const read = [moment.getUTCFullYear(), moment.getUTCMonth() + 1, moment.getUTCDate()]
  const clock = [moment.getUTCHours(), moment.getUTCMinutes(), moment.getUTCSeconds()]
  const isReal = [...read, ...clock].every((value, at) => value === parts[at])
  return isReal && parts[0] >= 1970 ? new Date(ms - offset * 60_000).toISOString() : null
}

type Parts = [year: string, month: number, ...rest: (string | undefined)[]]

function partsOf(text: string): Parts | undefined {
  const [, year, month, ...rest] = rfc3339.exec(text) ?? []
  if (year !== undefined) return [year, Number(month ?? 1), ...rest]
  const [, day, name = '', written = '', ...time] = rfc822.exec(text) ?? []
  if (day === undefined) return undefined
  return [written.length === 2 ? `20${written}` : written, months.indexOf(name.toLowerCase()) + 1, day, ...time]
}

function offsetMinutes(zone: string): number | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? []
  if (sign !== undefined) return Number(`${sign}1`) * (60 * Number(hours) + Number(minutes))
  const known = zones.get(zone.toLowerCase())
  return known === undefined ? undefined : 60 * known
}
