import { lazy, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import type { SecondFactorStep } from '#contract/second-factor'
import { CallError, errorText } from '../../api/call.ts'
import { nextAfterLogin, withNext } from '../../frame/next-address.ts'
import { ErrorBox, NoteBox } from '../../ui/alerts.tsx'
import { Button } from '../../ui/buttons.tsx'
import { PasswordField, TextField } from '../../ui/fields.tsx'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { TextLink } from '../../ui/links.tsx'
import { AccountPage, areaWords, OtherAreaLink, useArea, useLogIn } from './account-page.tsx'
import { carriedEmail, carriedEnd, carriedNote } from './carried.ts'

const SecondStep = lazy(async () => ({ default: (await import('./SecondStep.tsx')).SecondStep }))

/** Signing in, to either area. The browser checks that both fields are filled and the first is an address. */
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
    <AccountPage title={areaWords[area].title} sentence={areaWords[area].login}>
      {error === undefined && note !== undefined && <NoteBox>{note}</NoteBox>}
      {error === undefined && carriedEnd(location.state) && (
        <NoteBox tone="info">Your session has ended. Sign in to continue.</NoteBox>
      )}
      {error !== undefined && <ErrorBox>{error}</ErrorBox>}
      <form onSubmit={submit} className="flex flex-col gap-5">
        <TextField label="Email address" type="email" autoComplete="username" required {...register('email')} />
        <PasswordField label="Password" autoComplete="current-password" required {...register('password')} />
        <Button type="submit" disabled={formState.isSubmitting}>
          {formState.isSubmitting ? 'Signing in...' : 'Sign in'}
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
      <OtherAreaLink area={area} page="login" />
    </AccountPage>
  )
}

function secondStepOf(failure: unknown): SecondFactorStep | undefined {
  if (!(failure instanceof CallError) || failure.code !== 'second_factor_required') return undefined
  // The server that served this page writes this answer by the same contract.
  return failure.body as SecondFactorStep
}
