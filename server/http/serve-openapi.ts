/** Each form is made once, on first request. */
import type { FastifyInstance } from 'fastify'
import { stringify } from 'yaml'
import { api } from '#contract/api'
import { openApiDocuments } from '#contract/openapi-documents'
import { openApiDocument } from './openapi.ts'
import { type Encoded, encode, sendEncoded, variesByEncoding } from './representations.ts'
import { inputReader, refuseBrokenEscapes } from './request-input.ts'

export function serveOpenApi(app: FastifyInstance, facts: { version: string; publicUrl: string }): void {
  const read = inputReader(api.openapi)
  // Not every OpenAPI reader follows YAML anchors.
  const yaml = (document: object) => stringify(document, { aliasDuplicateObjects: false })
  const forms = Object.values(openApiDocuments).flatMap(({ path, ...document }) => [
    { path: `${path}.json`, type: 'application/json; charset=utf-8', write: JSON.stringify, document },
    { path: `${path}.yaml`, type: 'application/yaml', write: yaml, document },
  ])
  for (const { path, type, write, document } of forms) {
    let made: Promise<Encoded> | undefined
    app.get(path, async (request, reply) => {
      refuseBrokenEscapes(request.url)
      read(request)
      made ??= encode(Buffer.from(write(openApiDocument({ ...facts, ...document }))))
      reply.headers({ 'cache-control': 'no-cache', ...variesByEncoding })
      return sendEncoded(request, reply, { ...(await made), type })
    })
  }
}
