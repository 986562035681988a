import { productName } from '#contract/product'
import { composeEmail, type Email, secretPlace } from '../email.ts'

export function verifyAddress({ publicUrl }: { publicUrl: string }): Email {
  return composeEmail({
    kind: 'verify-address',
    subject: 'Verify your email address',
    paragraphs: [
      `Welcome to ${productName}. Please verify your email address so that you can reset your password and hear from us.`,
    ],
    link: { label: 'Verify your email address', url: `${publicUrl}/verify-email?token=${secretPlace}` },
    closing: ['This link expires in 24 hours.', 'If you didn’t sign up, you can ignore this email.'],
  })
}

export function confirmNewAddress({ publicUrl }: { publicUrl: string }): Email {
  return composeEmail({
    kind: 'confirm-new-address',
    subject: 'Verify your new email address',
    paragraphs: [
      `You asked to use this email address for your ${productName} account. Please confirm that it belongs to you.`,
    ],
    link: { label: 'Confirm this address', url: `${publicUrl}/verify-email?token=${secretPlace}` },
    closing: [
      'This link expires in 24 hours. Open it in a browser where you’re signed in. We’ll then switch your account to this address and ask you to sign in again.',
      'If you didn’t request this, you can ignore this email.',
    ],
  })
}

/** Names no new address: the reader of this mailbox need not be the one who asked. */
export function addressChangeAsked({ publicUrl }: { publicUrl: string }): Email {
  return composeEmail({
    kind: 'address-change-asked',
    subject: 'Your email address is about to change',
    paragraphs: [
      `Someone signed in with your password and asked to change the email address of your ${productName} account. The change takes effect once the new address is verified.`,
      'If this was you, there’s nothing to do.',
    ],
    link: { label: 'This wasn’t me: reset my password', url: `${publicUrl}/forgot-password` },
    closing: ['Resetting your password stops the change, as long as the new address hasn’t been verified yet.'],
  })
}

/** `isOld` for the address that the account no longer has. */
export function addressChanged({ publicUrl, isOld }: { publicUrl: string; isOld: boolean }): Email {
  return composeEmail({
    kind: 'address-changed',
    subject: 'Your email address was changed',
    paragraphs: [
      isOld
        ? `Your ${productName} account now uses a different email address. You can no longer sign in with this one, and this is the last email we’ll send here.`
        : `Your ${productName} account now uses this email address. We signed you out everywhere, so please sign in again with it.`,
    ],
    link: { label: `Open ${productName}`, url: publicUrl },
    closing: isOld ? ['If this wasn’t you, please contact support right away.'] : [],
  })
}

export function resetPasswordEmail({ publicUrl, isPortal }: { publicUrl: string; isPortal: boolean }): Email {
  const page = isPortal ? 'portal-reset-password' : 'reset-password'
  return composeEmail({
    kind: 'reset-password',
    subject: 'Reset your password',
    paragraphs: [`We received a request to reset the password of your ${productName} account.`],
    link: { label: 'Reset your password', url: `${publicUrl}/${page}?token=${secretPlace}` },
    closing: [
      'This link works once and expires in 30 minutes.',
      'If this wasn’t you, ignore this email. Your password stays the same.',
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
    ? 'This email address had never been confirmed from inside the account, so we removed everything created with it until now: we replaced its API key and deleted its verification requests and their images.'
    : isKeyReplaced
      ? 'We replaced your API key too.'
      : 'Your API key still works. If someone else might have it, replace it in the dashboard.'
  return composeEmail({
    kind: 'password-changed',
    subject: 'Your password was changed',
    paragraphs: [`The password of your ${productName} account was changed, and you were signed out everywhere. ${key}`],
    link: { label: 'This wasn’t me: reset my password', url: `${publicUrl}/forgot-password` },
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
    link: { label: 'This wasn’t me: reset my password', url: `${publicUrl}/forgot-password` },
    closing: ['If this wasn’t you, contact support too: we can remove second factors that aren’t yours.'],
  })
}

function wordsOf(change: FactorChange): { subject: string; sentence: string } {
  const account = `your ${productName} account`
  switch (change.kind) {
    case 'added':
      return {
        subject: 'A second factor was added',
        sentence: `${change.name} was added to ${account}. Signing in now takes your password and a second factor.`,
      }
    case 'removed':
      return {
        subject: 'A second factor was removed',
        sentence: change.isSecondStepOn
          ? `${change.name} was removed from ${account}. Signing in still takes another second factor.`
          : `${change.name} was removed from ${account}. Signing in now takes only your password.`,
      }
    case 'new-codes':
      return {
        subject: 'You have new recovery codes',
        sentence: `New recovery codes were created for ${account}. The old codes no longer work.`,
      }
    case 'code-used':
      return {
        subject: 'A recovery code was used',
        sentence: `Someone signed in to ${account} with your password and a recovery code. Recovery codes left: ${change.codesLeft}.`,
      }
    case 'reset':
      return {
        subject: 'Your second factors were removed',
        sentence: `As requested through support, we removed all second factors from ${account} and signed it out everywhere. Signing in now takes only your password. You can set up a second factor again in your profile.`,
      }
  }
}

export function accountDeleted({ isByOperator }: { isByOperator: boolean }): Email {
  return composeEmail({
    kind: 'account-deleted',
    subject: 'Your account was deleted',
    paragraphs: [
      `${isByOperator ? `We deleted the ${productName} account for this email address` : `The ${productName} account for this email address was deleted`}, along with its API keys, verifications and images. Any paid plan has ended, and you won’t be charged again.`,
      'You can create a new account with this address at any time.',
    ],
    closing: isByOperator
      ? []
      : ['If this wasn’t you, someone knows your password. Change it everywhere else you use it.'],
  })
}
