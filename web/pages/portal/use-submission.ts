/** Sends a request and tells how far it is. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Output } from '../../api/call.ts'
import { upload } from '../../api/upload.ts'

type Body = { npi: string; credential: 'RN' | 'MD' | 'DO'; image: string }

/**
 * `send` answers the new request, or throws a CallError. As long as the same is sent again it bears the same key, so that a request
 * whose answer was lost is not made twice. `sent` is the share that is on its way, undefined when nothing is.
 */
export function useSubmission(apiKey: string) {
  const client = useQueryClient()
  const [sent, setSent] = useState<number>()
  const last = useRef<{ body: string; key: string }>(undefined)
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])

  async function send(content: Body): Promise<Output<'POST /api/verifications'>> {
    const body = { ...content, type: 'personal' } as const
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
      // Whatever became of it: a request whose answer was lost is on the list.
      client.invalidateQueries({ queryKey: ['GET /api/verifications'] })
    }
  }
  return { send, sent, stop: () => abort.current?.abort() }
}

/** 128 random bits. (`crypto.randomUUID` is missing where the page came without encryption.) */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
