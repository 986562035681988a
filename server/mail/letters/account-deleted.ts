/** After an account was deleted: the last letter to its address. */
import { productName } from '#contract/product'
import { type Letter, letter } from '../letter.ts'

export function accountDeleted({ isByOperator }: { isByOperator: boolean }): Letter {
  return letter({
    kind: 'account-deleted',
    subject: 'Your account was deleted',
    paragraphs: [
      `The ${productName} account of this address was deleted${isByOperator ? ' by us' : ''}, with its API key, its verifications and their images. What was paid for has ended and is not charged again.`,
      'You can sign up with this address again at any time, to a new account.',
    ],
    closing: isByOperator
      ? []
      : ['If this was not you, somebody knows your password: change it wherever else you use it.'],
  })
}
