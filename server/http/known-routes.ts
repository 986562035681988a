/** Which methods each path of the server takes, told by the routes as they are added. Asked only for requests that fit none of them. */
import type { FastifyInstance } from 'fastify'

export interface KnownRoutes {
  /** The methods that the path takes, in the order of the alphabet; none for a path that nothing is known of. */
  methodsAt(path: string): string[]
  /** Every route, as method and pattern. */
  all(): readonly Route[]
}

interface Route {
  method: string
  /** As Fastify writes it: /api/doctors/:npi. */
  url: string
  /** Bytes that a body may have; undefined: as many as the server says. */
  bodyLimit: number | undefined
}

/** The name under which a server keeps them, for tests that go through them all. */
export const knownRoutes = 'knownRoutes'

/** Takes note of every route that is added from now on. */
export function noteRoutes(app: FastifyInstance): KnownRoutes {
  const routes: (Route & { form: RegExp | undefined })[] = []
  app.addHook('onRoute', ({ method, url, bodyLimit }) => {
    const form = formOf(url)
    for (const one of [method].flat()) routes.push({ method: one, url, bodyLimit, form })
  })
  const known: KnownRoutes = {
    methodsAt(path) {
      const methods = routes.filter(({ form }) => form?.test(path)).map(({ method }) => method)
      return [...new Set(methods)].sort()
    },
    all: () => routes,
  }
  app.decorate(knownRoutes, known)
  return known
}

/** What paths of the pattern look like; undefined for one that takes whatever is left over. */
function formOf(url: string): RegExp | undefined {
  if (url.includes('*')) return undefined
  return new RegExp(`^${url.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)
}
