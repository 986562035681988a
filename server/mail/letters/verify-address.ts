/** To a new account: proves that the address is its own. */
import { productName } from '#contract/product'
import { type Letter, letter, secretPlace } from '../letter.ts'

/** The link holds the secret of the letter. */
export function verifyAddress({ publicUrl }: { publicUrl: string }): Letter {
  return letter({
    kind: 'verify-address',
    subject: 'Verify your email address',
    paragraphs: [
      `Welcome to ${productName}. Please verify that this address is yours, so that we can reach you and you can reset your password.`,
    ],
    link: { label: 'Verify your email address', url: `${publicUrl}/verify-email?token=${secretPlace}` },
    closing: [
      'The link works for 24 hours.',
      'If you have not created an account, somebody has mistyped their address: do not confirm it, you need do nothing.',
    ],
  })
}
