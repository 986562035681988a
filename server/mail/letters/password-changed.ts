/** After a password was reset. */
import { productName } from '#contract/product'
import { type Letter, letter } from '../letter.ts'

export function passwordChanged({ publicUrl }: { publicUrl: string }): Letter {
  return letter({
    kind: 'password-changed',
    subject: 'Your password was changed',
    paragraphs: [
      `The password of your ${productName} account was changed, and you were signed out everywhere. Your API key still works; replace it in the dashboard if somebody else may know it.`,
    ],
    link: { label: 'It was not me: reset my password', url: `${publicUrl}/forgot-password` },
  })
}
