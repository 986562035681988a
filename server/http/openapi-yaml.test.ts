import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { openApiDocument } from './openapi.ts'
import { serveOpenApiYaml } from './openapi-yaml.ts'

test('GET /openapi.yaml is the OpenAPI document of /openapi.json, in YAML without anchors', async () => {
  const app = Fastify()
  serveOpenApiYaml(app, '1.2.3')
  const answer = await app.inject('/openapi.yaml')
  expect(answer.headers['content-type']).toBe('application/yaml')
  expect(answer.body).not.toMatch(/: [&*]\w/)
  expect(parse(answer.body)).toEqual(JSON.parse(JSON.stringify(openApiDocument('1.2.3'))))
})
