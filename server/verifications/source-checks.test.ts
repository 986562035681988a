import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CheckCode, keysOf, primarySourceGap } from '#contract/verification-words'
import { type Verification, verification } from '#contract/verifications'
import { hasFonts } from '../../test/support/documents/specimens.ts'
import { loadLeie, loadOne } from '../../test/support/sources/load-for-tests.ts'
import { coloradoRoll, illinoisRoll, texasExclusions } from '../../test/support/sources/rolls.ts'
import { exclusionFile, exclusionLine } from '../../test/support/sources/test-list.ts'
import { licensePicture } from '../../test/support/test-pictures.ts'
import { buildTestRegistry, people, type TestRegistry } from '../../test/support/test-registry.ts'
import { startTestServer, type TestServer } from '../../test/support/test-server.ts'
import { keyOf, submitted } from '../../test/support/verification-calls.ts'
import { openDocumentReader } from '../documents/read-document.ts'
import type { Loaded } from '../sources/ask.ts'
import type { PersonName } from '../sources/source-list.ts'
import { readNext } from './read-documents.ts'
import type { License, RegistryFacts } from './registry-facts.ts'
import { type SourcesAsked, sourceChecks } from './source-checks.ts'

let registry: TestRegistry
let server: TestServer
beforeAll(async () => {
  registry = await buildTestRegistry()
  server = await startTestServer(undefined, { registryDir: registry.registryDir })
})
afterAll(async () => {
  await server.close()
  registry.remove()
})
beforeEach(() => sql`delete from source_lists`.execute(server.database.db))

const nobody: RegistryFacts = {
  kind: 'individual',
  name: '',
  personName: { last: 'Moss', first: 'Ada', middle: '', suffix: '' },
  otherNames: [],
  names: [],
  credentials: ['MD'],
  taxonomyCodes: [],
  specialties: [],
  licenses: [],
  city: null,
  state: 'NY',
  enumeratedOn: null,
  deactivatedOn: null,
}

interface Asked {
  npi?: string
  name?: Partial<PersonName>
  otherNames?: PersonName[]
  /** In NPPES. */
  licenses?: License[]
  /** In the request. */
  license?: [number: string, state: string]
  isSample?: boolean
}

async function ask(asked: Asked, lists?: readonly Loaded[]) {
  const { npi = '1000000004', name, otherNames = [], licenses = [], license, isSample = false } = asked
  const facts = { ...nobody, personName: { ...nobody.personName, ...name }, otherNames, licenses }
  const [number = '', state = ''] = license ?? []
  const request: SourcesAsked = {
    npi,
    credential: 'MD',
    license: license === undefined ? undefined : { number, state, from: 'request' },
    entry: { facts, sourceDate: '2026-11-08', isSample },
  }
  const checks = await sourceChecks(server.database.db, request, lists)
  return (code: CheckCode) => checks.find((check) => check.code === code)
}

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const loadColorado = (...rows: Parameters<typeof coloradoRoll>[0]) =>
  loadOne(server.database, 'co-dora', coloradoRoll(rows), dayIn(0))

