/** Rows of lists as the database keeps them: JSON without the names of fields, a third of the size. */
import type { AnyRow, ExclusionRow, LicenseRow, MedicareRow, PersonName, SourceKind } from './source-list.ts'

type PackedName = readonly [last: string, first: string, middle: string, suffix: string]

type PackedLicense = readonly [
  LicenseRow['profession'],
  LicenseRow['number'],
  LicenseRow['npi'],
  PackedName,
  readonly PackedName[],
  LicenseRow['status'],
  LicenseRow['statusText'],
  LicenseRow['issuedOn'],
  LicenseRow['expiresOn'],
  LicenseRow['discipline'],
  LicenseRow['disciplinedOn'],
  state?: LicenseRow['state'],
]

type PackedExclusion = readonly [
  ExclusionRow['npis'],
  PackedName | null,
  ExclusionRow['organization'],
  readonly PackedName[],
  ExclusionRow['licenseNumbers'],
  ExclusionRow['city'],
  ExclusionRow['state'],
  ExclusionRow['basis'],
  ExclusionRow['since'],
  ExclusionRow['until'],
  ExclusionRow['waiverState'],
]

export interface RowsByKind {
  license: LicenseRow
  exclusion: ExclusionRow
  medicare: MedicareRow
}

export function packRow(row: AnyRow): string {
  if ('fact' in row) return JSON.stringify(row)
  return JSON.stringify('profession' in row ? packLicense(row) : packExclusion(row))
}

/** `text` is what `packRow` made of a row of this kind. */
export const unpackers: { [Kind in SourceKind]: (text: string) => RowsByKind[Kind] } = {
  license: unpackLicense,
  exclusion: unpackExclusion,
  medicare: (text) => JSON.parse(text),
}

function packLicense(row: LicenseRow): PackedLicense {
  const { profession, number, npi, name, otherNames, status, statusText } = row
  const days = [row.issuedOn, row.expiresOn, row.discipline, row.disciplinedOn] as const
  const packed = [
    profession,
    number,
    npi,
    packName(name),
    otherNames.map(packName),
    status,
    statusText,
    ...days,
  ] as const
  return row.state === undefined ? packed : [...packed, row.state]
}

function unpackLicense(text: string): LicenseRow {
  const packed: PackedLicense = JSON.parse(text)
  const [profession, number, npi, name, otherNames, status, statusText, issuedOn, expiresOn, ...actions] = packed
  const [discipline, disciplinedOn, state] = actions
  const names = { name: unpackName(name), otherNames: otherNames.map(unpackName) }
  const rest = { status, statusText, issuedOn, expiresOn, discipline, disciplinedOn }
  return { profession, number, npi, ...names, ...rest, ...(state !== undefined && { state }) }
}

function packExclusion(row: ExclusionRow): PackedExclusion {
  const { npis, name, organization, otherNames, licenseNumbers, city, state, basis, since, until, waiverState } = row
  const names = [name && packName(name), organization, otherNames.map(packName)] as const
  return [npis, ...names, licenseNumbers, city, state, basis, since, until, waiverState]
}

function unpackExclusion(text: string): ExclusionRow {
  const packed: PackedExclusion = JSON.parse(text)
  const [npis, name, organization, otherNames, licenseNumbers, city, state, basis, since, until, waiverState] = packed
  const names = { name: name && unpackName(name), organization, otherNames: otherNames.map(unpackName) }
  return { npis, ...names, licenseNumbers, city, state, basis, since, until, waiverState }
}

const packName = ({ last, first, middle, suffix }: PersonName): PackedName => [last, first, middle, suffix]

const unpackName = ([last, first, middle, suffix]: PackedName): PersonName => ({ last, first, middle, suffix })
