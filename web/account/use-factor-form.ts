import { useState } from 'react'
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form'
import { CallError, errorText } from '../api/call.ts'
import { passkeyFailure } from './passkeys.ts'
/** A form whose failures stay above it. */
export function useFactorForm<T extends FieldValues>(
  defaultValues: DefaultValues<T>,
  work: (values: T) => Promise<void>,
) {
  const form = useForm<T>({ defaultValues })
  const [refusal, setRefusal] = useState<{ words: string; count: number }>()
  const submit = form.handleSubmit(async (values) => {
    try {
      await work(values)
      setRefusal(undefined)
    } catch (error) {
      const words =
        error instanceof CallError ? errorText(error, 'Nothing was changed. Try again.') : passkeyFailure(error)
      setRefusal((before) => ({ words, count: (before?.count ?? 0) + 1 }))
    }
  })
  return { form, refusal, submit, isBusy: form.formState.isSubmitting, errors: form.formState.errors }
}

export const passwordRules = { required: 'Password is required' }
