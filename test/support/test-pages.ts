/** A web app of few pages, for tests of what is served beside the API. */
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Pages, Resource } from '#server/http/pages/read-pages'

const page = { type: 'text/html; charset=utf-8', isHashed: false, isPage: true }

/** What a text is served as. */
export function testResource(text: string, facts: Omit<Resource, 'etag' | 'bodies'> = page): Resource {
  const identity = Buffer.from(text)
  const bodies = { identity, gzip: gzipSync(identity), br: brotliCompressSync(identity) }
  return { ...facts, etag: `"${text.length}"`, bodies }
}

const [welcome, signIn] = [testResource('<h1>Welcome</h1>'), testResource('<h1>Sign in</h1>')]

/** A landing page, one to sign in on, and the one for all other addresses. */
export const testPages: Pages = {
  at: (path) => (path === '/' ? welcome : path === '/login' ? signIn : undefined),
  listed: ['/'],
  notFound: testResource('<h1>Page not found</h1>'),
  rendered: {
    document: '<html><head><title>{{title}}</title></head><body><div>{{content}}</div></body></html>',
    renderProvider: async (page) => `<h1>${page.kind}</h1>`,
  },
}
