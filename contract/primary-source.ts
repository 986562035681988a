/** Whether a board's list answered about the license, in the words of share pages, portal and desk. */
import type { Check } from './verifications.ts'

/** What the titles of invented lists begin with. */
export const sampleTitle = 'Sample of '

/** Why the checks are no primary-source verification; undefined where they are one. */
export function primarySourceGap(checks: readonly Check[]): string | undefined {
  const check = checks.find(({ code }) => code === 'license.active')
  const not = 'This is not a primary-source verification: '
  if (check === undefined || check.result === 'unknown') return `${not}no state board was asked about the license.`
  if (check.source.name.startsWith(sampleTitle)) return `${not}the list that was asked is invented.`
  return check.result === 'warning' ? `${not}the state board’s list leaves a doubt about the license.` : undefined
}
