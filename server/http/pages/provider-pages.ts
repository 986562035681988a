/**
 * /providers/{npi}: what is known of a provider as a page, rendered on request. Texts of the registry are data of
 * others: React escapes them in the content, `escaped` in the head, and `scriptText` in JSON, which no browser runs.
 */
import type { FastifyRequest } from 'fastify'
import { escaped } from '#contract/markup'
import { npiText } from '#contract/parameters'
import { productName } from '#contract/product'
import { type ProviderPage, providerElementId, providerTitle } from '#contract/provider-page'
import type { RegistrySource } from '#registry/search/follow'
import type { RegistryHistory } from '#registry/search/history'
import { type AttemptParts, attemptRules, isAllowed, networkOf } from '../../accounts/attempts.ts'
import { minuteSeconds } from '../../platform/times.ts'
import { providerPage } from '../../providers/lookup.ts'
import type { LimitSettings } from '../../settings.ts'
import type { SourceLookUp } from '../../sources/looked-up.ts'
import { fail } from '../verb.ts'
import { linkedData } from './linked-data.ts'
import type { RenderedPages } from './read-pages.ts'

interface ProviderPageParts extends AttemptParts {
  registry: RegistrySource
  history: RegistryHistory
  sources: SourceLookUp
  rendered: RenderedPages
  publicUrl: string
  settings: Pick<LimitSettings, 'attempts'>
}

interface RenderedPage {
  status: number
  headers: Readonly<Record<string, string>>
  html: string
}

/** Undefined for an unknown NPI. */
export type ProviderPages = (request: Pick<FastifyRequest, 'ip'>, npi: string) => Promise<RenderedPage | undefined>

export function providerPages(parts: ProviderPageParts): ProviderPages {
  const { rendered, publicUrl, history, sources } = parts
  const rule = attemptRules(parts.settings.attempts).providerPages
  const limited = { kind: 'limited', perMinute: rule.limit } as const
  return async ({ ip }, npi) => {
    if (!npiText.test(npi)) return undefined
    const registry = parts.registry.current() ?? fail('not_ready', { waitingFor: ['the registry'] })
    const isAdmitted = await isAllowed(parts, rule, networkOf(ip))
    const page = isAdmitted ? await providerPage(Number(npi), { registry, history, sources }) : limited
    if (page === undefined) return undefined
    const address = `/providers/${npi}`
    const content = await rendered.renderProvider(page, address)
    const head = headOf(page, publicUrl + address)
    return { ...answers[page.kind], html: filled(rendered.document, { ...head, content }) }
  }
}

const answers = {
  found: { status: 200, headers: {} },
  deactivated: { status: 410, headers: {} },
  limited: { status: 429, headers: { 'retry-after': String(minuteSeconds) } },
} as const

interface Head {
  title: string
  description: string
  /** Elements at the end of the head, and of the body. */
  headEnd: string
  bodyEnd: string
}

/** Search engines list real providers alone. */
function headOf(page: ProviderPage, url: string): Head {
  const title = escaped(providerTitle(page))
  const data = `<script type="application/json" id="${providerElementId}">${scriptText(page)}</script>`
  if (page.kind !== 'found') {
    return { title, description: title, headEnd: '<meta name="robots" content="noindex">', bodyEnd: data }
  }
  const { name, specialties, address } = page.provider
  const what = [specialties[0], `${address.city}, ${address.state}`].filter((part) => part !== undefined)
  const links = [
    page.isSampleData ? '<meta name="robots" content="noindex">' : '',
    `<link rel="canonical" href="${escaped(url)}">`,
    `<script type="application/ld+json">${scriptText(linkedData(page, url))}</script>`,
  ]
  const description = escaped(
    `${name}: ${what.join(', ')}. Practice locations, licenses and sources on ${productName}.`,
  )
  return { title, description, headEnd: links.join(''), bodyEnd: data }
}

/** JSON within a script element: nothing in it ends the element or begins a comment. */
function scriptText(value: object): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** In one pass, so that nothing that is filled in is read again. */
function filled(
  document: string,
  { title, description, content, headEnd, bodyEnd }: Head & { content: string },
): string {
  const parts: Record<string, string> = {
    '{{title}}': title,
    '{{description}}': description,
    '{{content}}': content,
    '</head>': `${headEnd}</head>`,
    '</body>': `${bodyEnd}</body>`,
  }
  return document.replace(/\{\{(?:title|description|content)\}\}|<\/(?:head|body)>/g, (gap) => parts[gap] ?? gap)
}
