import { describe, expect, it } from 'vitest'
import { loadSettings, SettingsError } from './settings.ts'

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
  STRIPE_PRICE_DEVELOPER: 'price_123',
}
const choice = {
  kind: 'stripe',
  secretKey: keys.STRIPE_SECRET_KEY,
  webhookSecret: keys.STRIPE_WEBHOOK_SECRET,
  prices: { developer: 'price_123' },
}

const sentencesOf = (env: Record<string, string>): readonly string[] => {
  try {
    loadSettings(env)
  } catch (error) {
    if (error instanceof SettingsError) return error.sentences
    throw error
  }
  return []
}

describe('the settings of payments', () => {
  it('move no money by default, even where Stripe’s keys are set', () => {
    expect(loadSettings({}).payments).toEqual({ kind: 'local' })
    expect(loadSettings(keys).payments).toEqual({ kind: 'local' })
  })

  it('choose Stripe at its own address, or at another one', () => {
    expect(loadSettings({ ...keys, PAYMENTS_URL: 'stripe:' }).payments).toEqual({ ...choice, apiUrl: undefined })
    const elsewhere = loadSettings({ ...keys, PAYMENTS_URL: 'stripe:https://stripe.example.org:8443' })
    expect(elsewhere.payments).toEqual({ ...choice, apiUrl: new URL('https://stripe.example.org:8443') })
    expect(loadSettings({ ...keys, PAYMENTS_URL: 'stripe:http://127.0.0.1:9' }).payments).toMatchObject({
      apiUrl: new URL('http://127.0.0.1:9'),
    })
  })

  it('name everything that Stripe needs and that is missing', () => {
    expect(sentencesOf({ PAYMENTS_URL: 'stripe:' })).toEqual([
      'STRIPE_SECRET_KEY: expected a value, because PAYMENTS_URL is stripe:; got nothing.',
      'STRIPE_WEBHOOK_SECRET: expected a value, because PAYMENTS_URL is stripe:; got nothing.',
      'STRIPE_PRICE_DEVELOPER: expected a value, because PAYMENTS_URL is stripe:; got nothing.',
    ])
  })

  it.each([
    'paypal:',
    'stripe',
    'stripe://api.stripe.com',
    'stripe:http://stripe.example.org',
    'stripe:https://user:secret@stripe.example.org',
    'stripe:https://stripe.example.org/path',
    'local:elsewhere',
  ])('refuse %s, and repeat nothing that may be a secret', (url) => {
    const [sentence, ...others] = sentencesOf({ ...keys, PAYMENTS_URL: url })
    expect(sentence).toMatch(/^PAYMENTS_URL: expected local:, stripe:, or stripe: and the https address/)
    expect(sentence).not.toContain('secret')
    expect(others).toEqual([])
  })

  it.each([
    ['STRIPE_SECRET_KEY', 'pk_live_of_the_wrong_kind'],
    ['STRIPE_WEBHOOK_SECRET', 'sk_test_0123456789abcdef'],
  ])('refuse a value of %s that is no such thing without repeating it', (name, value) => {
    const [sentence = ''] = sentencesOf({ ...keys, [name]: value, PAYMENTS_URL: 'stripe:' })
    expect(sentence).toMatch(
      new RegExp(`^${name}: expected a .*; got ${value.length} characters that are not that\\.$`),
    )
    expect(sentence).not.toContain(value)
  })

  it('refuse what is no id of a price', () => {
    const sentences = sentencesOf({ ...keys, STRIPE_PRICE_DEVELOPER: 'prod_123', PAYMENTS_URL: 'stripe:' })
    expect(sentences).toEqual(['STRIPE_PRICE_DEVELOPER: expected the id of a price as price_…; got "prod_123".'])
  })
})
