import { guideAt } from '../../../build/documentation/documented.ts'

/** Worked out when the web app is built. */
export const content = guideAt('/documentation/fhir')
