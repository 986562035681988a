import { expect, test } from 'vitest'
import { moneyText } from './Invoices.tsx'
import { safeCheckoutAddress } from './PaymentPanel.tsx'

const own = 'https://praxidex.example'

test.each([
  'https://checkout.stripe.com/c/pay/cs_test_a1b2c3',
  'https://billing.stripe.com/p/session/x',
  'https://praxidex.example/home?panel=payment&payment=success',
])('E1: %s is followed', (address) => {
  expect(safeCheckoutAddress(address, own)).toBe(address)
})

test.each([
  undefined,
  '',
  'nowhere',
  '/home',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://checkout.stripe.com/c/pay/x',
  'https://checkout.stripe.com.evil.example/',
  'https://evil.example/checkout.stripe.com',
  'https://checkout.stripe.com@evil.example/',
  'https://someone@checkout.stripe.com/',
  'https://checkout.stripe.com:8443/',
  'http://praxidex.example/home',
  'https://praxidex.example.evil.example/',
])('E1: %s is not followed', (address) => {
  expect(safeCheckoutAddress(address, own)).toBeUndefined()
})

test.each([
  [299, 'usd', '$2.99'],
  [123_450, 'usd', '$1,234.50'],
  [0, 'usd', '$0.00'],
  [29_900, 'usd', '$299.00'],
  [450, 'jpy', '¥450'],
  [50_000, 'mga', 'MGA 50,000'],
  [29_900, 'isk', 'ISK 299'],
  [1_150_000, 'ugx', 'UGX 11,500'],
  [29_950, 'rsd', 'RSD 299.50'],
  [12_340, 'kwd', 'KWD 12.340'],
])('an amount of %i in %s reads %s', (amount, currency, words) => {
  // Intl writes a no-break space after a currency's letters.
  expect(moneyText(amount, currency).replace('\u00a0', ' ')).toBe(words)
})
