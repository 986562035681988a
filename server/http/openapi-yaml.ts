/** The OpenAPI document as YAML, beside the endpoint that answers it as JSON. */
import type { FastifyInstance } from 'fastify'
import { stringify } from 'yaml'
import { openApiDocument } from './openapi.ts'

/** Adds GET /openapi.yaml; the text is made once, since the contract does not change while the process runs. */
export function serveOpenApiYaml(app: FastifyInstance, version: string): void {
  // Schemas that occur twice are written out twice: not every reader of OpenAPI follows YAML's anchors.
  const text = Buffer.from(stringify(openApiDocument(version), { aliasDuplicateObjects: false }))
  app.get('/openapi.yaml', (_request, reply) => reply.header('content-type', 'application/yaml').send(text))
}
