/**
 * What programs ask a site for: whom to tell of a weakness (RFC 9116), what to index (RFC 9309), and where its pages
 * are.
 */

export interface Site {
  /** Without a slash at its end. */
  publicUrl: string
  /** mailto: or https:. */
  securityContact: string
  /** Addresses of the pages that search engines may list. */
  listed: readonly string[]
}

export interface SiteFile {
  type: string
  text: string
}

/** Days that the contact holds, from the day on which it is asked for: at most a year (RFC 9116, 2.5.5). */
const contactDays = 180

/** The file at an address; undefined where it is none of these. */
export function siteFile(path: string, site: Site, now = new Date()): SiteFile | undefined {
  switch (path) {
    case '/.well-known/security.txt':
      return plain(securityText(site, now))
    case '/robots.txt':
      return plain(`User-agent: *\nDisallow: /api/\n\nSitemap: ${site.publicUrl}/sitemap.xml\n`)
    case '/sitemap.xml':
      return { type: 'application/xml; charset=utf-8', text: sitemap(site) }
  }
  return undefined
}

function plain(text: string): SiteFile {
  return { type: 'text/plain; charset=utf-8', text }
}

function securityText({ publicUrl, securityContact }: Site, now: Date): string {
  const day = new Date(now.getTime() + contactDays * 86_400_000).toISOString().slice(0, 10)
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

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&apos;')
}
