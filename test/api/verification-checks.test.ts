/**
 * Every check with every result and sentence it can come to, as docs/verifications.md lists them: each line of the page
 * is brought about with a real image, registry and list of exclusions, and no check says anything that is not on the
 * page.
 */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { checkCodes, checkResults, keysOf } from '#contract/verification-words'
import { type Check, verification as shape } from '#contract/verifications'
import { type DocumentReader, openDocumentReader } from '#server/documents/read-document'
import { readNext } from '#server/verifications/read-documents'
import { hasFonts } from '../support/documents/specimens.ts'
import { loadLeie, loadOne } from '../support/sources/load-for-tests.ts'
import {
  coloradoRoll,
  kentuckyNurses,
  optOuts,
  revokedEnrollments,
  samExclusions,
  texasExclusions,
} from '../support/sources/rolls.ts'
import { exclusionFile, exclusionLine } from '../support/sources/test-list.ts'
import { licensePicture, newPhoto, newPicture } from '../support/test-pictures.ts'
import { buildTestRegistry, people, physician, type TestRegistry } from '../support/test-registry.ts'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'
import { keyOf, newAdmin } from '../support/verification-calls.ts'

interface Line {
  code: string
  result: string
  sentence: string
}

const page = readFileSync(new URL('../../docs/verifications.md', import.meta.url), 'utf8')
const lines = [...page.matchAll(/^\| `([\w.]+)` \| (\w+) \| (.+) \|$/gm)].map(
  ([, code = '', result = '', sentence = '']): Line => ({ code, result, sentence }),
)
const canDraw = await hasFonts()

let registry: TestRegistry
let server: TestServer
let reader: DocumentReader
let admin: TestAccount
let beforeTheList: Check[]

beforeAll(async () => {
  registry = await buildTestRegistry()
  server = await startTestServer(undefined, { registryDir: registry.registryDir })
  reader = openDocumentReader()
  admin = await newAdmin(server)
  beforeTheList = await submit(people.physician)
  const listed = [
    exclusionLine({ last: 'OBRIEN', first: 'IAN', npi: people.osteopath }),
    exclusionLine({ last: 'BELL', first: 'OLIVIA' }),
  ]
  await loadLeie(server.database, exclusionFile(listed), { date: '2026-11-10' })
  const byNpi = { last: 'SOMEBODY', first: 'ELSE', npi: people.osteopath }
  const excluded = [byNpi, { last: 'BELL', first: 'OLIVIA' }, { last: 'LEWIS', first: 'HIROSHI', ended: '6/1/2025' }]
  const { database } = server
  await loadOne(database, 'sam-exclusions', samExclusions(excluded), dayIn(-1))
  const byLicense = { last: 'LEWIS', first: 'HIROSHI', license: 'H3249' }
  await loadOne(database, 'tx-oig', texasExclusions([...excluded, byLicense]), dayIn(-1))
  await loadOne(database, 'cms-revoked', revokedEnrollments(excluded), dayIn(-1))
  const affidavits = [
    { npi: people.osteopath, since: '1/5/2025', until: '1/5/2099' },
    { npi: people.physician, since: '1/5/2020', until: '1/5/2022' },
  ]
  await loadOne(database, 'cms-opt-out', optOuts(affidavits), dayIn(-1))
  await loadOne(database, 'co-dora', coloradoRoll(coloradans), dayIn(-4))
  const nurses = [['ORTIZ', 'MARIA', '9165750']] as const
  await loadOne(database, 'ky-nursing', kentuckyNurses(nurses), dayIn(-4))
})
afterAll(async () => {
  reader.close()
  await server.close()
  registry.remove()
})

const dayMs = 86_400_000
const dayIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

const lewis = { last: 'LEWIS', first: 'HIROSHI' }

