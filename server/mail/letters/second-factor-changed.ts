/** After a change of an account's second factors, and after a sign-in with a recovery code. */
import { productName } from '#contract/product'
import { type Letter, letter } from '../letter.ts'

export type FactorChange =
  | { kind: 'added' | 'removed'; name: string; isSecondStepOn: boolean }
  | { kind: 'new-codes' }
  | { kind: 'code-used'; codesLeft: number }
  | { kind: 'reset' }

export function secondFactorChanged({ publicUrl, change }: { publicUrl: string; change: FactorChange }): Letter {
  const { subject, sentence } = wordsOf(change)
  return letter({
    kind: 'second-factor-changed',
    subject,
    paragraphs: [sentence],
    link: { label: 'It was not me: reset my password', url: `${publicUrl}/forgot-password` },
    closing: ['If it was not you, also write to support: they can remove second factors that are not yours.'],
  })
}

function wordsOf(change: FactorChange): { subject: string; sentence: string } {
  const account = `your ${productName} account`
  switch (change.kind) {
    case 'added':
      return {
        subject: 'A second factor was added',
        sentence: `${change.name} was added to ${account}. Signing in now needs your password and a second factor.`,
      }
    case 'removed':
      return {
        subject: 'A second factor was removed',
        sentence: change.isSecondStepOn
          ? `${change.name} was removed from ${account}. Signing in still needs another second factor.`
          : `${change.name} was removed from ${account}. Signing in now needs your password alone.`,
      }
    case 'new-codes':
      return {
        subject: 'You have new recovery codes',
        sentence: `New recovery codes were made for ${account}. The codes before no longer work.`,
      }
    case 'code-used':
      return {
        subject: 'A recovery code was used',
        sentence: `Someone signed in to ${account} with your password and a recovery code. Recovery codes left: ${change.codesLeft}.`,
      }
    case 'reset':
      return {
        subject: 'Your second factors were removed',
        sentence: `We removed all second factors of ${account}, as asked for at support, and signed it out everywhere. Signing in now needs your password alone; set up a second factor again in your profile.`,
      }
  }
}
