/** Test mode: test keys are answered from invented data, and verifications made with them decide themselves. */
import type { rejectionReasons } from './verification-words.ts'

export const keyModes = ['live', 'test'] as const

export type KeyMode = (typeof keyModes)[number]

/** How keys of each mode begin. Live keys made before the mode was part of them begin with pdx_ alone. */
export const keyPrefixes = { live: 'pdx_live_', test: 'pdx_test_' } as const satisfies Record<KeyMode, string>

/** The header that every answer to a test key bears, and no other answer. */
export const modeHeader = 'Praxidex-Mode'

type Reason = (typeof rejectionReasons)[number]['value']

export type TestOutcome = { status: 'approved' } | { status: 'rejected'; reason: Reason } | { status: 'pending' }

/** People of the sample registry, and what becomes of a verification of theirs in test mode. */
export const testNpis: readonly ({ npi: string; name: string } & TestOutcome)[] = [
  { npi: '2798373900', name: 'James Treborough', status: 'approved' },
  { npi: '2742645825', name: 'Jennifer Edgeholm', status: 'rejected', reason: 'Image is not clear' },
  { npi: '2214781785', name: 'Andrew Johnson', status: 'rejected', reason: 'Credentials expired' },
  { npi: '2845971433', name: 'David Huntham', status: 'rejected', reason: 'Information does not match' },
  { npi: '2421433006', name: 'Mary Hartdale', status: 'rejected', reason: 'Document appears altered' },
  { npi: '2575461589', name: 'Gregory Whitstein', status: 'rejected', reason: 'Wrong credential type' },
  { npi: '2331263055', name: 'Jessica Mendoza', status: 'pending' },
]

/** Of other NPIs: a person of the sample registry is approved, whatever else is not. */
export function testOutcomeOf(npi: string, isPerson: boolean): TestOutcome {
  const documented = testNpis.find((one) => one.npi === npi)
  if (documented !== undefined) return documented
  return isPerson ? { status: 'approved' } : { status: 'rejected', reason: 'Information does not match' }
}

export function decisionText(outcome: TestOutcome): string {
  switch (outcome.status) {
    case 'approved':
      return 'Approved'
    case 'rejected':
      return `Rejected: ${outcome.reason}`
    case 'pending':
      return 'Stays pending until you withdraw it'
  }
}