/** By their numbers, for the cases below. */
const coloradans = [
  { ...lewis, number: '1001', expires: '2099-06-30' },
  { ...lewis, number: '1002' },
  { ...lewis, number: '1003', status: 'Suspended', action: 'CLS Suspension', actionOn: '2026-02-03' },
  { ...lewis, number: '1004', status: 'Expired', expires: '2020-06-30' },
  { ...lewis, number: '1005', status: 'Expired' },
  { last: 'MOSS', first: 'ADA', number: '1006', expires: '2099-06-30' },
  { last: 'LEWIS', first: 'ADA', number: '1007', expires: '2099-06-30', action: 'CLS Stipulation' },
  { ...lewis, number: '1008', status: 'Retired' },
  { ...lewis, number: '1009', expires: '2020-06-30', action: 'CLS Stipulation' },
  { ...lewis, number: '1010', expires: dayIn(-3) },
]

/** The checks of a request of the physician, or of the nurse, that names this license. */
const withLicense = (licenseNumber: string, licenseState = 'CO') =>
  submit(people.physician, 'MD', undefined, 'admin', { licenseNumber, licenseState })
const withNursesLicense = (licenseNumber: string) =>
  submit(people.nurse, 'RN', undefined, 'admin', { licenseNumber, licenseState: 'KY' })

/** The checks of a new request of a new account, as an admin sees them or as whoever submits it. */
async function submit(
  npi: string,
  credential = 'MD',
  image?: Buffer,
  reader: 'admin' | 'submitter' = 'admin',
  more: object = {},
): Promise<Check[]> {
  const sent = (image ?? (await newPicture().png().toBuffer())).toString('base64')
  const { apiKey } = await server.signUp()
  const answer = await server.post(
    '/api/verifications',
    { npi, credential, image: sent, ...more },
    { 'api-key': apiKey },
  )
  expect(answer.status).toBe(201)
  const { id, checks } = shape.parse(answer.body)
  if (reader === 'submitter') return checks
  const review = await server.get(`/api/verifications/${id}/review`, keyOf(admin))
  return z.object({ verification: shape }).parse(review.body).verification.checks
}

/** Does the work as if nothing that compares images had answered. */
async function withoutComparing<T>(work: () => Promise<T>): Promise<T> {
  const { images } = server
  const findSame = images.findSame.bind(images)
  images.findSame = async (image, sender) => {
    const { near, unsure } = await findSame(image, sender)
    return { exact: 0, near: [], unsure: [...near, ...unsure] }
  }
  try {
    return await work()
  } finally {
    images.findSame = findSame
  }
}

/** The checks of a request whose image was sent before, as it is or as another file. */
async function submitTwice(again: (image: Buffer) => Promise<Buffer>): Promise<Check[]> {
  const image = await newPicture().png().toBuffer()
  await submit(people.physician, 'MD', image)
  return submit(people.physician, 'MD', await again(image))
}

/** The checks that are added when the document is read, which is done once for all cases of one document. */
function read(makeImage: () => Promise<Buffer>, npi: string = people.physician, by?: DocumentReader) {
  let checks: Promise<Check[]> | undefined
  return () => {
    checks ??= readNow(makeImage, npi, by ?? reader)
    return checks
  }
}

async function readNow(makeImage: () => Promise<Buffer>, npi: string, by: DocumentReader): Promise<Check[]> {
  const { database, registry: source, images } = server
  await database.db.updateTable('verifications').set({ read_due_at: null }).execute()
  const { apiKey } = await server.signUp()
  const body = { npi, credential: 'MD', image: (await makeImage()).toString('base64') }
  const { id } = shape.parse((await server.post('/api/verifications', body, { 'api-key': apiKey })).body)
  const makeDue = database.db
    .updateTable('verifications')
    .set({ read_due_at: new Date(0) })
    .where('id', '=', id)
  for (let attempt = 1; attempt <= 3; attempt++) {
    await readNext({ database, registry: source, images, reader: by })
    const { checks, isReading } = shape.parse(
      (await server.get(`/api/verifications/${id}`, { 'api-key': apiKey })).body,
    )
    if (!isReading) return checks
    await makeDue.execute()
  }
  throw new Error('the document is still being read after three attempts')
}

