/** security.txt (RFC 9116), robots.txt (RFC 9309) and the sitemap. */
import { escaped } from '#contract/markup'
import { dayMs } from '../../platform/times.ts'

export interface Site {
  publicUrl: string
  /** mailto: or https:. */
  securityContact: string
  listed: readonly string[]
}

export interface SiteFile {
  type: string
  text: string
}

/** At most a year (RFC 9116, 2.5.5). */
const contactDays = 180

export function siteFile(path: string, site: Site): SiteFile | undefined {
  switch (path) {
    case '/.well-known/security.txt':
      return plain(securityText(site))
    case '/robots.txt':
      return plain(`User-agent: *\nDisallow: /api/\nDisallow: /explore/\n\nSitemap: ${site.publicUrl}/sitemap.xml\n`)
    case '/sitemap.xml':
      return { type: 'application/xml; charset=utf-8', text: sitemap(site) }
  }
  return undefined
}

function plain(text: string): SiteFile {
  return { type: 'text/plain; charset=utf-8', text }
}

function securityText({ publicUrl, securityContact }: Site): string {
  const day = new Date(Date.now() + contactDays * dayMs).toISOString().slice(0, 10)
  return [
    `Contact: ${securityContact}`,
    `Expires: ${day}T00:00:00Z`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
}

function sitemap({ publicUrl, listed }: Site): string {
  const urls = listed.map((path) => `  <url><loc>${escaped(publicUrl + path)}</loc></url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}
