/** Links that prove an account's present or new address: each works for a day, and using one voids the others. */
import type { Transaction } from 'kysely'
import { confirmNewAddress, verifyAddress } from '../mail/emails/account-emails.ts'
import { queueEmail } from '../mail/queue.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { MailSettings } from '../settings.ts'
import { insertProof } from './email-proof-store.ts'
import { createToken } from './tokens.ts'

export interface ProofParts {
  secrets: Secrets
  settings: Pick<MailSettings, 'publicUrl'>
}

export async function askForProof(
  trx: Transaction<Tables>,
  { secrets, settings: { publicUrl } }: ProofParts,
  { accountId, email, isNew }: { accountId: string; email: string; isNew: boolean },
): Promise<void> {
  const { text: value, hash } = createToken()
  await insertProof(trx, { accountId, email, tokenHash: hash })
  const content = isNew ? confirmNewAddress({ publicUrl }) : verifyAddress({ publicUrl })
  await queueEmail(trx, { to: email, accountId }, content, { value, secrets })
}
