import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadSettings, SettingsError } from './settings.ts'

const sending = { MAIL_FROM: 'care@example.org', OPERATOR_EMAIL: 'desk@example.org' }

describe('settings of mail', () => {
  it.each([
    ['outbox:', { kind: 'outbox', dir: resolve('data/outbox') }],
    ['outbox:letters', { kind: 'outbox', dir: resolve('letters') }],
    ['smtp://user:word@mail.example.org:587', { kind: 'smtp', url: 'smtp://user:word@mail.example.org:587' }],
    ['smtps://mail.example.org', { kind: 'smtp', url: 'smtps://mail.example.org' }],
  ])('take %s', (url, mail) => {
    expect(loadSettings({ ...sending, MAIL_URL: url }).mail).toEqual(mail)
  })

  it.each([
    ['Care Desk <care@example.org>', { name: 'Care Desk', address: 'care@example.org' }],
    ['care@example.org', { name: '', address: 'care@example.org' }],
  ])('take %s for a sender', (text, sender) => {
    expect(loadSettings({ MAIL_FROM: text }).mailFrom).toEqual(sender)
  })

  it.each([
    ['http://example.org:8080/', 'http://example.org:8080'],
    ['https://Example.org', 'https://example.org'],
  ])('take %s for the address of the product', (text, origin) => {
    expect(loadSettings({ PUBLIC_URL: text }).publicUrl).toBe(origin)
  })

  it('follow the port where no address of the product is set', () => {
    expect(loadSettings({ PORT: '4000' }).publicUrl).toBe('http://localhost:4000')
  })

  it.each([
    ['MAIL_URL', 'imap://mail.example.org'],
    ['MAIL_URL', 'smtp://'],
    ['MAIL_URL', 'smtp://mail.example.org/?tls=no'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'A <a@example.org>, B <b@example.org>'],
    ['MAIL_FROM', 'A\r\nBcc: b@example.org <a@example.org>'],
    ['OPERATOR_EMAIL', 'a@example.org,b@example.org'],
    ['SECURITY_CONTACT', 'http://example.org/security'],
    ['SECURITY_CONTACT', 'call us'],
    ['PUBLIC_URL', 'example.org'],
    ['PUBLIC_URL', 'ftp://example.org'],
    ['PUBLIC_URL', 'https://example.org/app'],
    ['PUBLIC_URL', 'https://user@example.org'],
  ])('refuse %s=%s in one sentence that names it', (name, value) => {
    expect(mistakes({ [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name}: expected .+; got .+\\.$`)),
    ])
  })

  it('ask for a sender and for the operator’s address with a mail server, since the defaults reach no one', () => {
    expect(mistakes({ MAIL_URL: 'smtp://mail.example.org' })).toEqual([
      'MAIL_FROM: expected an address, because MAIL_URL is a mail server; got nothing.',
      'OPERATOR_EMAIL: expected an address, because MAIL_URL is a mail server; got nothing.',
    ])
  })

  it('never repeat the password of the mail server', () => {
    const said = mistakes({ MAIL_URL: 'smtp://user:hunter2@mail example.org' }).join()
    expect(said).toMatch(/^MAIL_URL: expected .*; got smtp:…\.$/)
    expect(said).not.toContain('hunter2')
  })

  it.each([
    [{}, true],
    [{ HOST: '::1', PUBLIC_URL: 'http://127.0.0.1:3000' }, true],
    [{ NODE_ENV: 'production' }, false],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '192.168.1.5' }, false],
    [{ TRUSTED_PROXIES: '127.0.0.1' }, false],
    [{ PUBLIC_URL: 'https://example.org' }, false],
    [{ PUBLIC_URL: 'http://example.org' }, false],
    [{ MAIL_URL: 'smtp://127.0.0.1', ...sending }, false],
  ])('show the outbox on this machine alone: %j gives %s', (env, isShown) => {
    expect(loadSettings(env).isOutboxShown).toBe(isShown)
  })
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
