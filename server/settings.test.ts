import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { loadSettings, SettingsError, settingsTable } from './settings.ts'

describe('settings', () => {
  it('need nothing to be set', () => {
    expect(loadSettings({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      database: { kind: 'embedded', dir: resolve('data/postgres') },
      registryDir: resolve('data/registry'),
      isRegistryDirNamed: false,
      registryFrom: undefined,
      registryUpdateUrl: 'https://download.cms.gov/nppes/NPI_Files.html',
      sourcesFrom: new Map(),
      sourcesAgreed: [],
      geocoder: { kind: 'offline' },
      limiterUrl: 'memory:',
      files: { kind: 'disk', dir: resolve('data/files') },
      imageDays: { approved: 90, rejected: 30 },
      secretKey: undefined,
      secretKeysPrevious: [],
      logLevel: 'info',
      metricsToken: undefined,
      onWeakDatabase: 'refuse',
      drainSeconds: 0,
      isStartedByNpm: false,
      publicUrl: 'http://localhost:3000',
      mail: { kind: 'outbox', dir: resolve('data/outbox') },
      mailFrom: { name: 'Praxidex', address: 'praxidex@localhost' },
      operatorEmail: 'operator@localhost',
      securityContact: 'mailto:operator@localhost',
      isOutboxShown: true,
      payments: { kind: 'local' },
      blogFeed: undefined,
      trustedProxies: [],
      passwordLengthMin: 8,
      adminSecondFactor: 'optional',
      attempts: {
        signInsPerIp: 60,
        signUpsPerIp: 20,
        failuresPerAccount: 10,
        failuresInARow: 100,
        emailsPerRecipient: 3,
        resetsPerIp: 20,
        newKeysPerAccount: 10,
        phoneChangesPerAccount: 30,
        shareOpeningsPerIp: 120,
        exploreSearchesPerIp: 30,
      },
    })
  })

  it('count an empty value as not set', () => {
    const empty = Object.fromEntries(settingsTable.map(({ name }) => [name, ' ']))
    expect(loadSettings(empty)).toEqual(loadSettings({}))
  })

  it('read where the registry is published, with the access key of buckets', () => {
    expect(loadSettings({ REGISTRY_FROM: 'file:///srv/registry' }).registryFrom).toEqual({
      kind: 'folder',
      dir: '/srv/registry',
    })
    const REGISTRY_FROM = 's3://registry/us?region=eu-west-1&endpoint=https://store.example.org'
    expect(loadSettings({ REGISTRY_FROM, FILES_S3_KEY: 'id-1:a-secret' }).registryFrom).toEqual({
      kind: 's3',
      bucket: 'registry',
      prefix: 'us/',
      region: 'eu-west-1',
      endpoint: 'https://store.example.org',
      credentials: { accessKeyId: 'id-1', secretAccessKey: 'a-secret' },
    })
    for (const wrong of ['file://host/folder', 'file:folder', 'disk:/srv', 'https://example.org', 's3://']) {
      expect(() => loadSettings({ REGISTRY_FROM: wrong })).toThrow(/^REGISTRY_FROM: expected s3:/)
    }
  })

  it('read where images are kept', () => {
    expect(loadSettings({ FILES_URL: 'disk:elsewhere' }).files).toEqual({ kind: 'disk', dir: resolve('elsewhere') })
    const FILES_URL = 's3://credentials/praxidex?region=eu-west-1&endpoint=https://store.example.org'
    expect(loadSettings({ FILES_URL, FILES_S3_KEY: 'id-1:a secret:with colons'.replaceAll(' ', '-') }).files).toEqual({
      kind: 's3',
      bucket: 'credentials',
      prefix: 'praxidex/',
      region: 'eu-west-1',
      endpoint: 'https://store.example.org',
      credentials: { accessKeyId: 'id-1', secretAccessKey: 'a-secret:with-colons' },
    })
    expect(loadSettings({ FILES_URL: 's3://credentials' }).files).toMatchObject({ prefix: '', credentials: undefined })
  })

  it('keep database and registry inside DATA_DIR by default', () => {
    const moved = loadSettings({ DATA_DIR: 'elsewhere' })
    expect(moved.database).toEqual({ kind: 'embedded', dir: resolve('elsewhere/postgres') })
    expect(moved.registryDir).toBe(resolve('elsewhere/registry'))
    const named = loadSettings({ DATA_DIR: 'elsewhere', DATABASE_URL: 'embedded:/db', REGISTRY_DIR: 'versions' })
    expect(named.database).toEqual({ kind: 'embedded', dir: join('/', 'db') })
    expect(named.registryDir).toBe(resolve('versions'))
    expect(named.isRegistryDirNamed).toBe(true)
  })

  it.each(['hex', 'base64', 'base64url'] as const)('read a secret of 32 bytes written in %s', (encoding) => {
    const secret = randomBytes(32)
    expect(loadSettings({ SECRET_KEY: secret.toString(encoding) }).secretKey).toEqual(secret)
  })

  it('read the secrets that the present one follows, up to five', () => {
    const secrets = Array.from({ length: 5 }, () => randomBytes(32))
    const text = secrets.map((secret, index) => secret.toString(index % 2 === 0 ? 'hex' : 'base64'))
    expect(loadSettings({ SECRET_KEY_PREVIOUS: text.join(', ') }).secretKeysPrevious).toEqual(secrets)
    for (const wrong of [
      [...text, text[0]],
      [text[0], ''],
      [text[0], 'hunter2'],
    ]) {
      const said = mistakes({ SECRET_KEY_PREVIOUS: wrong.join() })
      expect(said).toEqual([
        expect.stringMatching(/^SECRET_KEY_PREVIOUS: expected 1 to 5 times 32 bytes .*; got \d+ characters/),
      ])
      expect(said.join()).not.toContain('hunter2')
    }
  })

  it.each([31, 33])('refuse a secret of %i bytes', (length) => {
    expect(mistakes({ SECRET_KEY: randomBytes(length).toString('base64') })).toHaveLength(1)
    expect(mistakes({ SECRET_KEY: randomBytes(length).toString('hex') })).toHaveLength(1)
  })

  it.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '3e3'],
    ['PORT', '-1'],
    ['HOST', 'two words'],
    ['LOG_LEVEL', 'loud'],
    ['GEOCODER_URL', 'google:'],
    ['REGISTRY_UPDATE_URL', 'http://download.cms.gov/nppes/NPI_Files.html'],
    ['REGISTRY_UPDATE_URL', 'file:///nppes/NPI_Files.html'],
    ['REGISTRY_UPDATE_URL', 'NPI_Files.html'],
    ['TRUSTED_PROXIES', 'proxy.example.org'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '10.0.0.1;10.0.0.2'],
    ['PASSWORD_LENGTH_MIN', '7'],
    ['PASSWORD_LENGTH_MIN', '257'],
    ['SIGN_INS_PER_IP', '0'],
    ['SIGN_IN_FAILURES_IN_A_ROW', 'never'],
    ['RESETS_PER_IP', '1000001'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', './postgres'],
  ])('refuse %s=%s in one sentence that names it', (name, value) => {
    const [sentence, ...others] = mistakes({ [name]: value })
    expect(sentence).toMatch(new RegExp(`^${name}: expected .+; got .+\\.$`))
    expect(others).toEqual([])
  })

  it('D9: take addresses and networks of proxies', () => {
    const trusted = loadSettings({ TRUSTED_PROXIES: '10.0.0.0/8, 192.168.1.5,fd00::/8' }).trustedProxies
    expect(trusted).toEqual(['10.0.0.0/8', '192.168.1.5', 'fd00::/8'])
  })

  it('report all mistakes together', () => {
    const all = mistakes({ PORT: 'x', HOST: '?', DATABASE_URL: 'postgres://localhost/d', LOG_LEVEL: 'x' })
    expect(all.map((sentence) => sentence.split(':')[0])).toEqual(['PORT', 'HOST', 'LOG_LEVEL', 'SECRET_KEY'])
  })

  it('F1: never repeat a secret', () => {
    const said = mistakes({
      SECRET_KEY: 'hunter2hunter2',
      DATABASE_URL: 'mysql://user:hunter2@localhost/x',
      REGISTRY_UPDATE_URL: 'https://user:hunter2@mirror.example/',
      FILES_URL: 's3://id-1:hunter2@bucket',
      REGISTRY_FROM: 's3://id-1:hunter2@bucket/us',
      GEOCODER_URL: 'census:ftp://user:hunter2@host',
    })
    expect(said).toHaveLength(6)
    expect(said.join()).not.toContain('hunter2')
  })

  it('require a secret with a database that several processes may share', () => {
    expect(mistakes({ DATABASE_URL: 'postgres://localhost/praxidex' })[0]).toMatch(/^SECRET_KEY: expected 32 bytes/)
    const url = 'postgresql://db/praxidex?sslmode=verify-full'
    const settings = loadSettings({ DATABASE_URL: url, SECRET_KEY: randomBytes(32).toString('base64') })
    expect(settings.database).toEqual({ kind: 'postgres', url })
  })
})