const { name, license, state } = physician
const office = `State of ${state}`
const expires = `Expires: ${dayIn(400)}`
const agreeing = read(() => licensePicture(office, `Name: ${name}`, `License No: ${license}`, expires))
const foreign = read(() =>
  licensePicture(office, 'Name: Beatrix Kowalski', 'License No: GA500600', 'Expires: 2024-03-15'),
)
const nearly = read(() => licensePicture(office, 'Name: Maria Lewis', 'License No: GA100043', `Expires: ${dayIn(30)}`))
const ofOthers = read(() =>
  licensePicture('State of Texas', 'Name: Hiroshi Paul Lewis', `License No: ${license}`, expires),
)
const vague = read(() =>
  licensePicture('Medical Board', 'Licensed', `License No: ${license}`, `Expires: ${dayIn(20_000)}`),
)
const twoDates = read(() => licensePicture(office, `Name: ${name}`, expires, `Valid through: ${dayIn(800)}`))
const blank = read(() => licensePicture('Certificate'))
const unread = read(() => newPhoto(), undefined, { read: async () => undefined, close: () => {} })
const ofNobody = read(() => licensePicture(office, `Name: ${name}`), people.nobody)
const withoutState = read(() => licensePicture(office, 'License No: GA100125'), people.licenseWithoutState)

