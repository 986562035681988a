/** The checks of an approval as a share shows them, and as the preview of one does. */
import type { CheckCode } from './verification-words.ts'
import type { Check } from './verifications.ts'

/** Whose sentences repeat license numbers. */
const licenseChecks: readonly CheckCode[] = ['licenses.on_file', 'document.license']

export function sharedChecks(checks: readonly Check[], showsLicense: boolean): Check[] {
  return (
    checks
      // Only reviewers learn what other accounts have sent.
      .filter(({ code }) => code !== 'image.seen_before')
      .map((check) => (showsLicense ? check : withoutLicense(check)))
  )
}

function withoutLicense(check: Check): Check {
  return licenseChecks.includes(check.code)
    ? { ...check, sentence: 'The clinician does not share license numbers.' }
    : check
}
