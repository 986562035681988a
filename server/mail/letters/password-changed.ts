/** After a password was reset. */
import { productName } from '#contract/product'
import { type Letter, letter } from '../letter.ts'

/** `isKeyReplaced` where the API key was replaced with it; `wasOwned` is false where all that was made before was removed. */
export function passwordChanged({
  publicUrl,
  isKeyReplaced,
  wasOwned,
}: {
  publicUrl: string
  isKeyReplaced: boolean
  wasOwned: boolean
}): Letter {
  const key = !wasOwned
    ? 'This address had not been confirmed from inside the account before, so everything made with the account until now was removed: its API key was replaced, and its verification requests and their images were deleted.'
    : isKeyReplaced
      ? 'Your API key was replaced too.'
      : 'Your API key still works; replace it in the dashboard if somebody else may know it.'
  return letter({
    kind: 'password-changed',
    subject: 'Your password was changed',
    paragraphs: [`The password of your ${productName} account was changed, and you were signed out everywhere. ${key}`],
    link: { label: 'It was not me: reset my password', url: `${publicUrl}/forgot-password` },
  })
}
