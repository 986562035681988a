/** The methods of each path, collected as routes are added; used for 404 and 405. */
import type { FastifyInstance } from 'fastify'

export interface KnownRoutes {
  /** Sorted; none for an unknown path. */
  methodsAt(path: string): string[]
  all(): readonly Route[]
}

interface Route {
  method: string
  url: string
  /** Undefined for the server's default. */
  bodyLimit: number | undefined
}

/** Where tests find them. */
export const knownRoutes = 'knownRoutes'

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

/** Undefined for a catch-all. */
function formOf(url: string): RegExp | undefined {
  if (url.includes('*')) return undefined
  return new RegExp(`^${url.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)
}
