import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { domainLabelLengthMax, domainLabelsMax, emailNameLengthMax } from '#contract/limits'
import { logOptions, scrubbed, withoutSecrets } from './log.ts'

const key = 'pdx_0Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv1Wx2Yz3A1b2C3'

test.each([
  'authorization',
  'Authorization',
  'api-key',
  'apiKey',
  'password',
  'newPassword',
  'token',
  'image',
  'set-cookie',
  'stripe-signature',
])('F1: a member named %s is not logged, however deep it is', (name) => {
  expect(withoutSecrets({ [name]: 'canary', a: 1 })).toEqual({ [name]: '[hidden]', a: 1 })
  const nested = { a: { b: [{ [name]: 'canary' }] } }
  expect(JSON.stringify(withoutSecrets(nested))).not.toContain('canary')
})

test('what lies too deep to be looked at is not logged at all', () => {
  const deep = { a: { b: { c: { d: { e: { f: { password: 'canary' } } } } } } }
  expect(JSON.stringify(withoutSecrets(deep))).not.toContain('canary')
})

// A form that looks at every part of a text from every place in it takes minutes for these.
test.each(['@', 'a', '.', 'a@', 'a.', '@a.', 'token ', '"'])(
  'F1: a long text of nothing but %j is looked through',
  (part) => {
    const long = part.repeat(6_000)
    expect(scrubbed(`${long} ${key}`)).toBe(`${long} [hidden]`)
  },
)

/** As long as the contract takes one, in its parts. */
const longest = `${'a'.repeat(emailNameLengthMax)}@${'b'.repeat(domainLabelLengthMax)}.example.org`

test.each([
  [`no account for ${key}`, 'no account for [hidden]'],
  ['/reset-password?token=k3J0v9Zq1x&x=1', '/reset-password?[hidden]&x=1'],
  ['sent Bearer k3J0v9Zq1x_-5', 'sent [hidden]'],
  ['{"password":"walk","a":1}', '{"[hidden]","a":1}'],
  ['no mailbox ada.l+x@mail.example.org here', 'no mailbox [hidden] here'],
  [`no mailbox ada@${'1.'.repeat(domainLabelsMax - 1)}org here`, 'no mailbox [hidden] here'],
  [`no mailbox ${longest} here`, 'no mailbox [hidden] here'],
  ['duplicate key value violates unique constraint "accounts_email_key"', undefined],
  ['relation "accounts" does not exist at character 15', undefined],
])('F1: of the text %j the log keeps nothing that looks like a secret or an address', (text, kept) => {
  expect(scrubbed(text)).toBe(kept ?? text)
})

test('an error is logged without what it quotes, and without members that hold rows', async () => {
  const lines: string[] = []
  const app = Fastify({ logger: logOptions('info', { write: (line) => void lines.push(line) }) })
  const error = Object.assign(new Error(`wrong key ${key}`), { code: '22P02', detail: 'canary' })
  app.log.error({ err: error, headers: { authorization: 'canary' } }, 'a request failed')
  expect(JSON.parse(lines.join(''))).toMatchObject({
    err: { message: 'wrong key [hidden]', code: '22P02' },
    headers: { authorization: '[hidden]' },
  })
  expect(lines.join('')).not.toContain('canary')
  expect(lines.join('')).not.toContain(key)
})
