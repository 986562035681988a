import { areaAddresses } from '../../frame/next-address.ts'
import { LinkButton } from '../../ui/buttons.tsx'
import { TextLink } from '../../ui/links.tsx'
import { AccountPage } from './AccountPage.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { useArea } from './use-area.ts'
import { useLinkToken } from './use-link-token.ts'

/** Where the link of the letter leads: choosing a new password, for either area. */
export function ResetPasswordPage() {
  const area = useArea()
  const token = useLinkToken()
  const { forgotPassword, login } = areaAddresses[area]
  if (token !== null) return <NewPasswordForm area={area} token={token} />
  return (
    <AccountPage
      title="Invalid Reset Link"
      sentence="This link is not complete. Open it from the letter again, or have a new one sent to you."
    >
      <LinkButton to={forgotPassword}>Request New Reset Link</LinkButton>
      <TextLink to={login}>Return to login</TextLink>
    </AccountPage>
  )
}
