import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { imagesStoredMax } from '#contract/limits'
import { type CardFields, card } from '../../test/support/images/test-cards.ts'
import { startTestDatabase } from '../../test/support/platform/test-database.ts'
import { newPhoto } from '../../test/support/test-pictures.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { FilesAwayError } from '../platform/files/away.ts'
import { type Files, openFiles } from '../platform/files/files.ts'
import { openSecrets } from '../platform/secrets.ts'
import { uuidv7 } from '../platform/uuid.ts'
import { type DecoderPool, openDecoderPool } from './decoder/decoder-pool.ts'
import type { PreparedImage } from './image-answer.ts'
import { bindImage, scheduleDestruction } from './image-retention.ts'
import { type Images, imageKeyOwner, openImages } from './images.ts'

const folder = mkdtempSync(join(tmpdir(), 'praxidex-images-'))
const secrets = openSecrets(Buffer.alloc(32, 7))
let database: Database
let decoder: DecoderPool
let files: Files
let images: Images
let damages: string[]
let accountId: string

beforeAll(async () => {
  database = await startTestDatabase()
  decoder = openDecoderPool()
  files = openFiles({ kind: 'disk', dir: folder })
})
afterAll(async () => {
  decoder.close()
  await database.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  damages = []
  images = openImages({ database, files, secrets, decoder, onDamage: (sentence) => damages.push(sentence) })
  accountId = await newAccount()
})

async function newAccount(): Promise<string> {
  const id = uuidv7()
  await database.db
    .insertInto('accounts')
    .values({
      id,
      email: `${id}@example.org`,
      phone: '212-555-0101',
      password_hash: 'none',
      npi: null,
      email_verified_at: null,
    })
    .execute()
  return id
}

/** Lets the time of all images of the account be over. */
async function destroyAll(): Promise<void> {
  await sql`update images set destroy_after = now() where account_id = ${accountId}`.execute(database.db)
  await images.upkeep()
}

async function prepared(bytes: Buffer): Promise<PreparedImage> {
  const answer = await images.prepare(bytes.toString('base64'))
  if (answer === 'busy' || !answer.ok) throw new Error(JSON.stringify(answer))
  return answer
}

const newCard = (fields: Partial<CardFields> = {}) =>
  card({ layout: 0, name: `Ada ${randomUUID().slice(0, 8)}`, ...fields })

/** Stores and binds an image as a verification does. */
async function keep(image: PreparedImage, owner = accountId): Promise<{ id: string; verificationId: string }> {
  const verificationId = uuidv7()
  const id = await images.keep({ accountId: owner, verificationId }, image)
  expect(id).not.toBe('full')
  await inTransaction(database, (trx) => bindImage(trx, { accountId: owner, id }))
  return { id, verificationId }
}

/** The sealed key of an image. */
async function keyOf(id: string): Promise<Buffer> {
  const row = await database.db.selectFrom('images').select('wrapped_key').where('id', '=', id).executeTakeFirst()
  return row?.wrapped_key ?? expect.unreachable('an image without a key')
}

async function setKey(id: string, wrappedKey: Buffer): Promise<void> {
  await database.db.updateTable('images').set({ wrapped_key: wrappedKey }).where('id', '=', id).execute()
}

function storedFiles(): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

const pathOf = (id: string) => join(folder, 'images', id.slice(-2), id)

