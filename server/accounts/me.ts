import type { z } from 'zod'
import type { Api } from '#contract/api'
import type { Verb } from '../http/verb.ts'
import { isReplaceAdvised } from '../keys/key-advice.ts'
import { showKey } from '../keys/keys.ts'
import type { Database } from '../platform/database/database.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { LimitSettings } from '../settings.ts'
import { callersAccount } from './account.ts'
import { findPendingEmail } from './email-proof-store.ts'
import { findStanding } from './second-factor/factor-store.ts'

interface ShowParts {
  database: Database
  secrets: Secrets
  settings: Pick<LimitSettings, 'adminSecondFactor'>
}

export function me(parts: ShowParts): Verb<Api['me']> {
  return async ({ caller: { accountId } }) => ({ output: await showAccount(parts, accountId) })
}

export async function showAccount(
  { database: { db }, secrets, settings }: ShowParts,
  accountId: string,
): Promise<z.output<Api['me']['output']>> {
  const { id, isAdmin, ...shown } = await callersAccount(db, accountId)
  const hasFactor = (await findStanding(db, accountId))?.hasFactor === true
  return {
    _id: id,
    ...shown,
    admin: isAdmin,
    apiKey: await showKey(db, secrets, accountId),
    pendingEmail: (await findPendingEmail(db, accountId)) ?? null,
    keyReplaceAdvised: await isReplaceAdvised(db, accountId),
    secondFactor: hasFactor ? 'on' : isAdmin && settings.adminSecondFactor === 'required' ? 'required' : 'off',
  }
}
