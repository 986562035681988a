/** The words by which the two areas differ on the account pages. */
import { productName } from '#contract/product'
import type { Area } from '../../api/tokens.ts'

interface AreaWords {
  title: string
  /** Which account this is, for those who came to the wrong door. */
  who: string
  otherArea: Area
  otherWords: string
}

export const areaWords: Record<Area, AreaWords> = {
  api: {
    title: productName,
    who: 'For developers who use the API.',
    otherArea: 'portal',
    otherWords: 'Are you a clinician? Go to My Verifications',
  },
  portal: {
    title: 'My Verifications',
    who: 'For clinicians who have their credentials verified.',
    otherArea: 'api',
    otherWords: `Are you a developer? Go to ${productName}`,
  },
}