describe('images', () => {
  it('are given back as they were prepared', async () => {
    const image = await prepared(await newCard())
    const { id, verificationId } = await keep(image)
    const read = await images.read(id)
    expect(read?.webp.equals(image.webp)).toBe(true)
    expect(read?.image).toMatchObject({ accountId, id, verificationId })
  })

  it('C7: lie encrypted in the store: nothing in it begins or goes on as a picture does', async () => {
    await keep(await prepared(await newCard()))
    const all = storedFiles()
    expect(all.length).toBeGreaterThan(0)
    for (const path of all) {
      const text = readFileSync(path, 'latin1')
      for (const magic of ['RIFF', 'WEBP', 'VP8', 'JFIF', '\xff\xd8\xff', '\x89PNG']) {
        expect(text.startsWith(magic) || text.includes(`RIFF${magic}`)).toBe(false)
      }
      expect(text).not.toMatch(/WEBPVP8/)
    }
  })

  it('are gone without an alarm when their time comes while they are read', async () => {
    const { id } = await keep(await prepared(await newCard()))
    const late: Files = {
      ...files,
      async get(key) {
        await destroyAll()
        return files.get(key)
      },
    }
    const slow = openImages({ database, files: late, secrets, decoder, onDamage: (sentence) => damages.push(sentence) })
    expect(await slow.read(id)).toBeUndefined()
    expect(damages).toEqual([])
  })

  it.each([
    ['the first byte', 0],
    ['the nonce', 5],
    ['the tag', 20],
    ['the body', 200],
  ])('C7: are gone, and the log says so, when a bit of %s was flipped', async (_, at) => {
    const { id } = await keep(await prepared(await newCard()))
    const bytes = readFileSync(pathOf(id))
    bytes[at] ^= 1
    writeFileSync(pathOf(id), bytes)
    expect(await images.read(id)).toBeUndefined()
    expect(damages).toEqual([expect.stringContaining(id)])
  })

  it('C7: are gone when the bytes of another image, or the key of another, are in their place', async () => {
    const [one, other] = [await keep(await prepared(await newCard())), await keep(await prepared(await newCard()))]
    const bytes = readFileSync(pathOf(one.id))
    writeFileSync(pathOf(one.id), readFileSync(pathOf(other.id)))
    expect(await images.read(one.id)).toBeUndefined()
    writeFileSync(pathOf(one.id), bytes)
    expect(await images.read(one.id)).toBeDefined()
    await sql`update images set wrapped_key = (select wrapped_key from images where id = ${other.id}) where id = ${one.id}`.execute(
      database.db,
    )
    expect(await images.read(one.id)).toBeUndefined()
    expect(damages).toHaveLength(2)
  })

  it('C7: are gone when bytes and key of another image replace them together', async () => {
    const [one, other] = [await keep(await prepared(await newCard())), await keep(await prepared(await newCard()))]
    writeFileSync(pathOf(one.id), readFileSync(pathOf(other.id)))
    await setKey(one.id, await keyOf(other.id))
    expect(await images.read(one.id)).toBeUndefined()
    // Not even when an owner of the secret seals that key for the image in whose place it is put: the bytes have an
    // owner, too.
    const keyText = secrets.unseal(await keyOf(other.id), imageKeyOwner({ accountId, ...other }))
    await setKey(one.id, secrets.seal(keyText, imageKeyOwner({ accountId, ...one })))
    expect(await images.read(one.id)).toBeUndefined()
    expect(damages).toEqual([expect.stringContaining(one.id), expect.stringContaining(one.id)])
    expect(images.damages()).toBe(2)
    expect((await images.read(other.id))?.image.id).toBe(other.id)
  })

  it('C7: have a key and a nonce of their own, though they show the same', async () => {
    const image = await prepared(await newCard())
    const [one, other] = [await keep(image), await keep(image)]
    const keys = await Promise.all(
      [one, other].map(async (kept) => secrets.unseal(await keyOf(kept.id), imageKeyOwner({ accountId, ...kept }))),
    )
    expect(keys[0]).not.toBe(keys[1])
    const [a, b] = [readFileSync(pathOf(one.id)), readFileSync(pathOf(other.id))]
    expect(a.subarray(1, 13).equals(b.subarray(1, 13))).toBe(false)
    const blocksOf = (bytes: Buffer) =>
      Array.from({ length: Math.floor((bytes.length - 1) / 16) }, (_, n) =>
        bytes.toString('hex', 1 + 16 * n, 17 + 16 * n),
      )
    const blocks = new Set(blocksOf(a))
    expect(blocksOf(b).filter((block) => blocks.has(block))).toEqual([])
  })

  it('C4: of what was sent only its SHA-256 and what its metadata said are kept, beside the new picture', async () => {
    const camera = { Software: 'Adobe Photoshop 25.0', Make: 'Canary Camera', Copyright: randomUUID() }
    const sent = await newPhoto(camera)
    const image = await prepared(sent)
    const before = new Set(storedFiles())
    const { id } = await keep(image)
    const added = storedFiles().filter((path) => !before.has(path))
    expect(added).toEqual([pathOf(id)])
    // A version, a nonce and a tag beside the picture: there is no place for anything else.
    expect(readFileSync(pathOf(id))).toHaveLength(image.webp.length + 1 + 12 + 16)
    const row = await database.db.selectFrom('images').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      original_sha256: createHash('sha256').update(sent).digest(),
      has_exif: true,
      software: 'Adobe Photoshop 25.0',
      edited_by: 'Adobe Photoshop 25.0',
    })
    const { rows } = await sql<{ text: string }>`
      select images::text as text from images where id = ${id}
      union all select image_bands::text from image_bands where image_id = ${id}`.execute(database.db)
    const kept = rows.map(({ text }) => text).join()
    const middle = sent.subarray(sent.length / 2, sent.length / 2 + 16)
    for (const part of ['Canary', camera.Copyright, middle.toString('hex'), middle.toString('base64').slice(0, 20)]) {
      expect(kept).not.toContain(part)
    }
  })

  it('C7: do not open for another verification', async () => {
    const { id } = await keep(await prepared(await newCard()))
    await sql`update images set verification_id = ${uuidv7()} where id = ${id}`.execute(database.db)
    expect(await images.read(id)).toBeUndefined()
  })

  it('C7: are destroyed with their key, also where a copy of the bytes and a backup of nothing else is left', async () => {
    const { id } = await keep(await prepared(await newCard()))
    const copy = readFileSync(pathOf(id))
    await destroyAll()
    expect(() => readFileSync(pathOf(id))).toThrow(/ENOENT/)
    await files.put(`images/${id.slice(-2)}/${id}`, copy)
    expect(await images.read(id)).toBeUndefined()
    const row = await database.db.selectFrom('images').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ wrapped_key: null, perceptual_hash: null, destroyed_at: expect.any(Date) })
  })

  it('F3: are destroyed when their time is over, unless they are held', async () => {
    const kept = await keep(await prepared(await newCard()))
    const [due, held] = [await keep(await prepared(await newCard())), await keep(await prepared(await newCard()))]
    for (const { verificationId } of [kept, due, held]) {
      await inTransaction(database, (trx) => scheduleDestruction(trx, { accountId, verificationId, days: 30 }))
    }
    await sql`update images set is_held = true where id = ${held.id}`.execute(database.db)
    // The clock moves on by 30 days for two of them, and by all but a minute of that for the other.
    await sql`update images set destroy_after = destroy_after - interval '30 days' where id in (${due.id}, ${held.id})`.execute(
      database.db,
    )
    await sql`update images set destroy_after = destroy_after - interval '30 days' + interval '1 minute' where id = ${kept.id}`.execute(
      database.db,
    )
    expect(await images.upkeep()).toBe(1)
    expect(await images.read(due.id)).toBeUndefined()
    expect(await images.read(kept.id)).toBeDefined()
    expect(await images.read(held.id)).toBeDefined()
  })

  it('are cleared away after ten minutes when their verification never came to be', async () => {
    const left = await images.keep({ accountId, verificationId: uuidv7() }, await prepared(await newCard()))
    expect(await images.upkeep()).toBe(0)
    await sql`update images set created_at = created_at - interval '11 minutes' where id = ${left}`.execute(database.db)
    expect(await images.upkeep()).toBe(1)
    expect(() => readFileSync(pathOf(left))).toThrow(/ENOENT/)
  })

  it(`C1: are ${imagesStoredMax} for one account at most, also when they come together`, async () => {
    const image = await prepared(await newCard())
    const owner = () => ({ accountId, verificationId: uuidv7() })
    const answers = await Promise.all(Array.from({ length: imagesStoredMax + 5 }, () => images.keep(owner(), image)))
    expect(answers.filter((answer) => answer === 'full')).toHaveLength(5)
  })

  it('leave no readable row when the store of files is away, and do not count', async () => {
    const away: Files = { ...files, put: () => Promise.reject(new FilesAwayError('writing', 'no space')) }
    const broken = openImages({
      database,
      files: away,
      secrets,
      decoder,
      onDamage: (sentence) => damages.push(sentence),
    })
    const image = await prepared(await newCard())
    for (let tries = 0; tries < imagesStoredMax; tries++) {
      await expect(broken.keep({ accountId, verificationId: uuidv7() }, image)).rejects.toThrow(FilesAwayError)
    }
    const readable = await database.db
      .selectFrom('images')
      .select('id')
      .where('account_id', '=', accountId)
      .where('wrapped_key', 'is not', null)
      .execute()
    expect(readable).toEqual([])
    expect(await images.keep({ accountId, verificationId: uuidv7() }, image)).not.toBe('full')
  })
})

