import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkMail, newMessage } from '../../../test/support/platform/mail-checks.ts'
import { startTestInbox, type TestInbox } from '../../../test/support/platform/test-inbox.ts'
import { openMail } from './mail.ts'
import { MessageRefusedError } from './message.ts'

const mailFrom = { name: 'Praxidex', address: 'care@example.org' }

let folder: string
let inbox: TestInbox
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-mail-'))
  inbox = await startTestInbox()
})
afterAll(async () => {
  await inbox.close()
  rmSync(folder, { recursive: true })
})

const messagesIn = (dir: string) => readdirSync(dir).map((name) => readFileSync(join(dir, name)))

checkMail('an outbox', async () => {
  const dir = join(folder, 'outbox')
  return {
    mail: openMail({ mail: { kind: 'outbox', dir }, mailFrom }),
    async arrived(to) {
      const emails = await Promise.all(
        messagesIn(dir).map((bytes) => PostalMime.parse(bytes, { attachmentEncoding: 'utf8' })),
      )
      return emails.filter((email) => email.to?.some(({ address }) => address === to))
    },
    fail(isFailing) {
      // There is a file where the folder should be.
      if (isFailing) {
        renameSync(dir, `${dir}-away`)
        writeFileSync(dir, '')
      } else {
        rmSync(dir)
        renameSync(`${dir}-away`, dir)
      }
    },
  }
})

checkMail('a mail server', async () => ({
  mail: openMail({ mail: { kind: 'smtp', url: inbox.url }, mailFrom }),
  arrived: async (to) =>
    inbox.received
      .filter((received) => received.to === to)
      .map(({ email }) => email)
      .slice(0, 1),
  fail: (isFailing) => inbox.behave(isFailing ? 'busy' : 'take'),
}))

describe('an outbox', () => {
  it('is readable by its owner alone, and so are its messages', async () => {
    const dir = join(folder, 'private')
    await openMail({ mail: { kind: 'outbox', dir }, mailFrom }).send(newMessage())
    expect(statSync(dir).mode & 0o777).toBe(0o700)
    for (const name of readdirSync(dir)) expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600)
  })

  it('keeps the thousand messages that came last, also one that waited long, and touches no other file', async () => {
    const dir = join(folder, 'full')
    mkdirSync(dir)
    const came = (count: number) => `1${String(count).padStart(4, '0')}.eml`
    for (let count = 0; count < 1_100; count++) {
      writeFileSync(join(dir, came(count)), '')
      utimesSync(join(dir, came(count)), 1_000 + count, 1_000 + count)
    }
    writeFileSync(join(dir, '0000.txt'), '')
    chmodSync(dir, 0o700)
    // By its name it was written before all of them.
    await openMail({ mail: { kind: 'outbox', dir }, mailFrom }).send(newMessage({ id: '0' }))
    const names = readdirSync(dir)
    expect(names).toHaveLength(1_001)
    expect(names).not.toContain(came(100))
    expect(names).toEqual(expect.arrayContaining(['0.eml', '0000.txt', came(101)]))
  })

  it('lets a hundred more come before it removes any', async () => {
    const dir = join(folder, 'nearly full')
    mkdirSync(dir, { mode: 0o700 })
    for (let count = 0; count < 1_099; count++) writeFileSync(join(dir, `${count}.eml`), '')
    await openMail({ mail: { kind: 'outbox', dir }, mailFrom }).send(newMessage())
    expect(readdirSync(dir)).toHaveLength(1_100)
  })
})

describe('a mail server', () => {
  it.each(['refuse recipient', 'refuse message'] as const)(
    'that refuses permanently (%s) ends the tries',
    async (behavior) => {
      const mail = openMail({ mail: { kind: 'smtp', url: inbox.url }, mailFrom })
      inbox.behave(behavior)
      const error: unknown = await mail.send(newMessage()).catch((thrown: unknown) => thrown)
      inbox.behave('take')
      await mail.close()
      expect(error).toBeInstanceOf(MessageRefusedError)
      expect(String(error)).not.toContain('@')
    },
  )

  it('that does not know our password may know it later', async () => {
    const mail = openMail({ mail: { kind: 'smtp', url: inbox.url.replace('user:', 'user:wrong') }, mailFrom })
    await expect(mail.send(newMessage())).rejects.not.toBeInstanceOf(MessageRefusedError)
    await mail.close()
  })

  it('that is not there is an error that may be tried again', async () => {
    const mail = openMail({ mail: { kind: 'smtp', url: 'smtp://127.0.0.1:1' }, mailFrom })
    await expect(mail.send(newMessage())).rejects.toThrow('ECONNREFUSED')
    await mail.close()
  })

  it('elsewhere is never sent a password without TLS', async () => {
    // 0.0.0.0 leads to this machine, and is not among the names that are known to.
    const mail = openMail({ mail: { kind: 'smtp', url: inbox.url.replace('127.0.0.1', '0.0.0.0') }, mailFrom })
    await expect(mail.send(newMessage())).rejects.toThrow(/STARTTLS|TLS/)
    await mail.close()
  })
})
