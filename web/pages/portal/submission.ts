/** Sends a request, and says why it was refused. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type CredentialType, credentialTypes } from '#contract/verification-words'
import type { Verification } from '#contract/verifications'
import { CallError, errorText } from '../../api/call.ts'
import { upload } from '../../api/upload.ts'
import { dayText } from '../../ui/format.ts'

interface Request {
  npi: string
  credential: CredentialType
  image: string
  licenseNumber?: string
  licenseState?: string
}

/**
 * `send` resolves to the new request, or throws a CallError. The same request carries the same idempotency key when it
 * is sent again, so that one whose answer was lost is not made twice. `sent` is the share that was sent, undefined when
 * nothing is being sent.
 */
export function useSubmission(apiKey: string) {
  const client = useQueryClient()
  const [sent, setSent] = useState<number>()
  const last = useRef<{ body: string; key: string }>(undefined)
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  const send = async (request: Request) => {
    const body = { ...request, type: 'personal' } as const
    const text = JSON.stringify(body)
    if (last.current?.body !== text) last.current = { body: text, key: randomKey() }
    abort.current = new AbortController()
    setSent(0)
    try {
      return await upload(
        'POST /api/verifications',
        { body },
        { apiKey, idempotencyKey: last.current.key, onProgress: setSent, signal: abort.current.signal },
      )
    } finally {
      setSent(undefined)
      // Also after a failure: a request whose answer was lost is on the list.
      client.invalidateQueries({ queryKey: ['GET /api/verifications'] })
    }
  }
  return { send, sent, stop: () => abort.current?.abort() }
}

/** 128 random bits; `crypto.randomUUID` is missing on a page without TLS. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The server's sentence; a request that is already pending is named by its credential instead of its id. */
export function refusalWords(
  error: unknown,
  { npi, credential }: Pick<Request, 'npi' | 'credential'>,
  pending: readonly Verification[],
): string {
  if (!(error instanceof CallError) || error.code !== 'verification_pending') {
    return errorText(error, 'Failed to submit verification request')
  }
  const same = pending.find((request) => request.npi === npi && request.credentials.includes(credential))
  const since = same === undefined ? '' : `, submitted on ${dayText(same.createdAt)}`
  return `You already have a request for ${credentialTypes[credential]} with NPI ${npi}${since}. It’s waiting for review, so there’s nothing more to do.`
}
