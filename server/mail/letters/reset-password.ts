/** A link to set a new password. */
import { productName } from '#contract/product'
import { type Letter, letter, secretPlace } from '../letter.ts'

/** The link holds the secret of the letter; `isPortal` leads to the page of the personal portal. */
export function resetPasswordLetter({ publicUrl, isPortal }: { publicUrl: string; isPortal: boolean }): Letter {
  const page = isPortal ? 'portal-reset-password' : 'reset-password'
  return letter({
    kind: 'reset-password',
    subject: 'Reset your password',
    paragraphs: [`Somebody, probably you, asked for a new password for your ${productName} account.`],
    link: { label: 'Set a new password', url: `${publicUrl}/${page}?token=${secretPlace}` },
    closing: [
      'The link works once, for 30 minutes.',
      'If it was not you, you need do nothing: your password stays as it is.',
    ],
  })
}
