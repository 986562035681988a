/** Where the answer of a checkout may lead a browser (E1): to pages of the payment provider, and back to this one's own server. */

import { readAddress } from '../../frame/next-address.ts'

const paymentHosts = ['checkout.stripe.com', 'billing.stripe.com']

/** The address, if it may be followed; undefined for any other, so that no answer can send a user where it wants. */
export function safeCheckoutAddress(address: string | undefined, ownOrigin: string): string | undefined {
  const url = readAddress(address ?? '')
  if (url === undefined) return undefined
  const isPaymentPage = url.protocol === 'https:' && paymentHosts.includes(url.host) && url.username === ''
  return isPaymentPage || url.origin === ownOrigin ? url.href : undefined
}
