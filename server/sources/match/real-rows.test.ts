/**
 * Pairs made of rows of real lists, which somebody put beside the checkout; their rows are not in the project.
 *
 * True pairs: a row, and the same row as another list would write it: cut at LEIE's widths, the first name as its
 * nickname, without the hyphen, transposed, the number without prefix or leading zeros. And rows of two lists of
 * exclusions that have one NPI, which no rule of ours made.
 *
 * Different people: rows of one board that are neighbors by number, each with the name of the other and with its own;
 * namesakes within and between lists, of which number or NPI differ or one has none.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { hasValidCheckDigit } from '#registry/npi'
import nicknameTable from '../../../registry/vocabulary/nicknames.json' with { type: 'json' }
import { exclusionRow, licenseRow, nameOf } from '../../../test/support/sources/match-rows.ts'
import type { ExclusionRow, LicenseRow, PersonName } from '../source-list.ts'
import { licenseNumberKey } from './license-number.ts'
import { type Listed, matchExclusion, matchLicense } from './match.ts'

const data = sharedFolder(import.meta.dirname)
const isAbsent = data === undefined

interface BoardFile {
  file: string
  state: string
  /** Row of the header, from 0. */
  header?: number
  profession: (cell: (column: string) => string) => string
  number: string
  name: (cell: (column: string) => string) => PersonName
}

const named =
  (last: string, first: string, middle?: string): BoardFile['name'] =>
  (cell) => {
    return { last: cell(last), first: cell(first), middle: middle === undefined ? '' : cell(middle), suffix: '' }
  }
/** "First Middle Last", as several boards write a whole name. */
const whole =
  (column: string): BoardFile['name'] =>
  (cell) => {
    const words = cell(column)
      .split(' ')
      .filter((word) => word !== '')
    return { last: words.at(-1) ?? '', first: words[0] ?? '', middle: words.slice(1, -1).join(' '), suffix: '' }
  }
const prefix = (column: string) => (cell: (column: string) => string) =>
  /PN|PRACTICAL/i.test(cell(column)) ? 'LPN' : 'RN'
const always = (profession: string) => () => profession

const boards: BoardFile[] = [
  {
    file: 'AL_board-of-nursing_issued_2021_public-records.csv',
    state: 'AL',
    profession: prefix('Type2'),
    number: 'Licens No.',
    name: named('Last_name', 'First_name', 'Middle_name'),
  },
  {
    file: 'AL_board-of-nursing_reinstatement_2021_public-records.csv',
    state: 'AL',
    profession: always('RN'),
    number: 'License #',
    name: whole('Nurse Name'),
  },
  {
    file: 'AR_board-of-nursing_2021_public-records.csv',
    state: 'AR',
    header: 1,
    profession: prefix('License Type'),
    number: 'License Number',
    name: named('Last Name', 'First Name'),
  },
  {
    file: 'AR_medical-board_Baxter-county_2022-11_scraped.csv',
    state: 'AR',
    profession: (cell) =>
      cell('Name')
        .split(',')
        .at(1)
        ?.replace(/[^A-Z]/g, '') ?? '',
    number: 'License number',
    name: (cell) => whole('Name')((column) => cell(column).split(',')[0] ?? ''),
  },
  {
    file: 'AR_medical-board_directory_2025-03_scraped.csv',
    state: 'AR',
    profession: (cell) => cell('title').replace(/[^A-Z]/g, ''),
    number: 'license_id',
    name: (cell) => nameOf(cell('name').split(',').slice(0, 2).join(',')),
  },
  {
    file: 'CA_MBC_disciplinary-alert-actions_2023.csv',
    state: 'CA',
    profession: always('MD'),
    number: 'LICENSE\nNUMBER',
    name: (cell) => nameOf(cell('NAME')),
  },
  {
    file: 'CO_DORA_RN-PN_2021_public-records.csv',
    state: 'CO',
    profession: prefix('License Type Prefix'),
    number: 'License Number',
    name: named('Last Name', 'First Name', 'Middle Name'),
  },
  {
    file: 'DC_health-licensing_RN-LPN_2021_public-records.csv',
    state: 'DC',
    profession: prefix('License Type Name'),
    number: 'License Number',
    name: named('Last Name', 'First Name', 'Middle Name'),
  },
  {
    file: 'IL_IDFPR_RN-LPN_2021_public-records.csv',
    state: 'IL',
    profession: always('RN'),
    number: 'Credential Number',
    name: whole('Contact Name'),
  },
  {
    file: 'KY_board-of-nursing_2021_public-records.csv',
    state: 'KY',
    profession: always('RN'),
    number: 'KY License Number',
    name: named('Last name', 'First name', 'Middle name'),
  },
  {
    file: 'MA_BHPL_RN-temporary_2021_public-records_pipe.txt',
    state: 'MA',
    profession: always('RN'),
    number: 'license_no',
    name: whole('full_name'),
  },
  {
    file: 'ME_board-of-nursing_2021_public-records.csv',
    state: 'ME',
    profession: prefix('LicensePrefix'),
    number: 'LicenseNumber',
    name: named('LastName', 'FirstName', 'MiddleName'),
  },
  {
    file: 'NJ_board-of-nursing_LPN-new_2021_public-records.csv',
    state: 'NJ',
    profession: always('LPN'),
    number: 'LICENSE_NO',
    name: named('LAST_NAME', 'FIRST_NAME', 'MIDDLE_NAME'),
  },
  {
    file: 'VT_OPR_nursing_2021_public-records.csv',
    state: 'VT',
    profession: always('RN'),
    number: 'License Number',
    name: named('Last Name', 'First Name'),
  },
]

