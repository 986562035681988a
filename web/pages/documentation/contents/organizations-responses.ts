import { responsesOf } from '../../../build/documentation/documented.ts'

/** Worked out when the web app is built. */
export const content = responsesOf('organizations')
