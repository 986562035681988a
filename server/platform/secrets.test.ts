import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestDatabase } from '../../test/support/platform/test-database.ts'
import { openSecrets } from './secrets.ts'
import { checkSecretFits } from './secrets-check.ts'
import { secretsOf } from './secrets-file.ts'

const secrets = openSecrets(randomBytes(32))

describe('sealed text', () => {
  it('opens for its owner, and says nothing of itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, owner) => {
        const sealed = secrets.seal(text, owner)
        expect(secrets.unseal(sealed, owner)).toBe(Buffer.from(text).toString())
        if (text.length > 3) expect(sealed.includes(text)).toBe(false)
        expect(secrets.seal(text, owner)).not.toEqual(sealed)
      }),
    )
  })

  it('does not open for another owner, with another secret, cut short or with any bit changed', () => {
    const sealed = secrets.seal('pdx_something', 'owner')
    const refused = /^Sealed bytes could not be opened/
    expect(() => secrets.unseal(sealed, 'another')).toThrow(refused)
    expect(() => openSecrets(randomBytes(32)).unseal(sealed, 'owner')).toThrow(refused)
    for (let length = 0; length < sealed.length; length++) {
      expect(() => secrets.unseal(sealed.subarray(0, length), 'owner')).toThrow(refused)
    }
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      expect(() => secrets.unseal(changed, 'owner')).toThrow(refused)
    }
  })
})

describe('a look-up hash', () => {
  it('is the same for the same text and secret only', () => {
    expect(secrets.lookupHash('a')).toEqual(secrets.lookupHash('a'))
    expect(secrets.lookupHash('a')).not.toEqual(secrets.lookupHash('b'))
    expect(openSecrets(randomBytes(32)).lookupHash('a')).not.toEqual(secrets.lookupHash('a'))
  })
})

describe('a database', () => {
  it('is refused with another secret than the one it was made with', async () => {
    const database = await startTestDatabase()
    await Promise.all([checkSecretFits(database, secrets), checkSecretFits(database, secrets)])
    await expect(checkSecretFits(database, openSecrets(randomBytes(32)))).rejects.toThrow(
      /^The secret .* is not the one/,
    )
    await database.close()
  })
})

describe('the key file', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = join(fs.mkdtempSync(join(tmpdir(), 'praxidex-secret-')), 'data')
  })
  afterEach(() => fs.rmSync(join(dataDir, '..'), { recursive: true }))

  const places = () => ({
    secretKey: undefined,
    secretKeysPrevious: [],
    dataDir,
    database: { kind: 'embedded', dir: join(dataDir, 'postgres') } as const,
    files: { kind: 'disk', dir: join(dataDir, 'files') } as const,
  })
  const secret = (makesFile = true) => secretsOf(places(), { makesFile })
  const file = () => join(dataDir, 'secret.key')

  it('is made once, for its owner alone', () => {
    const made = secret()
    expect(Buffer.from(fs.readFileSync(file(), 'utf8'), 'base64')).toHaveLength(32)
    expect(fs.statSync(file()).mode & 0o777).toBe(0o600)
    expect(secret().lookupHash('a')).toEqual(made.lookupHash('a'))
    expect(fs.readdirSync(dataDir)).toEqual(['secret.key'])
  })

  it('is neither read nor made when a secret is set', () => {
    const secretKey = randomBytes(32)
    const set = secretsOf({ ...places(), secretKey }, { makesFile: true })
    expect(set.lookupHash('a')).toEqual(openSecrets(secretKey).lookupHash('a'))
    expect(fs.existsSync(dataDir)).toBe(false)
  })

  it.each(['postgres/cluster', 'files/images'])('is not made beside data: with %s it is said to be missing', (data) => {
    fs.mkdirSync(join(dataDir, data), { recursive: true })
    expect(() => secret()).toThrow(
      /^There is no .*secret\.key, but data in .*: put back the one that the data was made with/,
    )
    expect(fs.existsSync(file())).toBe(false)
  })

  it('is made by the server alone, not by programs beside it', () => {
    expect(() => secret(false)).toThrow(/^There is no .*secret\.key: put the one of the installation there/)
    expect(fs.existsSync(file())).toBe(false)
    secret()
    expect(secret(false).lookupHash('a')).toEqual(secret().lookupHash('a'))
  })

  it('is refused when others may read it', () => {
    secret()
    fs.chmodSync(file(), 0o640)
    expect(() => secret()).toThrow(/^The key file .*secret\.key cannot be used: expected .*mode 600.*; got mode 640\.$/)
  })

  it('is refused when it holds anything but 32 bytes', () => {
    secret()
    fs.writeFileSync(file(), randomBytes(31).toString('base64'))
    expect(() => secret()).toThrow('expected 32 bytes in base64; got 31 bytes.')
  })
})
