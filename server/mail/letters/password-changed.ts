/** After a password was reset. */
import { productName } from '#contract/product'
import { type Letter, letter } from '../letter.ts'

/** `isKeyReplaced` where the API key went with it, of which another letter tells. */
export function passwordChanged({ publicUrl, isKeyReplaced }: { publicUrl: string; isKeyReplaced: boolean }): Letter {
  const key = isKeyReplaced
    ? 'Your API key was replaced too.'
    : 'Your API key still works; replace it in the dashboard if somebody else may know it.'
  return letter({
    kind: 'password-changed',
    subject: 'Your password was changed',
    paragraphs: [`The password of your ${productName} account was changed, and you were signed out everywhere. ${key}`],
    link: { label: 'It was not me: reset my password', url: `${publicUrl}/forgot-password` },
  })
}
