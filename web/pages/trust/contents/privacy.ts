import { privacy } from '../../../build/trust/privacy.ts'

/** Worked out when the web app is built. */
export const blocks = privacy()
