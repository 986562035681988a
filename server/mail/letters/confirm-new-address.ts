/** To an address that is to take the place of an account's: proves that it is the account owner's own. */
import { productName } from '#contract/product'
import { type Letter, letter, secretPlace } from '../letter.ts'

/** The link holds the secret of the letter. */
export function confirmNewAddress({ publicUrl }: { publicUrl: string }): Letter {
  return letter({
    kind: 'confirm-new-address',
    subject: 'Verify your new email address',
    paragraphs: [`You asked us to use this address for your ${productName} account. Please verify that it is yours.`],
    link: { label: 'Use this address', url: `${publicUrl}/verify-email?token=${secretPlace}` },
    closing: [
      'The link works for 24 hours. Open it in a browser where you are signed in. The new address then takes the place of the old one, and you sign in again.',
      'If you did not ask for this, you need do nothing.',
    ],
  })
}