interface ExclusionFile {
  file: string
  listState: string | null
  header?: number
  npi: string
  license?: string
  name: BoardFile['name']
}

const exclusionFiles: ExclusionFile[] = [
  {
    file: 'leie/UPDATED_2026-07_excerpt_verbatim_dob-and-personal-address-blanked.csv',
    listState: null,
    npi: 'NPI',
    name: named('LASTNAME', 'FIRSTNAME', 'MIDNAME'),
  },
  {
    file: 'leie/DC_official-list_in-LEIE-layout_2026.csv',
    listState: 'DC',
    npi: 'NPI',
    name: named('LASTNAME', 'FIRSTNAME', 'MIDNAME'),
  },
  {
    file: 'state-medicaid-exclusions/TX_OIG_exclusions_2026.csv',
    listState: 'TX',
    npi: 'NPI',
    license: 'LicenseNumber',
    name: named('LastName', 'FirstName', 'MidInitial'),
  },
  {
    file: 'state-medicaid-exclusions/PA_medicheck_precluded_2026.csv',
    listState: 'PA',
    npi: 'IDN_NPI',
    license: 'LicenseNumber',
    name: named('NAM_LAST_PROVR', 'NAM_FIRST_PROVR', 'NAM_MIDDLE_PROVR'),
  },
  {
    file: 'state-medicaid-exclusions/CA_suspended-ineligible_2026.csv',
    listState: 'CA',
    npi: 'Provider Number',
    license: 'License Number',
    name: named('Last Name', 'First Name', 'Middle Name'),
  },
  {
    file: 'state-medicaid-exclusions/MD_sanctioned_2026.csv',
    listState: 'MD',
    npi: 'NPI',
    license: 'LICENSE NO',
    name: named('LAST NAME/ORGANIZATION', 'FIRST NAME'),
  },
  {
    file: 'state-medicaid-exclusions/KY_terminated-excluded_2026-05-28.csv',
    listState: 'KY',
    header: 2,
    npi: 'NPI',
    license: 'License',
    name: named('Last Name or Practice Name', 'First Name'),
  },
  {
    file: 'state-medicaid-exclusions/OH_suspension-exclusion_individuals_2026.csv',
    listState: 'OH',
    npi: 'NPI',
    name: named('Last Name', 'First Name', 'Middle Name'),
  },
  {
    file: 'state-medicaid-exclusions/LA_exclusions_2026-06-14.csv',
    listState: 'LA',
    header: 1,
    npi: 'NPI#',
    name: named('Last Name or Entity Name', 'First Name'),
  },
  {
    file: 'state-medicaid-exclusions/NJ_debarment_2026.csv',
    listState: 'NJ',
    npi: 'NPI',
    name: (cell) => nameOf(cell('Provider Name')),
  },
  {
    file: 'state-medicaid-exclusions/MT_terminated-excluded_2026.csv',
    listState: 'MT',
    npi: 'NPI',
    name: (cell) => nameOf(cell('Terminated/Excluded Provider(s)')),
  },
  {
    file: 'state-medicaid-exclusions/AK_excluded_2026.csv',
    listState: 'AK',
    npi: '',
    name: named('Last Name', 'First Name'),
  },
]

function cellsOf(path: string, header = 0): ((column: string) => string)[] {
  const text = readFileSync(join(data ?? '', path), 'utf8').replace(/^\uFEFF/, '')
  const records: string[][] = parse(text, {
    delimiter: path.endsWith('.txt') ? '|' : ',',
    relaxColumnCount: true,
    relaxQuotes: true,
  })
  const columns = (records[header] ?? []).map((name) => name.trim().replace(/ ?\r?\n/g, '\n'))
  return records.slice(header + 1).map((record) => (column) => {
    const cell = (record[columns.indexOf(column)] ?? '').trim()
    return /^N\/?A$/i.test(cell) ? '' : cell
  })
}

