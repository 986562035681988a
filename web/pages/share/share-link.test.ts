import { expect, test } from 'vitest'
import { readShareLink } from './share-link.ts'

const origin = 'https://praxidex.example.org'
const token = 'k3J0v9Zq1xT7bY5mN2wR8cL4hF6sD0gA1uE9iO3pXyQ'
const healthLink = (url: string) =>
  `#shlink:/${Buffer.from(JSON.stringify({ url, key: 'a2V5', flag: 'P' })).toString('base64url')}`

test('a link has a token after its #, or a SMART Health Link with the id of its manifest and its key', () => {
  expect(readShareLink(`#${token}`, origin)).toEqual({ kind: 'token', token })
  const opened = { kind: 'healthLink', id: token, key: 'a2V5' }
  expect(readShareLink(healthLink(`${origin}/shares/${token}`), origin)).toEqual(opened)
  const escaped = `#${encodeURIComponent(healthLink(`${origin}/shares/${token}`).slice(1))}`
  expect(readShareLink(escaped, origin)).toEqual(opened)
})

test('a SMART Health Link of another site is not opened here, and names that site', () => {
  const foreign = healthLink(`https://records.example.com/shares/${token}`)
  expect(readShareLink(foreign, origin)).toEqual({ kind: 'elsewhere', host: 'records.example.com' })
})

test.each([
  '',
  '#',
  '#k3J0v9',
  `#${token} and more`,
  '#shlink:/',
  '#shlink:/e30',
  healthLink('no address'),
  '#%E0%A4%A',
])('%j is no complete link', (hash) => {
  expect(readShareLink(hash, origin)).toEqual({ kind: 'incomplete' })
})
