import { dataTerms } from '../../../build/trust/data-terms.ts'

/** Worked out when the web app is built. */
export const blocks = dataTerms()
