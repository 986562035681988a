/** After an API key was replaced. */
import { productName } from '#contract/product'
import { type Letter, letter } from '../letter.ts'

export function keyReplaced({ publicUrl }: { publicUrl: string }): Letter {
  return letter({
    kind: 'key-replaced',
    subject: 'Your API key was replaced',
    paragraphs: [
      `Your ${productName} account has a new API key. The one before no longer works: put the new one wherever your programs keep it.`,
    ],
    link: { label: 'Open the dashboard', url: `${publicUrl}/home` },
    closing: ['If this was not you, reset your password, then replace the key once more.'],
  })
}
