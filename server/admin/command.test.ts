import { expect, test } from 'vitest'
import { readCommand } from './command.ts'

const hash = 'ab'.repeat(32)

test.each([
  [['grant', 'Ada@Example.org'], { kind: 'set-admin', email: 'ada@example.org', isAdmin: true }],
  [['revoke', 'ada@example.org'], { kind: 'set-admin', email: 'ada@example.org', isAdmin: false }],
  [['plan', 'ada@example.org', 'Enterprise'], { kind: 'plan', email: 'ada@example.org', tier: 'enterprise' }],
  [['delete', 'ada@example.org'], { kind: 'delete', email: 'ada@example.org' }],
  [['users'], { kind: 'users', search: undefined }],
  [['users', '--search', '%_'], { kind: 'users', search: '%_' }],
  [['show', 'ada@example.org'], { kind: 'show', email: 'ada@example.org' }],
  [['support'], { kind: 'support', close: undefined }],
  [['support', '--close', '48213907'], { kind: 'support', close: '48213907' }],
  [['audit', 'list'], { kind: 'audit-list', email: undefined, count: 50 }],
  [['audit', 'list', 'ada@example.org', '--last', '1'], { kind: 'audit-list', email: 'ada@example.org', count: 1 }],
  [['audit', 'list', '--last', '10000'], { kind: 'audit-list', email: undefined, count: 10_000 }],
  [['audit', 'verify'], { kind: 'audit-verify', anchors: [] }],
  [
    ['audit', 'verify', '--anchor', `7-${hash}`],
    { kind: 'audit-verify', anchors: [{ sequence: 7, hash: Buffer.from(hash, 'hex') }] },
  ],
])('%j is a command', (args, command) => {
  expect(readCommand(args)).toEqual(command)
})

test.each([
  [[], /^Expected one of the commands below; got nothing/],
  [['gran', 'ada@example.org'], /^Expected one of the commands below; got "gran"/],
  [['audit'], /^Expected one of the commands below; got "audit"/],
  [['audit', 'erase'], /got "audit erase"/],
  [['grant'], /^grant: expected an email address behind it; got nothing\.$/],
  [['grant', 'ada'], /^Expected an email address; got "ada"\.$/],
  [['grant', 'a@example.org', 'b@example.org'], /^grant: expected nothing behind it; got "b@example\.org"\.$/],
  [['grant', 'a@example.org', '--search', 'x'], /^grant: expected no --search\.$/],
  [['plan', 'ada@example.org'], /^plan: expected an email address and a tier behind it; got 1 words\.$/],
  [['plan', 'ada@example.org', 'gold'], /^Expected one of free, developer, enterprise; got "gold"\.$/],
  [['users', 'x'], /^users: expected nothing behind it; got "x"\.$/],
  [['users', '--serach', 'x'], /serach/],
  [['support', '--close', '4821390'], /^--close: expected the eight digits of a request; got "4821390"\.$/],
  [['audit', 'list', '--last', '0'], /^--last: expected a whole number from 1 to 10000; got "0"\.$/],
  [['audit', 'list', '--last', '10001'], /^--last: expected a whole number/],
  [['audit', 'list', '--last', '1e3'], /^--last: expected a whole number/],
  [['audit', 'verify', '--anchor', '7'], /^--anchor: expected a number, a hyphen and 64 hexadecimal digits/],
])('%j is answered with a sentence that says what was expected', (args, sentence) => {
  expect(() => readCommand(args)).toThrow(sentence)
})
