/**
 * Compares what was read of a document with what is on file. A check passes only when the document plainly says what is on file, and
 * fails only when it plainly says something else; whatever is read poorly, or could be read two ways, is unknown or a warning. The
 * sentences repeat the one field that they are about, never more of the document.
 */
import type { Check } from '#contract/verifications'
import { findExpiry } from './find-expiry.ts'
import { findLicense, type LicenseOnFile } from './find-license.ts'
import { type Finding, findName } from './find-name.ts'
import type { DocumentText } from './words.ts'
import { segmentsOf } from './words.ts'

export interface ExpectedFields {
  /** Every name on file, as first name, middle names, last name. */
  names: readonly string[]
  licenses: readonly LicenseOnFile[]
  /** MD, DO or RN: letters that may stand before a number. */
  credential: string
  /** The date of the reading, yyyy-mm-dd. */
  today: string
  /** The earliest day that is not over everywhere in the United States, yyyy-mm-dd. */
  dayRunning: string
}

/** The three checks of a document; undefined where it could not be read. */
export function findFields(text: DocumentText | undefined, expected: ExpectedFields): Check[] {
  const { names, licenses, credential, today, dayRunning } = expected
  const source = { name: 'The document, as a program reads it', date: today }
  const check = (code: Check['code'], [result, sentence]: Finding): Check => ({ code, result, sentence, source })
  if (text === undefined) {
    const unread: Finding = ['unknown', 'The document could not be read by a program.']
    return [check('document.name', unread), check('document.license', unread), check('document.expiry', unread)]
  }
  const segments = segmentsOf(text)
  return [
    check('document.name', findName(segments, names)),
    check('document.license', findLicense(segments, licenses, credential)),
    check('document.expiry', findExpiry(segments, dayRunning)),
  ]
}
