/** The form of a new request: NPI, image and credential. It asks before what was typed is lost. */
import { useEffect, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { licenseNumberLengthMax } from '#contract/limits'
import { stateCodes } from '#contract/state-codes'
import { credentialTypes, keysOf } from '#contract/verification-words'
import { plainNumber } from '../../account/field-rules.ts'
import type { Output } from '../../api/call.ts'
import { useAnswer } from '../../api/queries.ts'
import { ErrorBox, ErrorSummary } from '../../ui/alerts.tsx'
import { Button } from '../../ui/buttons.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialogs.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { ProgressBar } from '../../ui/meters.tsx'
import { toast } from '../../ui/toasts.tsx'
import { ImageInput } from './image-input.tsx'
import type { PreparedImage } from './prepare-image.ts'
import { refusalWords, useSubmission } from './submission.ts'
import { useRequests } from './use-requests.ts'

export interface RequestStart {
  npi?: string
  credential?: string | undefined
}

export interface RequestValues {
  npi: string
  credential: string
  image: PreparedImage | null
  licenseNumber: string
  licenseState: string
}

interface RequestDialogProps {
  user: Output<'GET /me'>
  start: RequestStart
  onClose: () => void
  onSubmitted: (id: string) => void
}

/** From top to bottom (specification, section 2). */
const fieldNames = [
  'npi',
  'image',
  'credential',
  'licenseNumber',
  'licenseState',
] as const satisfies readonly (keyof RequestValues)[]

const formId = 'new-verification'

const types = keysOf(credentialTypes)

const credentialOptions = [
  { value: '', label: 'Choose a credential' },
  ...types.map((value) => ({ value, label: `${credentialTypes[value]} (${value})` })),
]

const stateOptions = [{ value: '', label: 'Choose a state' }, ...stateCodes.map((value) => ({ value, label: value }))]

export function RequestDialog({ user, start, onClose, onSubmitted }: RequestDialogProps) {
  const form = useForm<RequestValues>({
    defaultValues: {
      npi: user.npi ?? start.npi ?? '',
      credential: start.credential ?? '',
      image: null,
      licenseNumber: '',
      licenseState: '',
    },
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const { isDirty, errors, submitCount } = form.formState
  const { send, sent, stop } = useSubmission(user.apiKey)
  const pending = useRequests('pending', 1).data?.verifications ?? []
  const [refusal, setRefusal] = useState<string>()
  const problems = fieldNames.flatMap((name) => {
    const message = errors[name]?.message
    return message === undefined ? [] : [{ name, message }]
  })
  const [isAsking, setAsking] = useState(false)
  const [isReading, setReading] = useState(false)

  const submit = form.handleSubmit(async ({ npi: typed, credential: chosen, image, licenseNumber, licenseState }) => {
    const npi = npiDigits(typed)
    const credential = types.find((type) => type === chosen)
    if (credential === undefined || image === null) return
    setRefusal(undefined)
    try {
      const license = licenseNumber.trim() === '' ? {} : { licenseNumber: licenseNumber.trim(), licenseState }
      const { id } = await send({ npi, credential, image: image.base64, ...license })
      toast.success('Verification request submitted')
      onSubmitted(id)
      onClose()
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      const words = refusalWords(error, { npi, credential }, pending)
      setRefusal(words)
      toast.error(words)
    }
  })
  const isSending = sent !== undefined
  useKeptPage(isDirty || isSending)
  const leave = () => (isDirty || isSending ? setAsking(true) : onClose())
  return (
    <Dialog
      title="Request New Verification"
      description="Enter your NPI, add a photo of your document, and choose the credential it shows."
      onClose={leave}
      actions={
        <>
          {isSending && (
            <div className="w-full">
              <ProgressBar
                label={sent < 1 ? 'Sending the image' : 'Checking the request'}
                percent={Math.round(sent * 100)}
              />
            </div>
          )}
          <Button look="plain" onClick={isSending ? stop : leave}>
            {isSending ? 'Stop sending' : 'Cancel'}
          </Button>
          <Button type="submit" form={formId} disabled={isSending || isReading}>
            {isSending ? 'Submitting...' : 'Submit Request'}
          </Button>
        </>
      }
    >
      {refusal !== undefined && <ErrorBox key={`refused ${submitCount}`}>{refusal}</ErrorBox>}
      {submitCount > 0 && problems.length > 0 && (
        <ErrorSummary
          key={submitCount}
          problems={problems}
          onChoose={(name) => form.setFocus(fieldNames.find((known) => known === name) ?? 'npi')}
        />
      )}
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <NpiField form={form} isVerified={user.npi !== null} />
        <ImageInput form={form} isLocked={isSending} isReading={isReading} onReading={setReading} />
        <SelectField
          label="Credential"
          options={credentialOptions}
          required
          error={errors.credential?.message}
          {...form.register('credential', { required: 'Choose the credential shown in the image' })}
        />
        <LicenseFields form={form} />
      </form>
      {isAsking && (
        <ConfirmDialog
          title="Discard this request?"
          description="Your entries and image won’t be saved."
          confirm="Discard"
          onConfirm={onClose}
          onCancel={() => setAsking(false)}
        />
      )}
    </Dialog>
  )
}

export function npiDigits(typed: string): string {
  return plainNumber(typed).replace(/[\s-]/g, '')
}

export const npiRules = {
  required: 'NPI is required',
  validate: (typed: string) => /^\d{10}$/.test(npiDigits(typed)) || 'An NPI has ten digits',
} as const

interface NpiFieldProps {
  form: UseFormReturn<RequestValues>
  isVerified: boolean
}

/** The NPI, with the registry's entry as soon as it is complete; whatever that says, it can be submitted. */
function NpiField({ form, isVerified }: NpiFieldProps) {
  const npi = npiDigits(useWatch({ control: form.control, name: 'npi' }))
  const isComplete = /^\d{10}$/.test(npi)
  const { data, isFetching } = useAnswer('GET /me/npi/{npi}', { params: { npi } }, { isEnabled: isComplete })
  const known = isComplete && data !== undefined ? entryText(data) : undefined
  const found = isComplete && isFetching && data === undefined ? 'Looking it up in the registry...' : known
  return (
    <TextField
      label="NPI"
      inputMode="numeric"
      autoComplete="off"
      required
      readOnly={isVerified}
      hint={
        <>
          {isVerified ? 'Your verified NPI. ' : found === undefined && 'Your ten-digit National Provider Identifier. '}
          <span aria-live="polite">{found}</span>
        </>
      }
      error={form.formState.errors.npi?.message}
      {...form.register('npi', npiRules)}
    />
  )
}

/** Both or neither; what is entered is asked of the state's board in place of what the document shows. */
function LicenseFields({ form }: Pick<NpiFieldProps, 'form'>) {
  const { errors } = form.formState
  const isEmpty = (typed: string) => typed.trim() === ''
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <TextField
        label="License number (optional)"
        hint="We’ll check it with your state’s board if we can."
        autoComplete="off"
        spellCheck={false}
        maxLength={licenseNumberLengthMax}
        error={errors.licenseNumber?.message}
        {...form.register('licenseNumber', {
          deps: 'licenseState',
          validate: (typed, { licenseState }) => {
            if (isEmpty(typed)) return licenseState === '' || 'Enter the license number, or leave the state empty'
            return /\d/.test(typed) || 'A license number has digits'
          },
        })}
      />
      <SelectField
        label="State of the license"
        options={stateOptions}
        error={errors.licenseState?.message}
        {...form.register('licenseState', {
          deps: 'licenseNumber',
          validate: (state, { licenseNumber }) =>
            state !== '' || isEmpty(licenseNumber) || 'Choose the state of the license',
        })}
      />
    </div>
  )
}

function entryText({ kind, name, isCheckDigitRight, credentials }: Output<'GET /me/npi/{npi}'>): string {
  if (!isCheckDigitRight) {
    return 'That NPI doesn’t look right. Check for typos, or submit it anyway.'
  }
  switch (kind) {
    case 'individual':
      return `The registry lists this NPI for ${[name, ...credentials].join(', ')}.`
    case 'organization':
      return `The registry lists this NPI for an organization, ${name}. Use your personal NPI.`
    case 'deactivated':
      return 'The registry lists this NPI as deactivated. You can still submit it.'
    case 'unknown':
      return 'The registry doesn’t have this NPI. You can still submit it.'
  }
}

/**
 * Protects the page while the form is open: the browser does not open a file that is dropped beside the picker, and
 * asks before leaving if something would be lost.
 */
function useKeptPage(hasContent: boolean): void {
  useEffect(() => {
    window.addEventListener('dragover', refuseFile)
    window.addEventListener('drop', refuseFile)
    return () => {
      window.removeEventListener('dragover', refuseFile)
      window.removeEventListener('drop', refuseFile)
    }
  }, [])
  useEffect(() => {
    if (!hasContent) return
    window.addEventListener('beforeunload', askFirst)
    return () => window.removeEventListener('beforeunload', askFirst)
  }, [hasContent])
}

/** The picker has already prevented the default of its own events; text may be dropped into fields. */
function refuseFile(event: DragEvent): void {
  const { dataTransfer, defaultPrevented } = event
  if (defaultPrevented || !dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  dataTransfer.dropEffect = 'none'
}

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault()
  // Chrome before version 119 asks only because of this.
  event.returnValue = true
}