describe('a database that runs elsewhere', () => {
  const SECRET_KEY = randomBytes(32).toString('base64')

  it.each([
    'postgres://user:word@db.example.org:5433/praxidex?sslmode=verify-full&sslrootcert=/etc/authority.pem',
    'postgres://user@/praxidex?host=%2Frun%2Fpostgresql',
    'postgresql://user:word@/praxidex?application_name=x&host=/run/postgresql',
    'postgres:///praxidex?host=/run/postgresql',
  ])('may be named %s', (url) => {
    expect(loadSettings({ DATABASE_URL: url, SECRET_KEY }).database).toEqual({ kind: 'postgres', url })
  })

  it('may have a role that owns the tables beside the one that serves calls', () => {
    const [url, ownerUrl] = ['postgres://calls@localhost/praxidex', 'postgres://owner:word@localhost/praxidex']
    const settings = loadSettings({ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, SECRET_KEY })
    expect(settings.database).toEqual({ kind: 'postgres', url, ownerUrl })
    expect(mistakes({ DATABASE_OWNER_URL: ownerUrl })).toEqual([
      expect.stringMatching(/^DATABASE_OWNER_URL: expected DATABASE_URL to be postgres/),
    ])
    const odd = mistakes({ DATABASE_URL: url, DATABASE_OWNER_URL: 'mysql://owner:hunter2@db/praxidex', SECRET_KEY })
    expect(odd).toEqual([expect.stringMatching(/^DATABASE_OWNER_URL: expected postgres:.*; got mysql:…\.$/)])
  })

  it.each([
    ['postgres://user:hunter2@db/praxidex', 'sslmode=verify-full, .*; got no sslmode'],
    ['postgres://user:hunter2@db/praxidex?sslmode=require', 'sslmode=verify-full, .*; got another one'],
    ['postgres://user:hunter2@db/praxidex?sslmode=verify-full&sslmode=disable', 'sslmode=verify-full'],
    ['postgres://user:hunter2@localhost/praxidex?host=db', 'sslmode=verify-full'],
    ['postgres://user:hunter2@localhost/praxidex?host=%2Frun&host=db', 'sslmode=verify-full'],
    ['postgres://user:hunter2@10.0.0.7/praxidex?sslmode=verify-full', 'the name of a host'],
    ['postgres://user:hunter2@[fd00::7]/praxidex?sslmode=verify-full', 'the name of a host'],
  ])('F6: may not be named %s on another machine, unless the operator says so', (url, expected) => {
    const said = mistakes({ DATABASE_URL: url, DATABASE_OWNER_URL: url, SECRET_KEY })
    expect(said).toEqual(
      ['DATABASE_URL', 'DATABASE_OWNER_URL'].map((name) => expect.stringMatching(`^${name}: expected ${expected}`)),
    )
    expect(said.join()).not.toContain('hunter2')
    const allowed = { DATABASE_URL: url, SECRET_KEY, DATABASE_TLS: 'optional' }
    expect(loadSettings(allowed).database).toEqual({ kind: 'postgres', url })
  })

  it.each([
    'postgres://user@127.0.0.1:5433/praxidex',
    'postgres://user@[::1]/praxidex',
    'postgres://user@db/praxidex?host=/run/postgresql',
  ])('needs no TLS on this machine: %s', (url) => {
    expect(loadSettings({ DATABASE_URL: url, SECRET_KEY }).database).toEqual({ kind: 'postgres', url })
  })

  it.each(['postgres://user@/praxidex', 'postgres://user@/praxidex?socket=/run', 'postgres://a b/praxidex'])(
    'may not be named %s',
    (url) => {
      expect(mistakes({ DATABASE_URL: url, SECRET_KEY })).toEqual([expect.stringMatching(/^DATABASE_URL: expected/)])
    },
  )
})

