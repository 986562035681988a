/** The whole API: every endpoint by name. The server does not compile without a verb for each. */
import { accountEndpoints } from './accounts.ts'
import { apiKeyEndpoints } from './api-keys.ts'
import { billingEndpoints } from './billing.ts'
import { blogEndpoints } from './blog.ts'
import { bulkEndpoints } from './bulk-endpoints.ts'
import { exploreEndpoints } from './explore-endpoints.ts'
import { historyEndpoints } from './history-endpoints.ts'
import { npiEndpoints } from './npi-endpoints.ts'
import { providerEndpoints } from './provider-endpoints.ts'
import { recoveryEndpoints } from './recovery.ts'
import { reviewEndpoints } from './review-endpoints.ts'
import { secondFactorEndpoints } from './second-factor.ts'
import { serviceEndpoints } from './service.ts'
import { sessionEndpoints } from './sessions.ts'
import { shareEndpoints } from './share-endpoints.ts'
import { sourceEndpoints } from './source-endpoints.ts'
import { specialtyEndpoints } from './specialty-endpoints.ts'
import { statusEndpoints } from './status.ts'
import { supportEndpoints } from './support.ts'
import { usageEndpoints } from './usage.ts'
import { verificationEndpoints } from './verification-endpoints.ts'
import { watchEndpoints } from './watch-endpoints.ts'
import { webhookEndpoints } from './webhook-endpoints.ts'

export const api = {
  ...serviceEndpoints,
  ...statusEndpoints,
  ...accountEndpoints,
  ...apiKeyEndpoints,
  ...billingEndpoints,
  ...recoveryEndpoints,
  ...secondFactorEndpoints,
  ...sessionEndpoints,
  ...npiEndpoints,
  ...supportEndpoints,
  ...blogEndpoints,
  ...usageEndpoints,
  ...providerEndpoints,
  ...bulkEndpoints,
  ...sourceEndpoints,
  ...specialtyEndpoints,
  ...exploreEndpoints,
  ...verificationEndpoints,
  ...reviewEndpoints,
  ...historyEndpoints,
  ...shareEndpoints,
  ...watchEndpoints,
  ...webhookEndpoints,
}

export type Api = typeof api
export type EndpointName = keyof Api
