/** The OpenAPI document as YAML, beside the endpoint that answers it as JSON. */
import type { FastifyInstance } from 'fastify'
import { stringify } from 'yaml'
import { openApiDocument } from './openapi.ts'

/** Adds GET /openapi.yaml; the text is made when first asked for, and once, since the contract stays while the process runs. */
export function serveOpenApiYaml(app: FastifyInstance, version: string): void {
  let text: Buffer | undefined
  app.get('/openapi.yaml', (_request, reply) => {
    // Schemas that occur twice are written out twice: not every reader of OpenAPI follows YAML's anchors.
    text ??= Buffer.from(stringify(openApiDocument(version), { aliasDuplicateObjects: false }))
    return reply.header('content-type', 'application/yaml').send(text)
  })
}