type License = Listed<LicenseRow>
type Exclusion = Listed<ExclusionRow>

function licenseRows(): License[] {
  return boards.flatMap(({ file, state, header, profession, number, name }) =>
    cellsOf(join('state-boards', file), header)
      .map((cell) =>
        licenseRow({ listState: state, profession: profession(cell), number: cell(number), name: name(cell) }),
      )
      .filter((row) => row.name.last !== '' && row.name.first !== '' && keyOf(row) !== ''),
  )
}

function exclusionRows(): Exclusion[] {
  return exclusionFiles.flatMap(({ file, listState, header, npi, license, name }) =>
    cellsOf(file, header)
      .map((cell) => {
        const npis = cell(npi)
          .split(/[^0-9]+/)
          .filter(hasValidCheckDigit)
        const number = license === undefined ? '' : cell(license)
        return exclusionRow({ listState, npis, licenseNumbers: number === '' ? [] : [number], name: name(cell) })
      })
      .filter((row) => row.name?.last !== '' && /[a-z]/i.test(row.name?.first ?? '')),
  )
}

/** Ways in which another list would write the row's name. */
const rewritings: ((name: PersonName) => PersonName)[] = [
  (name) => ({
    ...name,
    last: name.last.slice(0, 20),
    first: name.first.slice(0, 15),
    middle: name.middle.slice(0, 15),
  }),
  (name) => ({ ...name, first: nicknameOf(name.first) }),
  (name) => ({ ...name, last: name.last.replace(/[-']/g, ' ') }),
  (name) => ({ ...name, last: name.last.split('-').at(-1) ?? name.last }),
  (name) => ({ ...name, last: name.first, first: name.last }),
  (name) => ({
    ...name,
    last: name.last.toLowerCase(),
    first: name.first.toLowerCase(),
    middle: name.middle.slice(0, 1),
  }),
  (name) => ({ ...name, middle: '' }),
]

/** The name in each way that changes it. */
function rewritten(name: PersonName): PersonName[] {
  return rewritings.map((rewrite) => rewrite(name)).filter((one) => JSON.stringify(one) !== JSON.stringify(name))
}

function nicknameOf(first: string): string {
  const nicknames = new Map(Object.entries(nicknameTable.names))
  return nicknames.get(first.toLowerCase())?.split(' ')[0] ?? first
}

/** Without prefix or leading zeros: the last digits of the number, which is where all these boards have the serial. */
function bareNumber({ number, listState }: License): string {
  // Illinois and New Jersey put zeros at the end that another list keeps.
  const serial = listState === 'NJ' ? number.slice(4, 10) : (number.match(/\d+/g)?.at(-1) ?? number)
  return `${Number(listState === 'IL' ? serial.padEnd(6, '0') : serial)}`
}

const askedOf = (row: License) => ({ ...row, state: row.listState ?? '' })
const keyOf = (row: License) => licenseNumberKey(row.listState ?? '', row.number)
const fullName = ({ last, first }: PersonName) => `${last}, ${first}`.toUpperCase()

/** All pairs of rows that share a key, in one order. */
function pairsWithin<Row>(rows: readonly Row[], key: (row: Row) => string): [Row, Row][] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row])
  return [...groups.values()].flatMap((group) =>
    group.flatMap((one, at) => group.slice(at + 1).map((other): [Row, Row] => [one, other])),
  )
}

function count(items: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const item of items) counts[item] = (counts[item] ?? 0) + 1
  return counts
}

const title = (promise: string) => (isAbsent ? `${promise} (skipped: no shared data beside the checkout)` : promise)

