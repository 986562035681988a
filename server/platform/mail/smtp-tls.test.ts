/** Mail over TLS: from the beginning and by STARTTLS, with certificates that a test has made. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newMessage } from '../../../test/support/platform/mail-checks.ts'
import { startTestInbox, type TestInbox } from '../../../test/support/platform/test-inbox.ts'
import { openMail } from './mail.ts'
import { MessageRefusedError } from './message.ts'

const mailFrom = { name: 'Praxidex', address: 'care@example.org' }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-smtp-'))
  for (const [name, host] of Object.entries({ own: 'IP:127.0.0.1,IP:0.0.0.0', other: 'DNS:mail.example.org' })) {
    const [keyFile, caFile] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)]
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    const names = ['-subj', '/CN=mail', '-addext', `subjectAltName=${host}`]
    execFileSync('openssl', ['req', ...kind, ...names, '-keyout', keyFile, '-out', caFile], { stdio: 'pipe' })
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

const certificate = (name: 'own' | 'other') => join(folder, `${name}.pem`)
const startInbox = (from: 'offer' | 'beginning', name: 'own' | 'other' = 'own') =>
  startTestInbox(0, {
    from,
    key: readFileSync(join(folder, `${name}.key`), 'utf8'),
    cert: readFileSync(certificate(name), 'utf8'),
  })

/** What becomes of a message: none, or the words of the error. */
async function send(inbox: TestInbox, url: string, caFile?: string): Promise<string | undefined> {
  const mail = openMail({ mail: { kind: 'smtp', url, ...(caFile !== undefined && { caFile }) }, mailFrom })
  try {
    await mail.send(newMessage())
    return undefined
  } catch (error) {
    // What is wrong with a certificate may be mended, so emails wait.
    expect(error).not.toBeInstanceOf(MessageRefusedError)
    expect(inbox.received).toEqual([])
    return String(error)
  } finally {
    await mail.close()
    await inbox.close()
  }
}

describe.each(['offer', 'beginning'] as const)('a mail server with TLS from the %s', (from) => {
  it('is sent to when its certificate is by an authority that the settings name', async () => {
    const inbox = await startInbox(from)
    expect(await send(inbox, inbox.url, certificate('own'))).toBeUndefined()
    expect(inbox.received).toHaveLength(1)
  })

  it('is sent nothing when its authority is unknown', async () => {
    const inbox = await startInbox(from)
    expect(await send(inbox, inbox.url)).toMatch(/self.signed certificate/)
  })

  it('is sent nothing when the authority is another one', async () => {
    const inbox = await startInbox(from)
    expect(await send(inbox, inbox.url, certificate('other'))).toMatch(/self.signed certificate|unable to verify/)
  })

  it('is sent nothing when the certificate is for another name', async () => {
    const inbox = await startInbox(from, 'other')
    expect(await send(inbox, inbox.url, certificate('other'))).toMatch(/does not match/)
  })
})

describe('a mail server whose offer of TLS was removed on the way', () => {
  it('is sent nothing when the settings name an authority', async () => {
    const inbox = await startTestInbox()
    expect(await send(inbox, inbox.url, certificate('own'))).toMatch(/STARTTLS|TLS/)
  })

  // 0.0.0.0 leads to this machine, and is not among the names that are known to.
  it.each([
    ['with', (url: string) => url],
    ['without', (url: string) => url.replace(/\/\/.*@/, '//')],
  ])('is sent nothing on another machine, %s a password', async (_, change) => {
    const inbox = await startTestInbox()
    expect(await send(inbox, change(inbox.url.replace('127.0.0.1', '0.0.0.0')))).toMatch(/STARTTLS|TLS/)
  })
})

it.each([
  ['is not there', 'missing.pem', undefined],
  ['holds no certificate', 'empty.pem', 'nothing'],
])('a file of authorities that %s is reported in one sentence', (_, name, text) => {
  const caFile = join(folder, name)
  if (text !== undefined) writeFileSync(caFile, text)
  expect(() => openMail({ mail: { kind: 'smtp', url: 'smtp://mail.example.org', caFile }, mailFrom })).toThrow(
    /^MAIL_CA_FILE: expected a file with certificates in PEM; got .*\.$/,
  )
})
