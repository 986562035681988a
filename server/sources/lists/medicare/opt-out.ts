import { dayOf } from '../../cells.ts'
import type { SourceList } from '../../source-list.ts'
import { federal, flagOf, npiRefusal } from './fields.ts'

/** One row for each affidavit, so that an NPI has several. Those that ended stay in the file. */
export const cmsOptOut: SourceList<'medicare'> = {
  ...federal,
  name: 'cms-opt-out',
  title: 'CMS Opt Out Affidavits',
  layouts: [['First Name', 'Last Name', 'NPI', 'Optout Effective Date', 'Optout End Date']],
  page: 'https://data.cms.gov/provider-characteristics/medicare-provider-supplier-enrollment/opt-out-affidavits',
  rhythmDays: 31,
  read(fields) {
    const npi = fields('NPI')
    const [since, until] = [dayOf(fields('Optout Effective Date')), dayOf(fields('Optout End Date'))]
    const mayOrderAndRefer = flagOf(fields('Eligible to Order and Refer'))
    const refusal = npiRefusal(npi)
    if (refusal !== undefined) return refusal
    if (since === undefined || since === null) return { refused: 'Optout Effective Date: expected a day' }
    if (until === undefined) return { refused: 'Optout End Date: expected a day' }
    if (mayOrderAndRefer === undefined) return { refused: 'Eligible to Order and Refer: expected Y or N' }
    return [{ fact: 'opt_out', npi, since, until, mayOrderAndRefer }]
  },
}
