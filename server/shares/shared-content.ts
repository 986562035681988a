/** What a share shows of verifications: as it is when the clinician makes it. */
import { endOfDayText } from '#contract/days'
import type { SharedCredential } from '#contract/share-endpoints'
import { sharedChecks } from '#contract/shared-checks'
import type { Registry } from '#registry/search/query'
import type { SharedContent } from '../platform/database/tables.ts'
import type { Approval } from '../verifications/account-verifications.ts'
import { type RegistryEntry, readRegistry } from '../verifications/registry-facts.ts'

/** The approvals of an account are all for one NPI. */
export function sharedContent(
  registry: Registry,
  approvals: readonly [Approval, ...Approval[]],
  showsLicense: boolean,
): SharedContent {
  const [{ npi }] = approvals
  const entry = readRegistry(registry, npi)
  const { facts } = entry
  return {
    name: facts?.kind === 'individual' ? facts.name : null,
    npi,
    credentials: approvals.map((approval) => sharedCredential(approval, entry, showsLicense)),
  }
}

function sharedCredential(
  { credential, decidedAt, expiresAt, checks }: Approval,
  { facts, sourceDate, isSample }: RegistryEntry,
  showsLicense: boolean,
): SharedCredential {
  if (decidedAt === null || expiresAt === null)
    throw new Error('An approval has no day on which it was decided or ends.')
  const license = showsLicense ? facts?.licenses[0] : undefined
  const source = { name: isSample ? 'Sample registry (fictional)' : 'NPPES (CMS)', date: sourceDate }
  return {
    credential,
    status: 'approved',
    verifiedOn: decidedAt.toISOString().slice(0, 10),
    validUntil: endOfDayText(expiresAt).slice(0, 10),
    ...(license !== undefined && { license: { ...license, source } }),
    checks: sharedChecks(checks, showsLicense),
  }
}