function mistakes(env: Record<string, string>): readonly string[] {
  try {
    loadSettings(env)
  } catch (error) {
    if (error instanceof SettingsError) return error.sentences
    throw error
  }
  return []
}

const feedOf = (value: string) => loadSettings({ BLOG_FEED: value }).blogFeed

describe('D2: BLOG_FEED', () => {
  test('is none, a feed by https, or a service that turns one into JSON', () => {
    expect(feedOf('')).toBeUndefined()
    expect(feedOf('https://blog.example.org/atom.xml')).toMatchObject({ kind: 'xml', url: { pathname: '/atom.xml' } })
    expect(feedOf('json:https://api.rss2json.com/v1/api.json?rss_url=x')).toMatchObject({
      kind: 'json',
      url: { hostname: 'api.rss2json.com' },
    })
  })

  test.each([
    'http://blog.example.org/feed',
    'https://name:word@blog.example.org/feed',
    'file:///etc/passwd',
    'json:',
    'json:http://api.example.org/',
    'medium.com/feed/@us',
  ])('refuses %s without repeating what may be a secret', (value) => {
    expect(() => feedOf(value)).toThrow(SettingsError)
    expect(() => feedOf(value)).toThrow(/^BLOG_FEED: expected an https address/)
    expect(() => feedOf(value)).not.toThrow(/word|example|passwd/)
  })
})