describe.skipIf(isAbsent)(title('of rows of license rolls'), () => {
  test('all are found again as another list would write them', () => {
    const verdicts = licenseRows().flatMap((row) => {
      // A temporary license is another one without its prefix.
      const bare = row.number.includes('TEMP') ? [] : [{ ...row, number: bareNumber(row) }]
      const others = [
        ...bare,
        ...rewritten(row.name).flatMap((name) => [row, ...bare].map((one) => ({ ...one, name }))),
      ]
      return others.map((other) => matchLicense(askedOf(other), row).verdict)
    })
    expect(verdicts.length).toBeGreaterThan(21_000)
    expect(count(verdicts)).toEqual({ match: verdicts.length })
  })

  test('neighbors in number never match, nor does a person with the number of a neighbor', () => {
    const inOrder = (row: License) => `${row.listState} ${row.profession} ${keyOf(row).padStart(12, '0')}`
    const rows = licenseRows().sort((one, other) => (inOrder(one) < inOrder(other) ? -1 : 1))
    const pairs = rows
      .slice(1)
      .map((row, at): [License, License] => [rows[at] ?? row, row])
      .filter(([one, other]) => keyOf(one) !== keyOf(other) && fullName(one.name) !== fullName(other.name))
    expect(pairs.length).toBeGreaterThan(2900)
    expect(count(pairs.map(([one, other]) => matchLicense(askedOf(one), other).verdict))).toEqual({
      no_match: pairs.length,
    })
    const taken = pairs.map(([one, other]) => {
      const { listState, profession, name } = one
      return matchLicense({ ...askedOf(other), name }, { ...other, listState, profession }).verdict
    })
    expect(count(taken).match).toBeUndefined()
  })

  test('namesakes with another number never match, and are possible only without a number', () => {
    const pairs = pairsWithin(licenseRows(), ({ name }) => fullName(name)).filter(
      ([one, other]) => keyOf(one) !== keyOf(other) || one.listState !== other.listState,
    )
    expect(pairs.length).toBeGreaterThan(20)
    const verdicts = pairs.map(([one, other]) => matchLicense(askedOf(one), other).verdict)
    expect(count(verdicts)).toEqual({ no_match: pairs.length })
    const withoutNumber = pairs.map(
      ([one, other]) => matchLicense({ ...askedOf(other), ...one, number: '' }, other).verdict,
    )
    expect(count(withoutNumber).match).toBeUndefined()
  })
})

describe.skipIf(isAbsent)(title('of rows of lists of exclusions'), () => {
  test('all are found again as another list would write them, those without a number as possible', () => {
    const found = exclusionRows().flatMap((row) =>
      rewritten(row.name ?? nameOf('')).map((name) => {
        const asked = personOf(row)
        const hasNumber = row.npis.length > 0 || asked.licenses.some(({ number }) => isOfList(number))
        return `${hasNumber ? 'number' : 'name'}: ${matchExclusion({ ...asked, name }, row).verdict}`
      }),
    )
    const counts = count(found)
    expect(Object.keys(counts).sort()).toEqual(['name: possible', 'number: match', 'number: possible'])
    expect(counts['number: possible']).toBeLessThan((counts['number: match'] ?? 0) * 0.02)
    expect(counts['number: match']).toBeGreaterThan(5_500)
  })

  test('two of different lists with one NPI match', () => {
    const rows = exclusionRows().filter(({ npis }) => npis.length > 0)
    const pairs = pairsWithin(rows, ({ npis }) => npis[0] ?? '')
    expect(pairs.length).toBeGreaterThan(20)
    expect(count(pairs.map(([one, other]) => matchExclusion(personOf(one), other).verdict))).toEqual({
      match: pairs.length,
    })
  })

  test('namesakes match only with one license number', () => {
    const pairs = pairsWithin(exclusionRows(), ({ name }) => fullName(name ?? nameOf(''))).filter(
      ([one, other]) => !one.npis.some((npi) => other.npis.includes(npi)),
    )
    expect(pairs.length).toBeGreaterThan(80)
    for (const [one, other] of pairs) {
      const isSame = one.listState === other.listState && one.licenseNumbers[0] === other.licenseNumbers[0]
      const { verdict } = matchExclusion(personOf(one), other)
      if (verdict === 'match')
        expect([isSame, one.licenseNumbers.length], JSON.stringify([one, other])).toEqual([true, 1])
    }
  })

  test('none matches a namesake on a license roll but the one with the same license number', () => {
    const both = [
      ...licenseRows().map((license) => ({ license, exclusion: undefined, name: license.name })),
      ...exclusionRows().map((exclusion) => ({ license: undefined, exclusion, name: exclusion.name ?? nameOf('') })),
    ]
    const matching = pairsWithin(both, ({ name }) => fullName(name)).flatMap(([{ license }, { exclusion }]) => {
      if (license === undefined || exclusion === undefined) return []
      const { verdict } = matchExclusion({ ...license, licenses: [askedOf(license)] }, exclusion)
      return verdict === 'match' ? [`${license.number} ${exclusion.licenseNumbers}`] : []
    })
    expect(matching).toEqual(['A 71500 A71500'])
  })
})

function personOf({ name, otherNames, npis, licenseNumbers, listState }: Exclusion) {
  const licenses = licenseNumbers.map((number) => ({ state: listState ?? '', profession: '', number }))
  return { name: name ?? nameOf(''), otherNames, npi: npis[0] ?? null, licenses }
}

/** Not "None", and not one of another state, such as "MD26896 (MD)" in Pennsylvania's. */
function isOfList(number: string): boolean {
  return /\d/.test(number) && !/\((?!PA\))[A-Z]+\)/.test(number)
}

/** Data beside the checkout, or beside a folder that holds it. */
function sharedFolder(from: string): string | undefined {
  const path = join(from, 'shared/data/sources')
  if (existsSync(path)) return path
  return dirname(from) === from ? undefined : sharedFolder(dirname(from))
}
