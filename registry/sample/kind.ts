/** What follows from a taxonomy code for a provider who has it: worked out once for each code. */
import { type Credential, credentialsOf } from './credentials.ts'
import type { NonEmpty } from './non-empty.ts'
import { nameEndingsOf } from './organization-taxonomies.ts'
import { type ReadyText, ready } from './ready.ts'

export interface Kind {
  code: ReadyText
  /** The field of care; undefined for those whose people and organizations keep to themselves. */
  field: string | undefined
  /** Whether individuals are called doctor. */
  isDoctor: boolean
  /** Undefined where individuals have none. */
  credentials: NonEmpty<Credential> | undefined
  /** What the names of organizations end in. */
  nameEndings: NonEmpty<ReadyText>
  isHospital: boolean
  /** Whether organizations may be groups of physicians or therapists. */
  isGroup: boolean
}

export function kindOf(code: string): Kind {
  return {
    code: ready(code),
    field: fieldOf(code),
    isDoctor: /^(20|12)/.test(code),
    credentials: credentialsOf(code),
    nameEndings: nameEndingsOf(code),
    isHospital: code.startsWith('28'),
    isGroup: /^[12]0/.test(code),
  }
}

/** Fields in which people work at an organization, by the beginning of a taxonomy code; the longest beginning counts. */
const fields: readonly (readonly [codeBeginning: string, field: string])[] = [
  ['12', 'teeth'],
  ['261QD', 'teeth'],
  ['152', 'eyes'],
  ['332H', 'eyes'],
  ['111', 'back'],
  ['213', 'feet'],
  ['225', 'therapy'],
  ['235', 'therapy'],
  ['261QP20', 'therapy'],
  ['183', 'pharmacy'],
  ['3336', 'pharmacy'],
  ['10', 'mind'],
  ['251S', 'mind'],
  ['261QM0', 'mind'],
  ['2084P', 'mind'],
  ['16', 'medicine'],
  ['193', 'medicine'],
  ['20', 'medicine'],
  ['261', 'medicine'],
  ['28', 'medicine'],
  ['36', 'medicine'],
  ['39', 'medicine'],
]

function fieldOf(code: string): string | undefined {
  let longest = 0
  let found: string | undefined
  for (const [beginning, field] of fields) {
    if (beginning.length <= longest || !code.startsWith(beginning)) continue
    longest = beginning.length
    found = field
  }
  return found
}
