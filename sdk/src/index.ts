/** The Praxidex API for TypeScript and JavaScript, in Node and in browsers. */
import { type Client, createClient, createConfig } from './generated/client/index.js'
import {
  batchProviders,
  listVerifications,
  searchDoctors,
  searchIndividuals,
  searchOrganizations,
} from './generated/sdk.gen.js'
import type {
  BatchProvidersData,
  BatchProvidersResponse,
  Error as ErrorBody,
  ListVerificationsData,
  SearchDoctorsData,
  SearchIndividualsData,
  SearchOrganizationsData,
} from './generated/types.gen.js'
import { eachItem } from './pages.js'
import { type RetryOptions, retryingFetch } from './retries.js'

export * from './generated/sdk.gen.js'
export type * from './generated/types.gen.js'
export { eachItem } from './pages.js'
export {
  type CallbackPayload,
  type PraxidexEvent,
  type ReceivedWebhook,
  verifyWebhook,
  WebhookError,
} from './webhooks.js'

export interface PraxidexOptions extends RetryOptions {
  apiKey: string
  /** The server, such as https://api.example.org. */
  baseUrl: string
}

/** What calls take as `client`: a server and a key. Calls answer their data, or throw a PraxidexError. */
export function createPraxidex({ apiKey, baseUrl, ...options }: PraxidexOptions): Client {
  const fetch = retryingFetch(options)
  const client = createClient(createConfig({ baseUrl, fetch, auth: apiKey, throwOnError: true }))
  client.interceptors.error.use((error, response) => (isErrorBody(error) ? new PraxidexError(error, response) : error))
  return client
}

/** A call that was refused: a sentence as its message, and a stable word for programs. */
export class PraxidexError extends Error {
  readonly code: ErrorBody['code']
  readonly status: number
  readonly requestId: string | null

  constructor(body: ErrorBody, { status, headers }: Response) {
    super(body.error)
    this.code = body.code
    this.status = status
    this.requestId = headers.get('x-request-id')
  }
}

function isErrorBody(value: unknown): value is ErrorBody {
  return typeof value === 'object' && value !== null && 'error' in value && 'code' in value
}

/** Every doctor who matches a search, page after page. */
export function eachDoctor(client: Client, query: SearchDoctorsData['query'] = {}) {
  return eachItem(async (page) => {
    const { doctors, total } = await searchDoctors({ client, query: { ...query, page } })
    return { items: doctors, total }
  })
}

/** Every organization that matches a search, page after page. */
export function eachOrganization(client: Client, query: SearchOrganizationsData['query'] = {}) {
  return eachItem(async (page) => {
    const { organizations, total } = await searchOrganizations({ client, query: { ...query, page } })
    return { items: organizations, total }
  })
}

/** Every individual who matches a search, page after page. */
export function eachIndividual(client: Client, query: SearchIndividualsData['query'] = {}) {
  return eachItem(async (page) => {
    const { providers, total } = await searchIndividuals({ client, query: { ...query, page } })
    return { items: providers, total }
  })
}

/** As many as one batch takes. */
const npisMax = 1_000

/** The answer to each NPI, in their order, a batch after the other. */
export async function* eachByNpi(
  client: Client,
  npis: readonly (number | string)[],
  { fields }: Pick<BatchProvidersData['body'], 'fields'> = {},
): AsyncGenerator<BatchProvidersResponse['providers'][number], void, undefined> {
  for (let from = 0; from < npis.length; from += npisMax) {
    const body = { npis: npis.slice(from, from + npisMax), ...(fields && { fields }) }
    const { providers } = await batchProviders({ client, body })
    yield* providers
  }
}

/** Every verification of the account that matches, page after page. */
export function eachVerification(client: Client, query: ListVerificationsData['query'] = {}) {
  return eachItem(async (page) => {
    const { verifications, total } = await listVerifications({ client, query: { ...query, page } })
    return { items: verifications, total }
  })
}
