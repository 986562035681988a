/** Why a request was not made, in words for clinicians. */
import { credentialTypes } from '#contract/verification-words'
import type { Verification } from '#contract/verifications'
import { CallError, errorText } from '../../api/call.ts'
import { dayText } from '../../ui/format.ts'

interface Asked {
  npi: string
  credential: keyof typeof credentialTypes
}

/** The server's sentence, but for a request that is pending already: that one is named by what it is, not by its id. */
export function refusalWords(error: unknown, { npi, credential }: Asked, pending: readonly Verification[]): string {
  if (!(error instanceof CallError) || error.code !== 'verification_pending') {
    return errorText(error, 'Failed to submit verification request')
  }
  const same = pending.find((request) => request.npi === npi && request.credentials.includes(credential))
  const since = same === undefined ? '' : `, submitted on ${dayText(same.createdAt)}`
  return `You already have a request for ${credentialTypes[credential]} with the NPI ${npi}${since}. It waits for its review, so there is nothing more to do.`
}
