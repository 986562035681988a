import { productName } from '#contract/product'
import { composeEmail, type Email, secretPlace } from '../email.ts'

export function verifyAddress({ publicUrl }: { publicUrl: string }): Email {
  return composeEmail({
    kind: 'verify-address',
    subject: 'Verify your email address',
    paragraphs: [
      `Welcome to ${productName}. Please verify that this address is yours, so that we can reach you and you can reset your password.`,
    ],
    link: { label: 'Verify your email address', url: `${publicUrl}/verify-email?token=${secretPlace}` },
    closing: [
      'The link works for 24 hours.',
      'If you have not created an account, somebody has mistyped their address: do not confirm it, you need do nothing.',
    ],
  })
}

export function confirmNewAddress({ publicUrl }: { publicUrl: string }): Email {
  return composeEmail({
    kind: 'confirm-new-address',
    subject: 'Verify your new email address',
    paragraphs: [`You asked us to use this address for your ${productName} account. Please verify that it is yours.`],
    link: { label: 'Use this address', url: `${publicUrl}/verify-email?token=${secretPlace}` },
    closing: [
      'The link works for 24 hours. Open it in a browser where you are signed in. The new address then takes the place of the old one, and you sign in again.',
      'If you did not ask for this, you need do nothing.',
    ],
  })
}

/** Names no new address: the reader of this mailbox need not be the one who asked. */
export function addressChangeAsked({ publicUrl }: { publicUrl: string }): Email {
  return composeEmail({
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

/** `isOld` for the address that the account no longer has. */
export function addressChanged({ publicUrl, isOld }: { publicUrl: string; isOld: boolean }): Email {
  return composeEmail({
    kind: 'address-changed',
    subject: 'Your email address was changed',
    paragraphs: [
      isOld
        ? `Your ${productName} account now has another email address; this one no longer opens it, and we send no more emails here.`
        : `Your ${productName} account now has this email address. Sign in with it from now on; you were signed out everywhere.`,
    ],
    link: { label: `Open ${productName}`, url: publicUrl },
    closing: isOld ? ['If this was not you, please write to our support team at once.'] : [],
  })
}

export function resetPasswordEmail({ publicUrl, isPortal }: { publicUrl: string; isPortal: boolean }): Email {
  const page = isPortal ? 'portal-reset-password' : 'reset-password'
  return composeEmail({
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

/** `isKeyReplaced`: the API key was replaced with it. `wasOwned` is false where all made before was removed. */
export function passwordChanged({
  publicUrl,
  isKeyReplaced,
  wasOwned,
}: {
  publicUrl: string
  isKeyReplaced: boolean
  wasOwned: boolean
}): Email {
  const key = !wasOwned
    ? 'This address had not been confirmed from inside the account before, so everything made with the account until now was removed: its API key was replaced, and its verification requests and their images were deleted.'
    : isKeyReplaced
      ? 'Your API key was replaced too.'
      : 'Your API key still works; replace it in the dashboard if somebody else may know it.'
  return composeEmail({
    kind: 'password-changed',
    subject: 'Your password was changed',
    paragraphs: [`The password of your ${productName} account was changed, and you were signed out everywhere. ${key}`],
    link: { label: 'It was not me: reset my password', url: `${publicUrl}/forgot-password` },
  })
}

export type FactorChange =
  | { kind: 'added' | 'removed'; name: string; isSecondStepOn: boolean }
  | { kind: 'new-codes' }
  | { kind: 'code-used'; codesLeft: number }
  | { kind: 'reset' }

export function secondFactorChanged({ publicUrl, change }: { publicUrl: string; change: FactorChange }): Email {
  const { subject, sentence } = wordsOf(change)
  return composeEmail({
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

export function accountDeleted({ isByOperator }: { isByOperator: boolean }): Email {
  return composeEmail({
    kind: 'account-deleted',
    subject: 'Your account was deleted',
    paragraphs: [
      `The ${productName} account of this address was deleted${isByOperator ? ' by us' : ''}, with its API key, its verifications and their images. What was paid for has ended and is not charged again.`,
      'You can sign up with this address again at any time, to a new account.',
    ],
    closing: isByOperator
      ? []
      : ['If this was not you, somebody knows your password: change it wherever else you use it.'],
  })
}
