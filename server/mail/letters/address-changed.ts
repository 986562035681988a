/** To the old and to the new address of an account, once the new one has taken its place. */
import { productName } from '#contract/product'
import { type Letter, letter } from '../letter.ts'

/** `isOld` for the address that the account no longer has. */
export function addressChanged({ publicUrl, isOld }: { publicUrl: string; isOld: boolean }): Letter {
  return letter({
    kind: 'address-changed',
    subject: 'Your email address was changed',
    paragraphs: [
      isOld
        ? `Your ${productName} account now has another email address; this one no longer opens it, and we send no more letters here.`
        : `Your ${productName} account now has this email address. Sign in with it from now on; you were signed out everywhere.`,
    ],
    link: { label: `Open ${productName}`, url: publicUrl },
    closing: isOld ? ['If this was not you, please write to our support team at once.'] : [],
  })
}
