/**
 * No error answer repeats what somebody typed into a form about an account: it may be a password in the wrong field.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { accountEndpoints } from '#contract/accounts'
import { apiKeyEndpoints } from '#contract/api-keys'
import type { Endpoint } from '#contract/endpoint'
import { recoveryEndpoints } from '#contract/recovery'
import { supportEndpoints } from '#contract/support'
import { startTestServer, type TestServer } from '../support/test-server.ts'

/** It has to be found whatever a sentence does with it: plain words, short, without anything that is escaped. */
const secret = 'correct horse battery'

let server: TestServer
let headers: Record<string, string>
beforeAll(async () => {
  server = await startTestServer()
  headers = (await server.signUp()).headers
})
afterAll(() => server.close())

const { reportKey } = apiKeyEndpoints
const forms = Object.entries<Endpoint>({ ...accountEndpoints, reportKey, ...recoveryEndpoints, ...supportEndpoints })
  .filter(([, { method }]) => method === 'POST')
  .map(([name, entry]): [string, Endpoint, string[]] => [name, entry, membersOf(entry)])

describe.each(forms)('%s', (_, entry, members) => {
  const { body = {} } = z.object({ body: z.record(z.string(), z.unknown()).optional() }).parse(entry.example.input)
  const bodies: [string, unknown][] = [
    ...members.flatMap((member): [string, unknown][] => [
      [`in ${member}`, { ...body, [member]: secret }],
      [`in ${member} alone`, { [member]: secret }],
      [`in a list in ${member}`, { ...body, [member]: [secret] }],
      [`in an object in ${member}`, { ...body, [member]: { x: secret } }],
    ]),
    ['instead of the body', secret],
    ['in a list instead of the body', [secret]],
  ]

  test.each(bodies)('does not repeat it %s', async (_, sent) => {
    const answer = await server.post(entry.path, JSON.stringify(sent), headers)
    expect(JSON.stringify(answer.body)).not.toContain(secret)
    if (typeof sent === 'string') expect(answer.status).toBe(400)
  })
})

test.each<[sent: unknown, said: RegExp]>([
  [{ email: secret, password: 'x' }, /^email: expected an email address .*; got 21 characters\.$/],
  [{ email: [secret], password: 'x' }, /^email: expected an email address .*; got an array\.$/],
  [{ email: null, password: 'x' }, /^email: expected an email address .*; got null\.$/],
  [[secret], /^body: expected a JSON object; got an array\.$/],
])('what is wrong with %j is said all the same', async (sent, said) => {
  const answer = await server.post('/login', JSON.stringify(sent), {})
  expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(said) } })
})

function membersOf({ body }: Endpoint): string[] {
  return Object.keys(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }).properties ?? {})
}
