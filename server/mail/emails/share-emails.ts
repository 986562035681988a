/** Emails about shares of verified credentials. */
import { productName } from '#contract/product'
import { composeEmail, type Email } from '../email.ts'

/** Says nothing of what the visitor typed: anybody with the link can write it. */
export function shareOpenedEmail({ publicUrl, recipient }: { publicUrl: string; recipient: string | null }): Email {
  return composeEmail({
    kind: 'share-opened',
    subject: 'Your share was opened',
    paragraphs: [
      `Somebody opened the link to your verified credentials${recipient === null ? '' : ` that you made for ${recipient}`}. This is its first opening; your list of shares has the others.`,
    ],
    link: { label: 'See who opened it', url: `${publicUrl}/myPortal` },
    closing: [
      'If you did not expect this, revoke the share there: its link stops working at once.',
      `You get this because you have an account with ${productName}; you can switch these emails off beside your shares.`,
    ],
  })
}
