/** All migrations in the order in which they run. One that has run anywhere is never changed. */
import type { Migration } from 'kysely'
import { addAccounts } from './0001-accounts.ts'
import { addAudit } from './0002-audit.ts'
import { addMail } from './0003-mail.ts'
import { addUsage } from './0004-usage.ts'
import { addBilling } from './0005-billing.ts'
import { addRecovery } from './0006-recovery.ts'
import { addImages } from './0007-images.ts'
import { addVerifications } from './0009-verifications.ts'
import { addCallbacks } from './0010-callbacks.ts'
import { addExclusions } from './0011-exclusions.ts'
import { addDeletion } from './0012-deletion.ts'
import { addRetention } from './0013-retention.ts'
import { addLetterAccounts } from './0014-letter-accounts.ts'
import { addSecretChanges } from './0015-secret-changes.ts'
import { addDueIndexes } from './0016-due-indexes.ts'
import { dropSealedUntil } from './0017-sealed-until.ts'
import { addReplacedKeys } from './0018-replaced-keys.ts'
import { addAddressProofs } from './0019-address-proofs.ts'
import { addDevices } from './0020-devices.ts'
import { addRefusalCounts } from './0021-refusal-counts.ts'
import { addSecondFactors } from './0023-second-factors.ts'
import { moveApprovalEnds } from './0027-approval-ends.ts'
import { addInstallationFacts } from './0028-installation-facts.ts'
import { addShares } from './0029-shares.ts'
import { addSources } from './0030-sources.ts'
import { addSourceChecks } from './0033-source-checks.ts'
import { addSourceRechecks } from './0034-source-rechecks.ts'
import { addMoreKeys } from './0037-more-keys.ts'
import { indexKeyPeriods } from './0038-key-periods.ts'
import { addKeyModes } from './0039-key-modes.ts'
import { addUsageDetails } from './0042-usage-details.ts'
import { addQuotaEmails } from './0043-quota-emails.ts'
import { addStatusDays } from './0045-status.ts'
import { addOrganizationKeys } from './0047-organization-keys.ts'
import { addDesk } from './0050-desk.ts'
import { addExports } from './0053-exports.ts'
import { addWatch } from './0056-watch.ts'
import { addWebhooks } from './0060-webhooks.ts'
import { addDigests } from './0061-digests.ts'
import { addWatchVersions } from './0062-watch-versions.ts'
import { addExportRuns } from './0063-export-runs.ts'
import { addWatchLimits } from './0067-watch-limits.ts'
import { addUrgentDeliveries } from './0071-urgent-deliveries.ts'
import { addSupportRequests } from './0075-support-requests.ts'
import { addFoundEvents } from './0076-found-events.ts'
import { addDeliveryClaims } from './0077-delivery-claims.ts'

export const migrations: Record<string, Migration> = {
  '0001-accounts': { up: addAccounts },
  '0002-audit': { up: addAudit },
  '0003-mail': { up: addMail },
  '0004-usage': { up: addUsage },
  '0005-billing': { up: addBilling },
  '0006-recovery': { up: addRecovery },
  '0007-images': { up: addImages },
  '0009-verifications': { up: addVerifications },
  '0010-callbacks': { up: addCallbacks },
  '0011-exclusions': { up: addExclusions },
  '0012-deletion': { up: addDeletion },
  '0013-retention': { up: addRetention },
  '0014-letter-accounts': { up: addLetterAccounts },
  '0015-secret-changes': { up: addSecretChanges },
  '0016-due-indexes': { up: addDueIndexes },
  '0017-sealed-until': { up: dropSealedUntil },
  '0018-replaced-keys': { up: addReplacedKeys },
  '0019-address-proofs': { up: addAddressProofs },
  '0020-devices': { up: addDevices },
  '0021-refusal-counts': { up: addRefusalCounts },
  '0023-second-factors': { up: addSecondFactors },
  '0027-approval-ends': { up: moveApprovalEnds },
  '0028-installation-facts': { up: addInstallationFacts },
  '0029-shares': { up: addShares },
  '0030-sources': { up: addSources },
  '0033-source-checks': { up: addSourceChecks },
  '0034-source-rechecks': { up: addSourceRechecks },
  '0037-more-keys': { up: addMoreKeys },
  '0038-key-periods': { up: indexKeyPeriods },
  '0039-key-modes': { up: addKeyModes },
  '0042-usage-details': { up: addUsageDetails },
  '0043-quota-emails': { up: addQuotaEmails },
  '0045-status': { up: addStatusDays },
  '0047-organization-keys': { up: addOrganizationKeys },
  '0050-desk': { up: addDesk },
  '0053-exports': { up: addExports },
  '0056-watch': { up: addWatch },
  '0060-webhooks': { up: addWebhooks },
  '0061-digests': { up: addDigests },
  '0062-watch-versions': { up: addWatchVersions },
  '0063-export-runs': { up: addExportRuns },
  '0067-watch-limits': { up: addWatchLimits },
  '0071-urgent-deliveries': { up: addUrgentDeliveries },
  '0075-support-requests': { up: addSupportRequests },
  '0076-found-events': { up: addFoundEvents },
  '0077-delivery-claims': { up: addDeliveryClaims },
}
