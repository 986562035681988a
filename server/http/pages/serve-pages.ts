/**
 * Serves the built web app beside the API: pages with a strict content security policy; files for ever, since names
 * change with contents. The API comes first; an unknown address is a page for browsers, the API's error for others.
 * site-files.ts has what programs ask a site for.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { providerPagePath } from '#contract/provider-page'
import { compressed, sendEncoded, variesByEncoding } from '../representations.ts'
import type { ProviderPages } from './provider-pages.ts'
import type { Pages, Resource } from './read-pages.ts'
import { type Site, siteFile } from './site-files.ts'

/**
 * No inline scripts or styles, no other origins but the payment page (OWASP ASVS 5.0, 3.4.3). Images of other hosts
 * only where a page needs them: an image's URL can carry data away.
 */
function contentSecurityPolicy(imageSources: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src ${imageSources}`,
    "connect-src 'self'",
    "form-action 'self' https://checkout.stripe.com",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}

const policy = contentSecurityPolicy("'self' blob:")
const policyWithForeignImages = contentSecurityPolicy("'self' https:")

const pageHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=()',
}

/** Two years. */
const strictTransport = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }

export function servePages(
  app: FastifyInstance,
  pages: Pages,
  site: Omit<Site, 'listed'>,
  providerPage: ProviderPages,
): void {
  const isHttps = site.publicUrl.startsWith('https:')
  const headers = { ...pageHeaders, ...(isHttps && strictTransport) }
  app.get<{ Params: { npi: string } }>(providerPagePath, async (request, reply) => {
    const page = await providerPage(request, request.params.npi)
    if (page === undefined) return send(pages.notFound, 404, request, reply.headers(headers))
    const { body, headers: ofBody } = compressed(request.headers, Buffer.from(page.html))
    return reply
      .code(page.status)
      .headers({ ...headers, ...variesByEncoding, ...page.headers, ...ofBody })
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(body)
  })
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?', 1).join('')
    const found = pages.at(path)
    if (found !== undefined) return send(found, 200, request, reply.headers(headers))
    const file = siteFile(path, { ...site, listed: pages.listed })
    if (file !== undefined) {
      const { body, headers: ofBody } = compressed(request.headers, Buffer.from(file.text))
      const all = { ...headers, ...variesByEncoding, ...ofBody, 'content-type': file.type }
      return reply.headers(all).send(body)
    }
    const plain = plainForm(path)
    if (pages.at(plain)?.isPage) return reply.redirect(`${plain}${request.url.slice(path.length)}`, 308)
    if (wantsPage(request)) return send(pages.notFound, 404, request, reply.headers(headers))
    reply.callNotFound()
    return reply
  })
}

/** The canonical address: no trailing slashes, no needless percent-encoding. */
function plainForm(path: string): string {
  try {
    return decodeURIComponent(path).replace(/(?<=[^/])\/+$/, '')
  } catch {
    return path
  }
}

/** Browsers accept HTML when they open a page; API clients do not. */
function wantsPage({ url, headers }: FastifyRequest): boolean {
  return !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html')
}

function send(resource: Resource, status: 200 | 404, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { isHashed, isPage } = resource
  reply
    .code(status)
    .header('content-security-policy', resource.hasForeignImages ? policyWithForeignImages : policy)
    .header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('vary', isPage && status === 404 ? 'accept, accept-encoding' : 'accept-encoding')
  return sendEncoded(request, reply, resource)
}
