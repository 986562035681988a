/** OIG's list of people and organizations excluded from federal health programs, monthly, with supplements between. */
import { hasValidCheckDigit } from '#registry/npi'
import type { ExclusionRow, Refusal, SourceList } from '../../source-list.ts'
import { isDay } from '../../source-list.ts'

const leieColumns = [
  'LASTNAME',
  'FIRSTNAME',
  'MIDNAME',
  'BUSNAME',
  'GENERAL',
  'SPECIALTY',
  'UPIN',
  'NPI',
  'CITY',
  'STATE',
  'EXCLTYPE',
  'EXCLDATE',
  'REINDATE',
  'WVRSTATE',
] as const

export const oigLeie: SourceList<'exclusion'> = {
  kind: 'exclusion',
  name: 'oig-leie',
  title: 'OIG exclusion list (LEIE)',
  state: null,
  layouts: [leieColumns],
  fileName: /updated|(^|\/)leie|\d{4}(excl|rein)/i,
  supplementName: /(^|\/)\d{4}(excl|rein)\.csv$/i,
  address: 'https://oig.hhs.gov/exclusions/downloadables/UPDATED.csv',
  page: 'https://oig.hhs.gov/exclusions/exclusions_list.asp',
  rhythmDays: 31,
  terms: 'A work of the United States government, in the public domain.',
  wholeRollOf: [],
  read(fields) {
    const npi = fields('NPI')
    if (!/^(\d{10})?$/.test(npi)) return { refused: 'NPI: expected ten digits' }
    const since = dayOf(fields('EXCLDATE'))
    if (since === undefined || since === null) return { refused: 'EXCLDATE: expected a day as yyyymmdd' }
    const until = dayOf(fields('REINDATE'))
    if (until === undefined) return { refused: 'REINDATE: expected a day as yyyymmdd' }
    const basis = fields('EXCLTYPE')
    if (basis === '') return { refused: 'EXCLTYPE: expected a section of the law' }
    return rowOf(fields, { npis: hasValidCheckDigit(npi) ? [npi] : [], basis, since, until })
  },
}

type Rest = Pick<ExclusionRow, 'npis' | 'basis' | 'since' | 'until'>

function rowOf(fields: (column: string) => string, rest: Rest): ExclusionRow[] | Refusal {
  const [last, first, organization] = [fields('LASTNAME'), fields('FIRSTNAME'), fields('BUSNAME')]
  if (last === '' && first === '' && organization === '') return { refused: 'LASTNAME, BUSNAME: expected a name' }
  const isPerson = last !== '' || first !== ''
  return [
    {
      ...rest,
      name: isPerson ? { last, first, middle: fields('MIDNAME'), suffix: '' } : null,
      organization: organization || null,
      otherNames: [],
      licenseNumbers: [],
      city: fields('CITY') || null,
      state: fields('STATE') || null,
      waiverState: fields('WVRSTATE') || null,
    },
  ]
}

/** As yyyy-mm-dd; null for none, undefined for what is no day. */
function dayOf(text: string): string | null | undefined {
  if (/^0*$/.test(text)) return null
  const day = text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  return isDay(day) ? day : undefined
}
