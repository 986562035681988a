/**
 * Makes a share. Its owner's account is locked meanwhile, as by a decision on one of its verifications, so that no
 * share outlives the revocation of an approval, and none is made past the limit.
 */
import { sql, type Transaction } from 'kysely'
import type { Api } from '#contract/api'
import { shareMinutesDefault, sharesActiveMax, sharesPerDayMax } from '#contract/limits'
import type { RegistrySource } from '#registry/search/follow'
import { lockAccount } from '../accounts/account.ts'
import { type AttemptParts, type AttemptRule, takeAttempt } from '../accounts/attempts.ts'
import { recordEvent } from '../audit/record.ts'
import type { Verb } from '../http/verb.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { daySeconds, minuteSeconds } from '../platform/times.ts'
import { uuidv7 } from '../platform/uuid.ts'
import { findApproval } from '../verifications/account-verifications.ts'
import { showShare } from './my-shares.ts'
import { newShareLink, passcodeHash, shlinkOf } from './share-link.ts'
import { countActive, findShares, insertShare } from './share-store.ts'
import { sharedContent } from './shared-content.ts'
import { takeEntry } from './status-entries.ts'

interface CreateParts extends AttemptParts {
  database: Database
  registry: RegistrySource
  publicUrl: string
}

type Create = Verb<Api['createShare']>
type CreateRequest = Parameters<Create>[0]

const creations: AttemptRule = {
  name: 'share-creation',
  what: 'new shares',
  limit: sharesPerDayMax,
  windowSeconds: daySeconds,
}

export function createShare(parts: CreateParts): Create {
  const { database, registry, publicUrl } = parts
  return async ({ caller: { accountId }, body, fail }) => {
    const current = registry.current() ?? fail('not_ready', { waitingFor: ['the registry'] })
    await takeAttempt(parts, creations, accountId, fail)
    const link = newShareLink()
    const id = uuidv7()
    const { passcode, recipient = null, viewsMax = null, showsLicense = false } = body
    const made = await inTransaction(database, async (trx) => {
      await lockAccount(trx, accountId)
      const approvals = await approvalsOf(trx, accountId, body.verificationIds, fail)
      if ((await countActive(trx, accountId)) >= sharesActiveMax) return fail('shares_full', undefined)
      const seconds = (body.expiresInMinutes ?? shareMinutesDefault) * minuteSeconds
      const expiresAt = sql<Date>`least(now() + ${seconds} * interval '1 second', ${endOf(approvals)}::timestamptz)`
      const entry = await takeEntry(trx, expiresAt)
      const content = sharedContent(current, approvals, showsLicense)
      await insertShare(trx, {
        accountId,
        id,
        linkHash: link.linkHash,
        passcodeHash: passcode === undefined ? null : passcodeHash(link.linkId, passcode),
        sealedKey: link.sealedKey,
        verificationIds: body.verificationIds,
        content,
        recipient,
        showsLicense,
        viewsMax,
        expiresAt,
        entry,
      })
      await recordEvent(trx, { actor: accountId, action: 'share.created', subject: id })
      const [row] = await findShares(trx, accountId, id)
      if (row === undefined) throw new Error('The share that was just made is gone.')
      return {
        row,
        name: content.name,
        isCutToApproval: row.expiresAt.getTime() < row.createdAt.getTime() + 1000 * seconds,
      }
    })
    const { row, name, isCutToApproval } = made
    const hasPasscode = passcode !== undefined
    const { expiresAt } = row
    return {
      output: {
        share: showShare(row),
        isCutToApproval,
        url: `${publicUrl}/s#${link.token}`,
        shlink: shlinkOf(publicUrl, { ...link, expiresAt, hasPasscode, name }),
        token: link.token,
      },
    }
  }
}

async function approvalsOf(
  trx: Transaction<Tables>,
  accountId: string,
  ids: readonly string[],
  fail: CreateRequest['fail'],
) {
  const approvals = []
  for (const id of ids) {
    const approval = await findApproval(trx, accountId, id)
    approvals.push(approval ?? fail('verification_not_shareable', { id }))
  }
  const [first, ...others] = approvals
  if (first === undefined) throw new Error('The contract asks for one verification at least.')
  return [first, ...others] as const
}

function endOf(approvals: readonly { expiresAt: Date | null }[]): Date {
  return new Date(Math.min(...approvals.map(({ expiresAt }) => expiresAt?.getTime() ?? 0)))
}
