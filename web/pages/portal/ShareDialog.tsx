/** Makes a link to approved verifications: what it shows, for whom, until when; then the link, shown this once. */
import { useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { shareMinutesDefault, shareRecipientLengthMax, verificationPageSizeMax } from '#contract/limits'
import type { SharedCredential } from '#contract/share-endpoints'
import { sharedChecks } from '#contract/shared-checks'
import { type CredentialType, credentialTypes, keysOf } from '#contract/verification-words'
import type { Verification } from '#contract/verifications'
import { errorText, type Output } from '../../api/call.ts'
import { useAnswer, useSend } from '../../api/queries.ts'
import { ErrorBox, NoteBox } from '../../ui/alerts.tsx'
import { Button } from '../../ui/buttons.tsx'
import { CheckField } from '../../ui/CheckField.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { dayText, exactText, lastDayText, timesText } from '../../ui/format.ts'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { SharedCredentials } from '../share/SharedCredentials.tsx'

const QrCode = lazy(async () => ({ default: (await import('../../ui/QrCode.tsx')).QrCode }))

interface ShareDialogProps {
  user: Output<'GET /me'>
  /** The approval whose Share was pressed. */
  request: Verification
  onClose: () => void
}

type Made = Output<'POST /me/shares'> & { passcode: string | undefined }

/** One dialog for both steps, so that it gives the focus back to Share. */
export function ShareDialog({ user, request, onClose }: ShareDialogProps) {
  const [made, setMade] = useState<Made>()
  const [isBusy, setBusy] = useState(false)
  if (made !== undefined) {
    return (
      <Dialog
        title="Your link is ready"
        description="Copy it now. You won’t be able to see it again."
        onClose={onClose}
        actions={<Button onClick={onClose}>Done</Button>}
      >
        <ReadyLink made={made} />
      </Dialog>
    )
  }
  return (
    <Dialog
      title="Share a verified credential"
      description="Anyone you send the link to can see it until the link expires or you revoke it."
      onClose={onClose}
      actions={
        <>
          <Button look="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={isBusy}>
            {isBusy ? 'Creating...' : 'Create link'}
          </Button>
        </>
      }
    >
      <ShareForm user={user} request={request} onBusy={setBusy} onMade={setMade} />
    </Dialog>
  )
}

const dayMinutes = 1_440

const durations = [
  { minutes: 15, words: '15 minutes' },
  { minutes: 60, words: '1 hour' },
  { minutes: dayMinutes, words: '1 day' },
  { minutes: 7 * dayMinutes, words: '7 days' },
  { minutes: 14 * dayMinutes, words: '14 days' },
  { minutes: 30 * dayMinutes, words: '30 days' },
] as const

const viewOptions = [
  { value: '', label: 'Any number of times' },
  { value: '1', label: 'Once' },
  { value: '2', label: 'Twice' },
  { value: '5', label: '5 times' },
  { value: '10', label: '10 times' },
]

const formId = 'new-share'

interface ShareFormProps extends Omit<ShareDialogProps, 'onClose'> {
  onBusy: (isBusy: boolean) => void
  onMade: (made: Made) => void
}

function ShareForm({ user, request, onBusy, onMade }: ShareFormProps) {
  const client = useQueryClient()
  const make = useSend('POST /me/shares')
  const [refusal, setRefusal] = useState<string>()
  const { register, handleSubmit, control, formState } = useForm({
    defaultValues: {
      ids: [request.id],
      recipient: '',
      minutes: String(shareMinutesDefault),
      viewsMax: '',
      isPasscodeSet: true,
      showsLicense: false,
    },
  })
  const { submitCount, errors } = formState
  const [ids, minutes, showsLicense] = useWatch({ control, name: ['ids', 'minutes', 'showsLicense'] })
  const approved = useApproved(user, request)
  const [shownFrom] = useState(Date.now)

  const submit = handleSubmit(async (values) => {
    setRefusal(undefined)
    onBusy(true)
    const passcode = values.isPasscodeSet ? newPasscode() : undefined
    const recipient = values.recipient.trim()
    try {
      const body = {
        verificationIds: values.ids,
        expiresInMinutes: Number(values.minutes),
        showsLicense: values.showsLicense,
        ...(recipient !== '' && { recipient }),
        ...(passcode !== undefined && { passcode }),
        ...(values.viewsMax !== '' && { viewsMax: Number(values.viewsMax) }),
      }
      onMade({ ...(await make.mutateAsync({ body })), passcode })
      client.invalidateQueries({ queryKey: ['GET /me/shares'] })
    } catch (error) {
      setRefusal(errorText(error, 'Failed to create the link. Try again.'))
    } finally {
      onBusy(false)
    }
  })
  return (
    <>
      {refusal !== undefined && <ErrorBox key={submitCount}>{refusal}</ErrorBox>}
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        {approved.length > 1 && (
          <fieldset className="flex flex-col gap-1">
            <legend className="pb-1 font-semibold">Credentials</legend>
            {approved.map(({ id, credentials, expiresAt = '' }) => (
              <CheckField
                key={id}
                label={`${credentials.join(', ')}, approved until ${lastDayText(expiresAt)}`}
                value={id}
                {...register('ids', { validate: (chosen) => chosen.length > 0 || 'Choose a credential' })}
              />
            ))}
            {errors.ids?.message !== undefined && <p role="alert">{errors.ids.message}</p>}
          </fieldset>
        )}
        <Preview npi={request.npi} shown={approved.filter(({ id }) => ids.includes(id))} showsLicense={showsLicense} />
        <CheckField label="Show my license number" hint="As you reported it to NPPES." {...register('showsLicense')} />
        <TextField
          label="Who is it for? (optional)"
          hint="A note for yourself. They give their own name when they open it."
          autoComplete="off"
          maxLength={shareRecipientLengthMax}
          {...register('recipient')}
        />
        <SelectField
          label="Ends after"
          hint={`On ${dayText(new Date(shownFrom + Number(minutes) * 60_000).toISOString())}, or earlier with the approval. You can revoke it at any time.`}
          options={durations.map((one) => ({ value: String(one.minutes), label: one.words }))}
          {...register('minutes')}
        />
        <SelectField label="Can be opened" options={viewOptions} {...register('viewsMax')} />
        <CheckField
          label="Protect it with a passcode"
          hint="We create one for you. Send it separately from the link, for example by phone."
          {...register('isPasscodeSet')}
        />
      </form>
    </>
  )
}

/** The user's approvals that have not expired; the one that was pressed comes first. */
function useApproved(user: Output<'GET /me'>, request: Verification): Verification[] {
  const query = { type: 'personal', status: 'approved', limit: String(verificationPageSizeMax) } as const
  const { data } = useAnswer('GET /api/verifications', { query }, { apiKey: user.apiKey })
  const others = data?.verifications.filter(({ id, isExpired }) => id !== request.id && isExpired === false) ?? []
  return [request, ...others]
}

interface PreviewProps {
  npi: string
  shown: readonly Verification[]
  showsLicense: boolean
}

function Preview({ npi, shown, showsLicense }: PreviewProps) {
  const { data } = useAnswer('GET /me/npi/{npi}', { params: { npi } })
  return (
    <section aria-label="What they will see" className="flex flex-col gap-3">
      <h3 className="font-semibold">What they will see</h3>
      <SharedCredentials
        clinician={{ name: data === undefined ? 'Your name in the registry' : data.name, npi }}
        credentials={shown.flatMap((request) => sharedOf(request, showsLicense))}
        isPreview
      />
    </section>
  )
}

function sharedOf(request: Verification, showsLicense: boolean): SharedCredential[] {
  const { credentials, approvedAt = '', expiresAt = '', checks } = request
  const source = { name: 'NPPES', date: null }
  return keysOf(credentialTypes)
    .filter((type: CredentialType) => credentials.includes(type))
    .map((credential) => ({
      credential,
      status: 'approved',
      verifiedOn: approvedAt.slice(0, 10),
      validUntil: expiresAt.slice(0, 10),
      ...(showsLicense && { license: { number: 'The number on file', state: null, source } }),
      checks: sharedChecks(checks, showsLicense),
    }))
}

/** Six digits. */
function newPasscode(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return String(random % 1_000_000).padStart(6, '0')
}

function ReadyLink({ made: { share, url, shlink, passcode, isCutToApproval } }: { made: Made }) {
  return (
    <>
      <Copied label="Link" text={url} />
      {passcode !== undefined && (
        <Copied label="Passcode" text={passcode} hint="Send it separately from the link, for example by phone." />
      )}
      <div className="flex flex-wrap items-center gap-4">
        <LaterPart>
          <QrCode text={url} label="QR code of the link" />
        </LaterPart>
        <div className="flex min-w-0 grow basis-40 flex-col gap-2">
          <p>A phone’s camera opens the link from this code.</p>
          <p className="text-muted">
            It ends {exactText(share.expiresAt)}
            {share.viewsMax === null ? '' : `, and can be opened ${timesText(share.viewsMax)}`}.
          </p>
        </div>
      </div>
      {isCutToApproval && <NoteBox tone="info">The link ends with your approval, earlier than you chose.</NoteBox>}
      <Disclosure summary="For programs: SMART Health Link">
        <p className="text-sm text-muted">
          Hospital systems that support SMART Health Links can import the credential with it.
        </p>
        <Copied label="SMART Health Link" text={shlink} />
      </Disclosure>
    </>
  )
}

function Copied({ label, text, hint }: { label: string; text: string; hint?: string }) {
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-end gap-x-2">
        <div className="min-w-0 grow basis-64">
          <TextField label={label} value={text} readOnly onFocus={({ target }) => target.select()} />
        </div>
        <div className="max-sm:-ml-2.5">
          <CopyButton text={text} label={`Copy ${label === 'SMART Health Link' ? label : label.toLowerCase()}`} />
        </div>
      </div>
      {hint !== undefined && <p className="text-sm text-muted">{hint}</p>}
    </div>
  )
}
