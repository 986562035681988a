/**
 * Compares a document's text with what is on file. A check passes only when the document plainly says the same and
 * fails only when it plainly says otherwise; else it is unknown or a warning. A sentence repeats only its own field.
 */
import type { Check } from '#contract/verifications'
import { findExpiry } from './find-expiry.ts'
import { findLicense, type LicenseOnFile, readLicense } from './find-license.ts'
import { type Finding, findName } from './find-name.ts'
import { type DocumentText, segmentsOf } from './words.ts'

export interface ExpectedFields {
  /** First, middle and last name in this order. */
  names: readonly string[]
  licenses: readonly LicenseOnFile[]
  /** MD, DO or RN, which may come before a number. */
  credential: string
  today: string
  /** The earliest day that is not over everywhere in the United States, yyyy-mm-dd. */
  dayRunning: string
}

/** The document's three checks; undefined text could not be read. */
export function findFields(text: DocumentText | undefined, expected: ExpectedFields): Check[] {
  const { names, licenses, credential, today, dayRunning } = expected
  const source = { name: 'The document, as a program reads it', date: today }
  const check = (code: Check['code'], [result, sentence]: Finding): Check => ({ code, result, sentence, source })
  if (text === undefined) {
    const unread: Finding = ['unknown', 'The document could not be read automatically.']
    return [check('document.name', unread), check('document.license', unread), check('document.expiry', unread)]
  }
  const segments = segmentsOf(text)
  return [
    check('document.name', findName(segments, names)),
    check('document.license', findLicense(segments, licenses, credential)),
    check('document.expiry', findExpiry(segments, dayRunning)),
  ]
}

/** The license that the document plainly shows, with its state; undefined where it does not. */
export function shownLicense(text: DocumentText, { licenses, credential }: ExpectedFields) {
  return readLicense(segmentsOf(text), licenses, credential)
}
