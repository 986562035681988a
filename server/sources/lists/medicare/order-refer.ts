import type { SourceList } from '../../source-list.ts'
import { federal, flagOf, npiRefusal } from './fields.ts'

const services = ['PARTB', 'DME', 'HHA', 'PMD'] as const

/** Has eligible persons only: who is not on it may still be enrolled. Files before 2024 lack hospices. */
export const cmsOrderRefer: SourceList<'medicare'> = {
  ...federal,
  name: 'cms-order-refer',
  title: 'CMS Order and Referring',
  layouts: [['NPI', 'LAST_NAME', 'FIRST_NAME', ...services]],
  page: 'https://data.cms.gov/provider-characteristics/medicare-provider-supplier-enrollment/order-and-referring',
  rhythmDays: 4,
  read(fields) {
    const npi = fields('NPI')
    const [partB, dme, hha, pmd] = services.map((service) => flagOf(fields(service)) ?? undefined)
    const hospice = flagOf(fields('HOSPICE'))
    const refusal = npiRefusal(npi)
    if (refusal !== undefined) return refusal
    if (partB === undefined || dme === undefined || hha === undefined || pmd === undefined) {
      return { refused: `${services.join(', ')}: expected Y or N` }
    }
    if (hospice === undefined) return { refused: 'HOSPICE: expected Y or N' }
    return [{ fact: 'order_refer', npi, partB, dme, hha, pmd, hospice }]
  },
}
