/** Lists of exclusions for tests, in OIG's layout. */

const header =
  'LASTNAME,FIRSTNAME,MIDNAME,BUSNAME,GENERAL,SPECIALTY,UPIN,NPI,DOB,ADDRESS,CITY,STATE,ZIP,EXCLTYPE,EXCLDATE,REINDATE,WAIVERDATE,WVRSTATE'

interface TestExclusion {
  last?: string
  first?: string
  business?: string
  npi?: string
  born?: string
  state?: string
  type?: string
  on?: string
  reinstated?: string
  waiver?: string
}

/** One line of the list; what is not given is as in most rows. */
export function exclusionLine(one: TestExclusion): string {
  const { last = '', first = '', business = '', npi = '0000000000', born = '', state = 'NY', type = '1128a1' } = one
  const { on = '20200319', reinstated = '00000000', waiver = '' } = one
  const place = ['1 SAMPLE ST', 'ALBANY', state, '12201']
  const fields = [
    last,
    first,
    '',
    business,
    'OTHER',
    '',
    '',
    npi,
    born,
    ...place,
    type,
    on,
    reinstated,
    '00000000',
    waiver,
  ]
  return fields.map((field) => `"${field}"`).join(',')
}

/** The file with these lines. */
export function exclusionFile(lines: readonly string[]): string {
  return `${[header, ...lines].join('\r\n')}\r\n`
}

/** One line of California's list, which has license numbers. */
export function suspendedLine(last: string, first: string, number: string): string {
  return `${last},${first},,,,Physician,${number},N/A,05/20/2025`
}

export function suspendedFile(lines: readonly string[]): string {
  const names = 'Last Name,First Name,Middle Name,A/K/A-Also Known As D/B/A-Doing Business as,Address(es)'
  return `${[`${names},Provider Type,License Number,Provider Number,Date of Suspension`, ...lines].join('\n')}\n`
}

/** So many lines of nobody in particular; every tenth has an NPI, as in the real list. */
export function manyLines(count: number): string[] {
  return Array.from({ length: count }, (_, n) =>
    exclusionLine({
      last: `ONE${letters(n)}`,
      first: 'SOME',
      ...(n % 10 === 0 && { npi: String(1_000_000_000 + n) }),
      born: '19600101',
    }),
  )
}

function letters(n: number): string {
  return [...String(n)].map((digit) => String.fromCharCode(65 + Number(digit))).join('')
}
