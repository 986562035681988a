import { lazy, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import type { SecondFactorStep } from '#contract/second-factor'
import { errorText } from '../../api/call.ts'
import { areaAddresses, nextAfterLogin, withNext } from '../../frame/next-address.ts'
import { ErrorBox, NoteBox } from '../../ui/alerts.tsx'
import { Button } from '../../ui/buttons.tsx'
import { PasswordField, TextField } from '../../ui/fields.tsx'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { TextLink } from '../../ui/links.tsx'
import { AccountPage } from './AccountPage.tsx'
import { areaWords } from './area-words.ts'
import { carriedEmail, carriedEnd, carriedNote } from './carried.ts'
import { OtherAreaLink } from './OtherAreaLink.tsx'
import { secondStepOf } from './second-step.ts'
import { useArea } from './use-area.ts'
import { useLogIn } from './use-log-in.ts'

// Most sign-ins end with the password.
const SecondStep = lazy(async () => ({ default: (await import('./SecondStep.tsx')).SecondStep }))

/** Signing in, to either area. The browser itself checks that both fields hold something and the first an address. */
export function LoginPage() {
  const area = useArea()
  const location = useLocation()
  const note = carriedNote(location.state)
  const { register, handleSubmit, watch, formState } = useForm({
    defaultValues: { email: carriedEmail(location.state), password: '' },
  })
  const [error, setError] = useState<string>()
  const [step, setStep] = useState<SecondFactorStep>()
  const logIn = useLogIn(area)

  const submit = handleSubmit(async ({ email, password }) => {
    setError(undefined)
    try {
      await logIn(email, password)
    } catch (failure) {
      const next = secondStepOf(failure)
      if (next !== undefined) return setStep(next)
      setError(failure instanceof Error ? errorText(failure, 'Login failed') : 'An error occurred')
    }
  })
  const next = nextAfterLogin(location.search, area)
  const typed = { email: watch('email') }
  const isBusy = formState.isSubmitting
  if (step !== undefined) {
    const leave = (words?: string) => {
      setStep(undefined)
      setError(words)
    }
    return (
      <LaterPart>
        <SecondStep area={area} step={step} onLeave={leave} />
      </LaterPart>
    )
  }
  return (
    <AccountPage title={areaWords[area].title} sentence={areaWords[area].who}>
      {error === undefined && note !== undefined && <NoteBox>{note}</NoteBox>}
      {error === undefined && carriedEnd(location.state) && (
        <NoteBox tone="info">Your session has ended. Sign in to go on.</NoteBox>
      )}
      {error !== undefined && <ErrorBox>{error}</ErrorBox>}
      <form onSubmit={submit} className="flex flex-col gap-5">
        <TextField label="Email address" type="email" autoComplete="username" required {...register('email')} />
        <PasswordField label="Password" autoComplete="current-password" required {...register('password')} />
        <Button type="submit" disabled={isBusy}>
          {isBusy ? 'Signing in...' : 'Sign in'}
        </Button>
      </form>
      <div className="flex flex-wrap justify-between gap-3">
        <TextLink to={withNext(next, area, 'signup')} state={typed}>
          Create an account
        </TextLink>
        <TextLink to={withNext(next, area, 'forgotPassword')} state={typed}>
          Forgot your password?
        </TextLink>
      </div>
      <OtherAreaLink area={area} addresses={{ api: areaAddresses.api.login, portal: areaAddresses.portal.login }} />
    </AccountPage>
  )
}
