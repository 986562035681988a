/** Emails about shares of verified credentials. */
import { productName } from '#contract/product'
import { composeEmail, type Email } from '../email.ts'

/** Says nothing of what the visitor typed: anybody with the link can write it. */
export function shareOpenedEmail({ publicUrl, recipient }: { publicUrl: string; recipient: string | null }): Email {
  return composeEmail({
    kind: 'share-opened',
    subject: 'Your share was opened',
    paragraphs: [
      `The link to your verified credentials${recipient === null ? '' : ` that you created for ${recipient}`} was opened for the first time. Your list of shares also shows every later opening.`,
    ],
    link: { label: 'See who opened it', url: `${publicUrl}/myPortal` },
    closing: [
      'If you weren’t expecting this, revoke the share there. Its link stops working right away.',
      `You’re receiving this because you have a ${productName} account. You can turn these emails off next to your shares.`,
    ],
  })
}
