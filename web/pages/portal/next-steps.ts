/** What to do after a rejection, for each reason that the contract knows. */
import { rejectionReasons } from '#contract/verification-words'

type Reason = (typeof rejectionReasons)[number]['value']

const steps: Record<Reason, string> = {
  'Image is not clear':
    'The photo could not be read. Lay the document flat in good light, take in all four corners, and upload a sharper one.',
  'Credentials expired': 'The date on the document is over. Renew it with your board, then upload the new one.',
  'Information does not match':
    'The name or number on the document is not what you entered or what the registry has. Check both, and have the registry changed first if it is out of date.',
  'Document appears altered': 'Upload a photo of the document itself, without crops, filters or marks.',
  'Wrong credential type':
    'The document shows another credential than you chose. Choose the one it shows, or upload the document of the other.',
}

/** What to do next, in a sentence or two; undefined for a reason of which nothing is known. */
export function nextStep(reason: string): string | undefined {
  const known = rejectionReasons.find(({ value }) => value === reason)
  return known === undefined ? undefined : steps[known.value]
}
