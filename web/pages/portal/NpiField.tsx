import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { Output } from '../../api/call.ts'
import { useAnswer } from '../../api/queries.ts'
import { TextField } from '../../ui/fields.tsx'
import { npiDigits, npiRules, type RequestValues } from './request-form.ts'

interface NpiFieldProps {
  form: UseFormReturn<RequestValues>
  /** Whoever has a verified NPI asks for that one. */
  isVerified: boolean
}

/** The NPI, with what the registry has under it as soon as it is complete; none of that refuses it. */
export function NpiField({ form, isVerified }: NpiFieldProps) {
  const npi = npiDigits(useWatch({ control: form.control, name: 'npi' }))
  const isComplete = /^\d{10}$/.test(npi)
  const { data, isFetching } = useAnswer('GET /me/npi/{npi}', { params: { npi } }, { isEnabled: isComplete })
  const known = isComplete && data !== undefined ? sayingOf(data) : undefined
  const saying = isComplete && isFetching && data === undefined ? 'Looking it up in the registry...' : known
  return (
    <TextField
      label="NPI"
      inputMode="numeric"
      autoComplete="off"
      required
      readOnly={isVerified}
      hint={
        <>
          {isVerified
            ? 'Your verified NPI. '
            : saying === undefined && 'The ten digits of your National Provider Identifier. '}
          <span aria-live="polite">{saying}</span>
        </>
      }
      error={form.formState.errors.npi?.message}
      {...form.register('npi', npiRules)}
    />
  )
}

function sayingOf({ kind, name, isCheckDigitRight, credentials }: Output<'GET /me/npi/{npi}'>): string {
  if (!isCheckDigitRight) {
    return 'The last digit does not fit the others: look for a typing error. You can submit it all the same.'
  }
  switch (kind) {
    case 'individual':
      return `In the registry this is ${name}${credentials.length > 0 ? `, ${credentials.join(', ')}` : ''}.`
    case 'organization':
      return `In the registry this is an organization, ${name}; a request needs the number of a person.`
    case 'deactivated':
      return 'The registry says that this number was deactivated. You can submit it all the same.'
    case 'unknown':
      return 'The registry does not have this number. You can submit it all the same.'
  }
}
