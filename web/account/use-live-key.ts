/** Keeps the user's API key current: another tab or machine may replace it. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CallError, call } from '../api/call.ts'
import { currentToken } from '../api/tokens.ts'
import { userQuery } from '../api/user.tsx'

const channelName = 'api-key'

export function announceNewKey(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(null)
  channel.close()
}

/** Fetches the user again when another tab has made a new key, or when a call shows that the key no longer works. */
export function useLiveKey(): void {
  const client = useQueryClient()
  useEffect(() => {
    const readAgain = () => void readUserAgain(client)
    const look = ({ type, action }: { type: string; action?: { type: string; error?: unknown } }) => {
      if (type === 'updated' && action?.type === 'error' && isOfDeadKey(action.error)) readAgain()
    }
    const channel = new BroadcastChannel(channelName)
    channel.onmessage = readAgain
    const stops = [client.getQueryCache().subscribe(look), client.getMutationCache().subscribe(look)]
    return () => {
      channel.close()
      for (const stop of stops) stop()
    }
  }, [client])
}

function isOfDeadKey(error: unknown): boolean {
  return error instanceof CallError && (error.code === 'key_revoked' || error.code === 'key_unknown')
}

/** In the background, so a failure leaves the user as it was. */
async function readUserAgain(client: QueryClient): Promise<void> {
  const { queryKey } = userQuery(currentToken())
  const user = await call('GET /me', {}).catch(() => undefined)
  if (user !== undefined) client.setQueryData(queryKey, user)
}