describe('an image that was sent before', () => {
  const another = { accountId: uuidv7(), npi: '1000000004' }
  const person = { layout: 1, name: 'Grace Hopper', license: 'RN482913', expires: '06/30/2028' } as const

  // Cards whose names differ by six letters may be alike: none that another test kept is to be found.
  beforeEach(async () => {
    await sql`update images set destroy_after = now(), is_held = false`.execute(database.db)
    await images.upkeep()
  })

  it('is found on another account, by its bytes', async () => {
    const bytes = await newCard()
    await keep(await prepared(bytes))
    expect(await images.findSame(await prepared(bytes), another)).toEqual({ exact: 1, near: [], unsure: [] })
  })

  it.each([
    ['compressed again', (bytes: Buffer) => sharp(bytes).jpeg({ quality: 40 })],
    ['half the size', (bytes: Buffer) => sharp(bytes).resize(500).jpeg({ quality: 80 })],
    ['cropped by 2 %', (bytes: Buffer) => sharp(bytes).extract({ left: 10, top: 6, width: 980, height: 628 }).jpeg()],
    ['lightened', (bytes: Buffer) => sharp(bytes).modulate({ brightness: 1.08 }).jpeg()],
    ['blurred', (bytes: Buffer) => sharp(bytes).blur(1.5).jpeg()],
  ])('is found when it is %s', async (_, change) => {
    const bytes = await card({ ...person, name: `Grace ${randomUUID().slice(0, 6)}` })
    const { id } = await keep(await prepared(bytes))
    const found = await images.findSame(await prepared(await change(bytes).toBuffer()), another)
    expect(found).toEqual({ exact: 0, near: [id], unsure: [] })
  })

  it.each([
    ['turned by a quarter', 90, false],
    ['turned by half', 180, false],
    ['turned by three quarters', 270, false],
    ['mirrored', 0, true],
    ['mirrored and turned by a quarter', 90, true],
    ['mirrored and turned by half', 180, true],
    ['mirrored and turned by three quarters', 270, true],
  ])('is found when it is %s and compressed again', async (_, angle, isMirrored) => {
    const bytes = await card({ ...person, layout: 3, name: `Grace ${randomUUID().slice(0, 6)}` })
    const { id } = await keep(await prepared(bytes))
    const turned = await prepared(await sharp(bytes).rotate(angle).flop(isMirrored).jpeg({ quality: 60 }).toBuffer())
    expect(await images.findSame(turned, another)).toEqual({ exact: 0, near: [id], unsure: [] })
  })

  it('is found when only its Exif data says that it lies on its side', async () => {
    const bytes = await newCard()
    const { id } = await keep(await prepared(await sharp(bytes).jpeg().toBuffer()))
    const onItsSide = await prepared(await sharp(bytes).jpeg().withMetadata({ orientation: 6 }).toBuffer())
    expect(await images.findSame(onItsSide, another)).toEqual({ exact: 0, near: [id], unsure: [] })
  })

  it('is counted as often as it was sent, and not from the same account for the same NPI', async () => {
    const image = await prepared(await newCard())
    for (let sent = 0; sent < 25; sent++) {
      if (sent % 5 === 0) accountId = await newAccount()
      await keep(image)
    }
    expect(await images.findSame(image, another)).toMatchObject({ exact: 25 })
    const own = { accountId, npi: '1000000004' }
    for (const npi of [own.npi, '1000000012']) {
      const { verificationId } = await keep(image)
      await sql`insert into verifications (account_id, id, npi, credential, is_personal, image_id, checks)
        values (${accountId}, ${verificationId}, ${npi}, 'MD', true, 'none', '[]')`.execute(database.db)
    }
    expect(await images.findSame(image, own)).toMatchObject({ exact: 21 })
  })

  it('is found behind many that the same account sent again for the same NPI', async () => {
    const bytes = await newCard()
    const { id } = await keep(await prepared(await sharp(bytes).jpeg({ quality: 50 }).toBuffer()))
    const own = { accountId: await newAccount(), npi: '1000000004' }
    for (let quality = 70; quality < 82; quality++) {
      const again = await prepared(await sharp(bytes).jpeg({ quality }).toBuffer())
      const { verificationId } = await keep(again, own.accountId)
      await sql`insert into verifications (account_id, id, npi, credential, is_personal, status, image_id, checks)
        values (${own.accountId}, ${verificationId}, ${own.npi}, 'MD', true, 'rejected', 'none', '[]')`.execute(
        database.db,
      )
    }
    expect(await images.findSame(await prepared(bytes), own)).toEqual({ exact: 0, near: [id], unsure: [] })
  })

  it('is one that could not be compared where more are like it than there is time for', async () => {
    const bytes = await newCard()
    for (let quality = 70; quality < 80; quality++) {
      await keep(await prepared(await sharp(bytes).jpeg({ quality }).toBuffer()))
    }
    const found = await images.findSame(await prepared(bytes), another)
    expect([found.exact, found.near.length, found.unsure.length]).toEqual([0, 8, 2])
  })

  it('is found when a single digit of it was altered, which a person should look at', async () => {
    const name = `Grace ${randomUUID().slice(0, 6)}`
    const { id } = await keep(await prepared(await card({ ...person, layout: 2, name })))
    const altered = await prepared(await card({ ...person, layout: 2, name, license: 'RN482918' }))
    expect(await images.findSame(altered, another)).toEqual({ exact: 0, near: [id], unsure: [] })
  })

  it.each(['busy', 'lost'] as const)(
    'is reported as one to look at when the decoder that compares is %s',
    async (areAlike) => {
      const bytes = await newCard()
      const { id } = await keep(await prepared(bytes))
      const copy = await prepared(await sharp(bytes).jpeg().toBuffer())
      const away: DecoderPool = { ...decoder, areAlike: async () => areAlike }
      const overloaded = openImages({
        database,
        files,
        secrets,
        decoder: away,
        onDamage: (sentence) => damages.push(sentence),
      })
      expect(await overloaded.findSame(copy, another)).toEqual({ exact: 0, near: [], unsure: [id] })
    },
  )

  it('is not compared once it is destroyed, and is still recognized by its bytes', async () => {
    const bytes = await newCard()
    const image = await prepared(bytes)
    await keep(image)
    await destroyAll()
    expect(await images.findSame(image, another)).toEqual({ exact: 1, near: [], unsure: [] })
    const copy = await prepared(await sharp(bytes).jpeg().toBuffer())
    expect(await images.findSame(copy, another)).toEqual({ exact: 0, near: [], unsure: [] })
  })
})
