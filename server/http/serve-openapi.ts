/** Each form is made once, on first request. */
import type { FastifyInstance } from 'fastify'
import { stringify } from 'yaml'
import { api } from '#contract/api'
import { type Encoded, encode, sendEncoded } from './encoded.ts'
import { openApiDocument } from './openapi.ts'
import { refuseBrokenEscapes } from './refuse-query.ts'
import { inputReader } from './request-input.ts'

export function serveOpenApi(app: FastifyInstance, facts: { version: string; publicUrl: string }): void {
  const read = inputReader(api.openapi)
  // Not every OpenAPI reader follows YAML anchors.
  const yaml = (document: object) => stringify(document, { aliasDuplicateObjects: false })
  const forms = [
    { path: api.openapi.path, type: 'application/json; charset=utf-8', write: JSON.stringify },
    { path: '/openapi.yaml', type: 'application/yaml', write: yaml },
  ]
  for (const { path, type, write } of forms) {
    let made: Promise<Encoded> | undefined
    app.get(path, async (request, reply) => {
      refuseBrokenEscapes(request.url)
      read(request)
      made ??= encode(Buffer.from(write(openApiDocument(facts))))
      reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
      return sendEncoded(request, reply, { ...(await made), type })
    })
  }
}