const geocoderOf = (value: string) => loadSettings({ GEOCODER_URL: value }).geocoder

describe('GEOCODER_URL', () => {
  test('is offline: or census:, which may be followed by the address of another service', () => {
    expect(geocoderOf('offline:')).toEqual({ kind: 'offline' })
    expect(geocoderOf('census:')).toMatchObject({ kind: 'census', service: { hostname: 'geocoding.geo.census.gov' } })
    for (const address of ['https://example.org/geocoder', 'http://127.0.0.1:8080/geocoder']) {
      expect(geocoderOf(`census:${address}`)).toMatchObject({ kind: 'census', service: { href: address } })
    }
  })

  test.each([
    'offline',
    'offline:x',
    'google:',
    'https://geocoding.geo.census.gov',
    'CENSUS:',
    'census:example.org',
    'census:http://[',
    'census:ftp://user:hunter2@example.org/',
    'census:https://user:hunter2@example.org/',
    'census:https://example.org/?key=hunter2',
    'census:https://example.org/#hunter2',
  ])('refuses %s at once, without repeating what may be a secret', (value) => {
    expect(() => geocoderOf(value)).toThrow(SettingsError)
    expect(() => geocoderOf(value)).toThrow(/^GEOCODER_URL: expected offline:, census:, or census: and an http/)
    expect(() => geocoderOf(value)).not.toThrow(/hunter2|example/)
  })
})

test('requests are counted in memory unless a server for them is named', () => {
  expect(loadSettings({}).limiterUrl).toBe('memory:')
  for (const url of ['redis://127.0.0.1:6379', 'rediss://user:secret@cache.example.org:6380/1']) {
    expect(loadSettings({ LIMITER_URL: url }).limiterUrl).toBe(url)
  }
})

test.each(['redis:', 'redis://', 'http://user:hunter2@example.org', 'memory:x', 'redis://user:hunter2@[x'])(
  'no limiter is at %s, which is said without its password',
  (url) => {
    const load = () => loadSettings({ LIMITER_URL: url })
    expect(load).toThrow(/^LIMITER_URL: expected memory:, redis:.*; got \w+:…\.$/)
    expect(load).not.toThrow('hunter2')
  },
)

test('metrics need a token that is not guessed', () => {
  expect(loadSettings({}).metricsToken).toBeUndefined()
  expect(loadSettings({ METRICS_TOKEN: 'a'.repeat(16) }).metricsToken).toBe('a'.repeat(16))
  for (const token of ['a'.repeat(15), 'a'.repeat(201), `${'a'.repeat(16)} b`]) {
    const load = () => loadSettings({ METRICS_TOKEN: token })
    expect(load).toThrow(
      /^METRICS_TOKEN: expected 16 to 200 letters, digits and signs without spaces; got \d+ characters/,
    )
    expect(load).not.toThrow(token)
  }
})

test('a database that may lose what it acknowledged is refused by default', () => {
  expect(loadSettings({}).onWeakDatabase).toBe('refuse')
  expect(loadSettings({ WEAK_DATABASE: 'warn' }).onWeakDatabase).toBe('warn')
  expect(() => loadSettings({ WEAK_DATABASE: 'ignore' })).toThrow(
    'WEAK_DATABASE: expected refuse or warn; got "ignore".',
  )
})
