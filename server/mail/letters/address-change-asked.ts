/** To the present address of an account, when another one was asked for. */
import { productName } from '#contract/product'
import { type Letter, letter } from '../letter.ts'

/** Names no new address: whoever reads this mailbox need not be the one who asked. */
export function addressChangeAsked({ publicUrl }: { publicUrl: string }): Letter {
  return letter({
    kind: 'address-change-asked',
    subject: 'Your email address is about to change',
    paragraphs: [
      `Somebody who knows your password asked us to use another email address for your ${productName} account. It takes the place of this one as soon as it is verified.`,
      'If this was you, you need do nothing here.',
    ],
    link: { label: 'It was not me: reset my password', url: `${publicUrl}/forgot-password` },
    closing: ['A new password stops the change, as long as the new address has not been verified.'],
  })
}
