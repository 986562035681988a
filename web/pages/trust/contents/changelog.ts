import { changelogEntries } from '../../../build/trust/changelog.ts'

/** Worked out when the web app is built. */
export const entries = changelogEntries().map(({ html: _, ...entry }) => entry)
