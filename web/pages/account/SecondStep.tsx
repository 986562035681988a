import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { SecondFactorMethod, SecondFactorStep } from '#contract/second-factor'
import { askPasskey, passkeyFailure } from '../../account/passkeys.ts'
import { CallError, errorText } from '../../api/call.ts'
import { useSend } from '../../api/queries.ts'
import { type Area, deviceField, keepDevice, storeToken } from '../../api/tokens.ts'
import { ErrorBox } from '../../ui/alerts.tsx'
import { Button } from '../../ui/buttons.tsx'
import { TextField } from '../../ui/fields.tsx'
import { AccountPage, areaWords } from './account-page.tsx'

interface SecondStepProps {
  area: Area
  step: SecondFactorStep
  /** Back to the password; `words` say why, unless the user chose it. */
  onLeave: (words?: string) => void
}

const sentences = {
  passkey: 'Use your passkey: your fingerprint, your face, a PIN or a security key.',
  code: 'Enter the six-digit code from your authenticator app.',
  recoveryCode: 'Enter one of the recovery codes you saved when you set up your second factor. Each works once.',
}

export function SecondStep({ area, step, onLeave }: SecondStepProps) {
  const { challenge, methods } = step
  const [method, setMethod] = useState(methods[0] ?? 'recoveryCode')
  const [refusal, setRefusal] = useState<{ words: string; count: number }>()
  const { register, handleSubmit, reset, formState } = useForm({ defaultValues: { typed: '' } })
  const send = useSend('POST /login/second-factor')
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each method has a field of its own.
  useEffect(() => form.current?.querySelector<HTMLElement>('input, button')?.focus(), [method])

  const submit = handleSubmit(async ({ typed }) => {
    try {
      const proof = method === 'passkey' ? { passkey: await askPasskey(step.passkey) } : { [method]: typed }
      const { token, device } = await send.mutateAsync({ body: { challenge, ...deviceField(), ...proof } })
      keepDevice(device)
      storeToken(area, token)
    } catch (error) {
      const words = error instanceof CallError ? errorText(error, 'Login failed') : passkeyFailure(error)
      if (error instanceof CallError && error.code === 'second_factor_expired') return onLeave(words)
      setRefusal((before) => ({ words, count: (before?.count ?? 0) + 1 }))
    }
  })
  const choose = (other: typeof method) => {
    setMethod(other)
    setRefusal(undefined)
    reset()
  }
  const isBusy = formState.isSubmitting
  return (
    <AccountPage title="Confirm it’s you" sentence={`${areaWords[area].title}. ${sentences[method]}`}>
      {refusal !== undefined && <ErrorBox key={refusal.count}>{refusal.words}</ErrorBox>}
      <form ref={form} key={method} onSubmit={submit} className="flex flex-col gap-5">
        {method === 'code' && (
          <TextField
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={9}
            required
            {...register('typed')}
          />
        )}
        {method === 'recoveryCode' && (
          <TextField
            label="Recovery code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            required
            {...register('typed')}
          />
        )}
        <Button type="submit" disabled={isBusy}>
          {isBusy ? 'Signing in...' : method === 'passkey' ? 'Continue with passkey' : 'Sign in'}
        </Button>
      </form>
      <div className="flex flex-col items-start gap-2 sm:-ml-4">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} look="quiet" onClick={() => choose(other)}>
              {methodWords[other]}
            </Button>
          ))}
        <Button look="quiet" onClick={() => onLeave()}>
          Back to the password
        </Button>
      </div>
    </AccountPage>
  )
}

const methodWords: Record<SecondFactorMethod, string> = {
  passkey: 'Use a passkey',
  code: 'Use a code from your app',
  recoveryCode: 'Use a recovery code',
}
