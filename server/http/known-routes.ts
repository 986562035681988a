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
}

/** Takes note of every route that is added from now on, but for those that take whatever is left over. */
export function noteRoutes(app: FastifyInstance): KnownRoutes {
  const routes: (Route & { form: RegExp })[] = []
  app.addHook('onRoute', ({ method, url }) => {
    if (url.includes('*')) return
    const form = new RegExp(`^${url.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)
    for (const one of [method].flat()) routes.push({ method: one, url, form })
  })
  return {
    methodsAt(path) {
      const methods = routes.filter(({ form }) => form.test(path)).map(({ method }) => method)
      return [...new Set(methods)].sort()
    },
    all: () => routes,
  }
}
