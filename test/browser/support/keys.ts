import type { APIRequestContext } from '@playwright/test'
import type { Account } from './test.ts'

/** The API key of an account. */
export async function keyOf(request: APIRequestContext, { token }: Account): Promise<string> {
  const me = await request.get('/me', { headers: { authorization: `Bearer ${token}` } })
  const { apiKey } = await me.json()
  return apiKey
}