/** How each line of the page comes about. */
const cases: Record<keyof typeof checkCodes, Record<string, () => Promise<Check[]>>> = {
  'npi.check_digit': {
    'The check digit is valid.': () => submit(people.physician),
    'The check digit is wrong, so the number has a typo or CMS never issued it.': () => submit('1234567890'),
  },
  'npi.found': {
    'The registry lists it for {name}.': () => submit(people.physician),
    'The registry lists this NPI as deactivated.': () => submit(people.deactivated),
    'The registry doesn’t have this NPI.': () => submit(people.nobody),
  },
  'npi.active': {
    'Active since {date}.': () => submit(people.physician),
    'It is active.': () => submit(people.withoutDate),
    'CMS deactivated it on {date}.': () => submit(people.deactivated),
    'Nothing is on file for this NPI.': () => submit(people.nobody),
  },
  'npi.individual': {
    'It belongs to a person.': () => submit(people.physician),
    'It belongs to an organization, {name}.': () => submit(people.clinic),
    'Nothing else is on file for this NPI.': () => submit(people.deactivated),
  },
  'credential.agrees': {
    'The registry lists {a physician} with the credential {credential}.': () => submit(people.nurse, 'RN'),
    'The registry lists a registered nurse; its credential text says {credentials}.': () =>
      submit(people.nurseWithOtherText, 'RN'),
    'The registry lists a physician with the credential {credentials}, not {credential}.': () =>
      submit(people.osteopath, 'MD'),
    'The registry lists no taxonomy of {a physician}, and {credentials} instead of {credential}.': () =>
      submit(people.nurse, 'MD'),
    'The registry lists a physician with {credentials} instead of {credential}.': () =>
      submit(people.physicianWithoutText),
    'The registry lists the credential {credential}, but no taxonomy of {a physician}.': () =>
      submit(people.textWithoutTaxonomy),
    'The registry has no person under this NPI.': () => submit(people.clinic),
  },
  'licenses.on_file': {
    'On file: {licenses}. Providers report them themselves.': () => submit(people.physician),
    'No license number is on file.': () => submit(people.withoutLicense),
    'The registry has no person under this NPI.': () => submit(people.nobody),
  },
  'license.active': {
    'The board of {state} says that the license is active until {date}.': () => withLicense('1001'),
    'The board of {state} says that the license is active.': () => withLicense('1002'),
    'The board of {state} says “{suspended, revoked, surrendered, deceased}”.': () => withLicense('1003'),
    'The board of {state} says that the license expired on {date}.': () => withLicense('1004'),
    'The board of {state} says that the license expired.': () => withLicense('1005'),
    'The number belongs to someone else in {state}: neither name matches.': () => withLicense('1006'),
    'Possible match: the list has {name}; {basis}.': () => withLicense('1007'),
    'The board of {state} says “{inactive, retired, closed}”.': () => withLicense('1008'),
    'The board of {state} says “{status}”, although the license’s last day is {date}.': () => withLicense('1009'),
    'The number is not on the list, which has every {profession} license of {state}.': () => withLicense('1099'),
    'The license was active until {date}, but the list is of {date} and cannot say whether it was renewed.': () =>
      withLicense('1010'),
    'The list of {state} has the license, but not its status.': () => withNursesLicense('9165750'),
    'The number is not on the list, which has only some of the licenses of {state}.': () =>
      withNursesLicense('9165751'),
    'No list of the licenses of {state} is loaded.': () => submit(people.physician),
    'No license number with a state is known, so no board was checked.': () => submit(people.withoutLicense),
    'The registry has no person under this NPI, so there is no name to compare.': () => submit(people.clinic),
  },
  'license.discipline': {
    'The list has no action against the license in {state}.': () => withLicense('1001'),
    'The board of {state} lists an action of {date}: “{the board’s words}”.': () => withLicense('1003'),
    'The board of {state} lists an action: “{the board’s words}”.': () => withLicense('1009'),
    'Possible match: the list has {name} with {action}; {basis}.': () => withLicense('1007'),
    'The license was not found on the list of {state}, so nothing is known about it.': () => withLicense('1099'),
    'No list that names actions of the boards of {state} is loaded.': () => withNursesLicense('9165750'),
    'No license number with a state is known, so no board was checked.': () => submit(people.withoutLicense),
    'The registry has no person under this NPI, so there is no name to compare.': () => submit(people.clinic),
  },
  'exclusion.oig': {
    'Neither the NPI nor the name is on the list.': () => submit(people.physician),
    'The list has this NPI: {who, state, dates and law}.': () => submit(people.osteopath, 'DO'),
    'Possible match: the list has {who, state, dates and law}; {basis}.': () => submit(people.namesake),
    'The NPI is not on the list. The registry has no person under it, so no name was compared.': () =>
      submit(people.clinic),
    'No list of the OIG’s exclusions is loaded.': async () => beforeTheList,
  },
  'exclusion.sam': {
    'Neither the NPI nor the name is on the list.': () => submit(people.physician),
    'The list has this NPI: {who, state, dates and law}.': () => submit(people.osteopath, 'DO'),
    'Possible match: the list has {who, state, dates and law}; {basis}.': () => submit(people.namesake),
    'The NPI is not on the list. The registry has no person under it, so no name was compared.': () =>
      submit(people.clinic),
    'No list of SAM.gov’s exclusions is loaded.': async () => beforeTheList,
  },
  'exclusion.state': {
    'Neither the NPI nor the name is on the lists of {states}.': () => submit(people.withoutDate),
    'The list has this NPI: {who, state, dates and law}.': () => submit(people.osteopath, 'DO'),
    'The list has this license: {who, state, dates and law}; {basis}.': () => withLicense('H3249', 'TX'),
    'Possible match: the list has {who, state, dates and law}; {basis}.': () => submit(people.namesake),
    'The NPI is not on the lists of {states}. The registry has no person under it, so no name was compared.': () =>
      submit(people.clinic),
    'No list of a state’s exclusions is loaded.': async () => beforeTheList,
  },
  'medicare.opt_out': {
    'The NPI is not on the list.': () => submit(people.physician),
    'The person opted out of Medicare on {date}, until {date}.': () => submit(people.osteopath, 'DO'),
    'No list of Medicare opt-outs is loaded.': async () => beforeTheList,
  },
  'medicare.revoked': {
    'Neither the NPI nor the name is on the list.': () => submit(people.physician),
    'The list has this NPI: {who, state, dates and law}.': () => submit(people.osteopath, 'DO'),
    'Possible match: the list has {who, state, dates and law}; {basis}.': () => submit(people.namesake),
    'The NPI is not on the list. The registry has no person under it, so no name was compared.': () =>
      submit(people.clinic),
    'No list of revoked Medicare enrollments is loaded.': async () => beforeTheList,
  },
  'image.seen_before': {
    'No image like it is on file for another account or another NPI.': () => submit(people.physician),
    'The same image was sent {how often} before, for another account or another NPI.': () =>
      submitTwice(async (image) => image),
    'A very similar image was sent {how often} before, for another account or another NPI.': () =>
      submitTwice((image) => sharp(image).jpeg().toBuffer()),
    'Images like it were sent before, and not all of them could be compared.': () =>
      withoutComparing(() => submitTwice((image) => sharp(image).jpeg().toBuffer())),
    'Only reviewers see whether the image was sent before.': () =>
      submit(people.physician, 'MD', undefined, 'submitter'),
  },
  'image.edited': {
    'The file names a camera, and says it was written by {program}.': async () =>
      submit(people.physician, 'MD', await newPhoto({ Model: 'EC 2', Software: 'Example Camera 2.1' })),
    'The file names a camera, and has no sign of editing in it.': async () =>
      submit(people.physician, 'MD', await newPhoto()),
    'The file says it was written by {program}, an image editor.': async () =>
      submit(people.physician, 'MD', await newPhoto({ Software: 'Adobe Photoshop 25.0' })),
    'The file says it was written by {program}, and names no camera.': async () =>
      submit(people.physician, 'MD', await newPhoto({ Software: 'Example Scanner 2.1' })),
    'The file has no metadata to go by.': async () =>
      submit(people.physician, 'MD', await newPhoto({ Artist: 'A. Person' })),
  },
  'document.name': {
    'The document names {name}.': agreeing,
    'The document names {name}, who is not the person on file.': foreign,
    'The document names {name}, which is not quite a name on file.': nearly,
    'The document has a name like {name}, with other names beside it.': ofOthers,
    'No name could be read on the document.': blank,
    'No name is on file to compare with.': ofNobody,
    'The document could not be read automatically.': unread,
  },
  'document.license': {
    'The document shows the license number {number} of {state}, which is on file.': agreeing,
    'The document shows the license number {number}, which is on file.': withoutState,
    'The document shows the license number {number}, which is not on file.': foreign,
    'The document shows the number {number} for {state}; on file it is of {state}.': ofOthers,
    'The document shows a number like {number}, which is not quite one on file.': nearly,
    'The document shows the number {number}, on file for {state}, but it is unclear for which state.': vague,
    'No license number could be read.': blank,
    'No license number is on file to compare with.': ofNobody,
    'The document could not be read automatically.': unread,
  },
  'document.expiry': {
    'The document is valid until {date}.': agreeing,
    'The document expired on {date}.': foreign,
    'The document expires on {date}.': nearly,
    'No expiration date could be read.': blank,
    'More than one expiration date was read: {dates}.': twoDates,
    'An expiration date was read, but not clearly.': vague,
    'The document could not be read automatically.': unread,
  },
}

