/** Calls of the FHIR API, and its answers read as far as tests look at them. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { z } from 'zod'
import { fhirPath } from '#contract/fhir'
import { defaultOrigin } from '#contract/product'

const reference = z.looseObject({ reference: z.string().optional() })

const resource = z.looseObject({
  resourceType: z.string(),
  id: z.string().optional(),
  meta: z
    .looseObject({ versionId: z.string().optional(), lastUpdated: z.string(), profile: z.array(z.string()).optional() })
    .optional(),
  practitioner: reference.optional(),
  managingOrganization: reference.optional(),
  location: z.array(reference).optional(),
  endpoint: z.array(reference).optional(),
})
export type Resource = z.output<typeof resource>

const bundle = z.object({
  resourceType: z.literal('Bundle'),
  type: z.literal('searchset'),
  total: z.int().optional(),
  link: z.array(z.object({ relation: z.string(), url: z.string() })),
  entry: z
    .array(
      z.object({
        fullUrl: z.string().optional(),
        resource,
        search: z.object({
          mode: z.enum(['match', 'include', 'outcome']),
          extension: z
            .array(z.object({ url: z.string(), valueDistance: z.object({ value: z.number(), code: z.string() }) }))
            .optional(),
        }),
      }),
    )
    .default([]),
})

const outcome = z.object({
  resourceType: z.literal('OperationOutcome'),
  issue: z.array(
    z.object({
      severity: z.string(),
      code: z.string(),
      diagnostics: z.string(),
      expression: z.array(z.string()).optional(),
    }),
  ),
})

export interface Fhir {
  get(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  /** A search that succeeds. */
  search(query: string): Promise<z.output<typeof bundle>>
  /** Ids of all matches, over every page. */
  matches(query: string): Promise<string[]>
  /** The status and first issue of a refusal. */
  refusal(
    path: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; code: string; diagnostics: string }>
}

/** At the address that a server has without settings. */
export function fhirOf(app: FastifyInstance, apiKey: string): Fhir {
  const base = `${defaultOrigin}${fhirPath}`
  const get: Fhir['get'] = (path, headers = {}) =>
    app.inject({
      url: path.startsWith('/') ? `/fhir${path}` : path.replace(base, '/fhir'),
      headers: { 'api-key': apiKey, ...headers },
    })
  const search: Fhir['search'] = async (query) => {
    const answer = await get(query)
    if (answer.statusCode !== 200) throw new Error(`${query}: ${answer.statusCode} ${answer.body}`)
    return bundle.parse(answer.json())
  }
  return {
    get,
    search,
    async matches(query) {
      const ids: string[] = []
      for (let next: string | undefined = query; next !== undefined; ) {
        const page: z.output<typeof bundle> = await search(next)
        for (const entry of page.entry) if (entry.search.mode === 'match') ids.push(entry.resource.id ?? '')
        next = page.link.find(({ relation }) => relation === 'next')?.url
      }
      return ids
    },
    async refusal(path, headers) {
      const answer = await get(path, headers)
      const [issue] = outcome.parse(answer.json()).issue
      return { status: answer.statusCode, code: issue?.code ?? '', diagnostics: issue?.diagnostics ?? '' }
    },
  }
}

/** All resources of a type, as the export has them. */
export async function exported({ get }: Fhir, type: string): Promise<Resource[]> {
  const started = await get(`/$export?_type=${type}`, { prefer: 'respond-async' })
  const manifest = z
    .object({ output: z.array(z.object({ type: z.string(), url: z.string() })) })
    .parse((await get(String(started.headers['content-location']))).json())
  const all: Resource[] = []
  for (const { url } of manifest.output) {
    const { body } = await get(url)
    for (const line of body.split('\n')) if (line !== '') all.push(resource.parse(JSON.parse(line)))
  }
  return all
}