describe('a license', () => {
  const moss = { last: 'MOSS', first: 'ADA', number: '1001', expires: '2099-06-30' }

  test.each<[name: string, asked: Asked, result: string]>([
    ['with prefix', { license: ['DR.1001', 'CO'] }, 'passed'],
    ['without prefix', { license: ['1001', 'CO'] }, 'passed'],
    [
      'under a former name',
      { name: { last: 'Fern' }, otherNames: [nobody.personName], license: ['1001', 'CO'] },
      'passed',
    ],
    ['with another first name', { name: { first: 'Ida' }, license: ['1001', 'CO'] }, 'warning'],
    ['with another last name', { name: { last: 'Fern' }, license: ['1001', 'CO'] }, 'warning'],
    ['of somebody else', { name: { first: 'Ida', last: 'Fern' }, license: ['1001', 'CO'] }, 'failed'],
    ['of the same name with another number', { license: ['1003', 'CO'] }, 'warning'],
    ['of another profession alone', { license: ['RN.1002', 'CO'] }, 'warning'],
    ['of a state without a list', { license: ['1001', 'NY'] }, 'unknown'],
  ])('%s, asked by %j, is %s', async (_, asked, result) => {
    await loadColorado(moss, { ...moss, number: '1002', type: 'RN' })
    expect((await ask(asked))('license.active')).toMatchObject({ result })
  })

  test('is one of those in NPPES: the active one counts, but not before one that was taken away', async () => {
    await loadColorado(
      { ...moss, status: 'Expired', expires: '2020-06-30' },
      { ...moss, number: '1002', status: 'Revoked' },
    )
    await loadOne(server.database, 'il-idfpr', illinoisRoll([{ ...moss, number: '036000001' }]), dayIn(0))
    const [expired, revoked] = ['1001', '1002'].map((number) => ({ number, state: 'CO' }))
    const active = { number: '036000001', state: 'IL' }
    const source = { name: 'Illinois IDFPR, professional licenses', date: dayIn(0) }
    const resultOf = async (...licenses: (License | undefined)[]) =>
      (await ask({ licenses: licenses.filter((one) => one !== undefined) }))('license.active')
    expect(await resultOf(expired, active)).toMatchObject({ result: 'passed', source })
    expect(await resultOf(expired)).toMatchObject({ result: 'failed' })
    expect(await resultOf(active, revoked)).toMatchObject({
      result: 'failed',
      sentence: 'The board of Colorado says “Revoked”.',
    })
  })

  test('that the invented list of every state does not have is on no list of its state, by both checks', async () => {
    const about = { title: 'Sample of license rolls (fictional)', date: dayIn(0), isStale: false, rhythmDays: 0 }
    const invented = { ...about, name: 'sample-licenses', kind: 'license', state: null, isSample: true } as const
    const said = await ask({ license: ['1001', 'OH'], isSample: true }, [
      { ...invented, wholeRollOf: [], actions: 'too' },
    ])
    const source = { name: 'Lists of state boards', date: null }
    const sentences = {
      'license.active': 'No list of the licenses of Ohio is loaded.',
      'license.discipline': 'No list that names actions of the boards of Ohio is loaded.',
    } as const
    for (const code of keysOf(sentences)) {
      expect(said(code)).toMatchObject({ result: 'unknown', sentence: sentences[code], source })
    }
  })

  test('on a list that is out of date says so, and is a primary-source verification all the same', async () => {
    await loadOne(server.database, 'co-dora', coloradoRoll([moss]), dayIn(-9))
    const check = (await ask({ license: ['1001', 'CO'] }))('license.active')
    expect(check?.sentence).toMatch(
      /until 2099-06-30\. The list “Colorado DORA, .+” is out of date: this copy is 9 days old/,
    )
    expect(check === undefined ? '' : primarySourceGap([check])).toBeUndefined()
    expect(primarySourceGap([])).toContain('This is not a primary-source verification')
  })
})