describe('docs/verifications.md', () => {
  test('names every check of the contract, in its order', () => {
    const named = [...page.matchAll(/^\| `([\w.]+)` \| ([^|]+) \|$/gm)].map(([, code, name]) => [code, name])
    expect(named).toEqual(Object.entries(checkCodes))
  })

  test('lists results of the contract alone, and a case for every line', () => {
    expect([...new Set(lines.map(({ code }) => code))]).toEqual(keysOf(checkCodes))
    expect([...new Set(lines.map(({ result }) => result))].sort()).toEqual([...checkResults].sort())
    const made = Object.entries(cases).flatMap(([code, sentences]) => Object.keys(sentences).map((one) => [code, one]))
    expect(lines.map(({ code, sentence }) => [code, sentence])).toEqual(made)
  })
})

describe('a check', () => {
  const titled = lines.map((line) => [`${line.code} is ${line.result}: ${line.sentence}`, line] as const)
  test.each(titled)('%s', async (_, { code, result, sentence }) => {
    const make = Object.entries(cases).find(([one]) => one === code)?.[1][sentence]
    // Without fonts nothing can be drawn that could be read.
    if (make === undefined || (code.startsWith('document.') && make !== unread && !canDraw)) return
    const checks = await make()
    const own = checks.find((check) => check.code === code)
    expect(own).toMatchObject({ result, sentence: expect.stringMatching(formOf(sentence)) })
    for (const check of checks) expect([check, isListed(check)]).toEqual([check, true])
  })
})

/** The sentence with something for every pair of braces, and with what a list says that is out of date. */
function formOf(sentence: string): RegExp {
  const parts = sentence.split(/\{[^}]+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(
    `^${parts.join('.+')}( .+ is out of date: this copy is \\d+ days old, and a new one comes out every .+\\.)*$`,
  )
}

function isListed({ code, result, sentence }: Check): boolean {
  return lines.some((line) => line.code === code && line.result === result && formOf(line.sentence).test(sentence))
}