describe('a list of exclusions', () => {
  const load = (lines: readonly string[], isSample = false) =>
    loadLeie(server.database, exclusionFile(lines), { date: dayIn(-1), isSample })

  test('fails by NPI, whatever the name, and warns by name: of the same state first, with how many more there are', async () => {
    await load([
      exclusionLine({ business: '101 FIRST CARE', npi: '1000000012', type: '1128b8', on: '20220320', waiver: 'TX' }),
      exclusionLine({ last: 'MOSS', first: 'ADA', state: 'FL', on: '20230320' }),
      exclusionLine({ last: 'MOSS JR', first: 'ADÁ', on: '19990101' }),
      exclusionLine({ last: 'MOSS', first: 'ADA', npi: '1000000020' }),
    ])
    expect((await ask({ npi: '1000000012' }))('exclusion.oig')).toMatchObject({
      result: 'failed',
      sentence: 'The list has this NPI: 101 FIRST CARE of NY, since 2022-03-20, with a waiver for TX (1128b8).',
    })
    const byName = (await ask({}))('exclusion.oig')
    expect(byName).toMatchObject({ result: 'warning', source: { name: 'OIG exclusion list (LEIE)', date: dayIn(-1) } })
    expect(byName?.sentence).toMatch(/^Possible match: .+ of NY, since 1999-01-01 .+ The name is there once more\.$/)
    expect((await ask({ name: { first: 'Ida' } }))('exclusion.oig')).toMatchObject({ result: 'passed' })
  })

  test('forgets a person who was reinstated, from that day on', async () => {
    await load([
      exclusionLine({ last: 'MOSS', first: 'ADA', reinstated: '20210101' }),
      exclusionLine({ last: 'FERN', first: 'IDA', reinstated: '29990101' }),
    ])
    expect((await ask({}))('exclusion.oig')).toMatchObject({ result: 'passed' })
    expect((await ask({ name: { last: 'Fern', first: 'Ida' } }))('exclusion.oig')).toMatchObject({ result: 'warning' })
  })

  test('that is a sample says nothing of real providers', async () => {
    await load([exclusionLine({ last: 'MOSS', first: 'ADA' })], true)
    expect((await ask({}))('exclusion.oig')).toMatchObject({ result: 'unknown', source: { date: null } })
    const source = { name: 'Sample of OIG exclusion list (LEIE) (fictional)' }
    expect((await ask({ isSample: true }))('exclusion.oig')).toMatchObject({ result: 'warning', source })
  })

  test('of a state fails by a license number with both names, never by the number or the name alone', async () => {
    await loadOne(
      server.database,
      'tx-oig',
      texasExclusions([{ last: 'MOSS', first: 'ADA', license: 'H3249' }]),
      dayIn(0),
    )
    const resultOf = async (asked: Asked) => (await ask(asked))('exclusion.state')?.result
    expect(await resultOf({ license: ['H3249', 'TX'] })).toBe('failed')
    expect(await resultOf({ license: ['H3250', 'TX'] })).toBe('warning')
    expect(await resultOf({ license: ['H3249', 'TX'], name: { last: 'Fern', first: 'Ida' } })).toBe('passed')
  })
})

test.runIf(await hasFonts())(
  'the license on a document is asked about once it is read, unless the request names one',
  async () => {
    const row = { last: 'LEWIS', first: 'HIROSHI', number: '100123', expires: '2099-06-30' }
    await loadColorado(row, { ...row, number: '100124', status: 'Suspended' })
    const lines = ['Name: Hiroshi John Lewis', 'License No: DR100123'] as const
    const reader = openDocumentReader()
    const read = async (more: object): Promise<Verification> => {
      const account = await server.signUp()
      const image = (await licensePicture('State of Colorado', ...lines)).toString('base64')
      const { id } = await submitted(server, account, { npi: people.physician, type: undefined, image, ...more })
      await readNext({ database: server.database, registry: server.registry, images: server.images, reader })
      return verification.parse((await server.get(`/api/verifications/${id}`, keyOf(account))).body)
    }
    const active = ({ checks }: Verification) => checks.filter(({ code }) => code === 'license.active')
    const byDocument = await read({})
    expect(byDocument.license).toEqual({ number: 'DR100123', state: 'CO', from: 'document' })
    expect(active(byDocument)).toMatchObject([{ result: 'passed' }])
    const byRequest = await read({ licenseNumber: 'DR.100124', licenseState: 'CO' })
    expect(byRequest.license).toEqual({ number: 'DR.100124', state: 'CO', from: 'request' })
    expect(active(byRequest)).toMatchObject([{ result: 'failed' }])
    reader.close()
  },
)

test.each<[body: object, words: RegExp]>([
  [{ licenseNumber: '1001' }, /^licenseState: expected licenseNumber and licenseState together/],
  [{ licenseState: 'CO' }, /^licenseNumber: expected licenseNumber and licenseState together/],
  [{ licenseNumber: 'none', licenseState: 'CO' }, /^licenseNumber: expected a license number, which has a digit/],
  [{ licenseNumber: '1'.repeat(41), licenseState: 'CO' }, /^licenseNumber: expected a license number of 1 to 40/],
  [{ licenseNumber: '1\u0000', licenseState: 'CO' }, /^licenseNumber: expected .+ without control characters/],
  [{ licenseNumber: '1001', licenseState: 'ZZ' }, /^licenseState: expected a two-letter state code/],
])('a request with %j is refused with what was expected', async (license, words) => {
  const body = { npi: people.physician, credential: 'MD', image: 'aaaa', ...license }
  const answer = await server.post('/api/verifications', body, { 'api-key': server.apiKey })
  expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(words) } })
})
