import { useQueryClient } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '../api/call.ts'
import { useAnswer, useSend } from '../api/queries.ts'
import { clearToken, currentArea, storeToken } from '../api/tokens.ts'
import { useUser } from '../api/user.tsx'
import { ErrorBox, Notice } from '../ui/alerts.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/buttons.tsx'
import { PasswordField } from '../ui/fields.tsx'
import { agoText, dayText } from '../ui/format.ts'
import { LazyConfirmDialog } from '../ui/LazyConfirmDialog.tsx'
import { Skeleton } from '../ui/loading.tsx'
import { Panel } from '../ui/Panel.tsx'
import { LoadError } from '../ui/placeholders.tsx'
import { PlainRecord, RecordList, RowAction, RowActions } from '../ui/rows.tsx'
import { toast } from '../ui/toasts.tsx'
import { InlineEditForm } from './contact-forms.tsx'
import { type FactorDialog, FactorDialogs } from './factor-dialogs.tsx'
import { confirmRules, newPasswordRules, strengthOf } from './field-rules.ts'
import { knowsPasskeys } from './passkeys.ts'

export function SecurityPanels() {
  const { user } = useUser()
  // The API answers nothing else to an admin without a second factor.
  if (user?.secondFactor === 'required') return <SecondFactorPanel />
  return (
    <>
      <PasswordPanel />
      <SecondFactorPanel />
      <SessionsPanel />
      <DeleteAccount />
    </>
  )
}

function PasswordPanel() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel title="Password" subtitle="A new password signs you out everywhere else.">
      {isOpen ? (
        <PasswordForm onClose={() => setOpen(false)} />
      ) : (
        <div>
          <Button look="plain" onClick={() => setOpen(true)}>
            Change password
          </Button>
        </div>
      )}
    </Panel>
  )
}

function PasswordForm({ onClose }: { onClose: () => void }) {
  const change = useSend('POST /me/password')
  const form = useForm({ defaultValues: { present: '', password: '', confirm: '' }, mode: 'onTouched' })
  const { errors, isSubmitting } = form.formState
  const [refusal, setRefusal] = useState<{ words: string; count: number }>()
  const save = form.handleSubmit(async ({ present, password }) => {
    const area = currentArea()
    try {
      const { token } = await change.mutateAsync({ body: { password: present, newPassword: password } })
      toast.success('Password changed. You were signed out everywhere else.')
      onClose()
      if (area !== undefined) storeToken(area, token)
    } catch (error) {
      const words = errorText(error, 'Failed to change the password')
      setRefusal((before) => ({ words, count: (before?.count ?? 0) + 1 }))
    }
  })
  // Once both are typed, changing the first may make them match.
  const checkConfirm = () => form.getFieldState('confirm').isTouched && form.trigger('confirm')
  return (
    <div className="max-w-form">
      <InlineEditForm isSaving={isSubmitting} onSubmit={save} onCancel={onClose}>
        {refusal !== undefined && <ErrorBox key={refusal.count}>{refusal.words}</ErrorBox>}
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.present?.message}
          {...form.register('present', { required: 'Password is required' })}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={strengthOf(form.watch('password'))}
          error={errors.password?.message}
          {...form.register('password', { ...newPasswordRules, onChange: checkConfirm })}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          error={errors.confirm?.message}
          {...form.register('confirm', confirmRules)}
        />
      </InlineEditForm>
    </div>
  )
}

function SecondFactorPanel() {
  const client = useQueryClient()
  const { user, refresh } = useUser()
  const [dialog, setDialog] = useState<FactorDialog>()
  const overview = useAnswer('GET /me/second-factors', {})
  const close = async (isChanged: boolean) => {
    setDialog(undefined)
    if (!isChanged) return
    await Promise.all([
      refresh(),
      client.invalidateQueries({ queryKey: ['GET /me/second-factors'] }),
      client.invalidateQueries({ queryKey: ['GET /me/sessions'] }),
    ])
  }
  const { data } = overview
  const hasApp = data?.factors.some(({ kind }) => kind === 'totp')
  return (
    <>
      {user?.secondFactor === 'required' && (
        <Notice icon={ShieldAlert} title="Set up a second factor to continue">
          <p>Admins sign in with their password and a second factor. Everything else opens once you have one.</p>
        </Notice>
      )}
      <Panel
        title="Second factor"
        subtitle="It keeps out anyone who only knows your password."
        isBusy={overview.isPending}
      >
        {overview.error !== null && (
          <LoadError
            title={errorText(overview.error, 'Failed to fetch the second factors')}
            onRetry={() => overview.refetch()}
          />
        )}
        {overview.isPending && <Skeleton size="h-16" />}
        {data !== undefined && (
          <>
            {data.factors.length === 0 ? (
              <p>None yet. Your password is all it takes to sign in.</p>
            ) : (
              <RecordList>
                {data.factors.map(({ id, kind, name, createdAt, lastUsedAt }) => (
                  <PlainRecord
                    key={id}
                    title={kind === 'passkey' ? `Passkey: ${name}` : name}
                    facts={`Added ${dayText(createdAt)}. ${lastUsedAt === null ? 'Not used yet.' : `Last used ${agoText(lastUsedAt, Date.now())}.`}`}
                  >
                    <RowActions>
                      <RowAction aria-label={`Remove ${name}`} onClick={() => setDialog({ kind: 'remove', id, name })}>
                        Remove
                      </RowAction>
                    </RowActions>
                  </PlainRecord>
                ))}
                <PlainRecord title="Recovery codes" facts={`${data.recoveryCodesLeft} of 10 left.`}>
                  <RowActions>
                    <RowAction onClick={() => setDialog({ kind: 'codes' })}>Generate new codes</RowAction>
                  </RowActions>
                </PlainRecord>
              </RecordList>
            )}
            <div className="flex flex-wrap gap-3">
              {!hasApp && (
                <Button look="plain" onClick={() => setDialog({ kind: 'app' })}>
                  Set up an authenticator app
                </Button>
              )}
              {data.arePasskeysPossible && knowsPasskeys() && (
                <Button look="plain" onClick={() => setDialog({ kind: 'passkey' })}>
                  Add a passkey
                </Button>
              )}
            </div>
          </>
        )}
      </Panel>
      {dialog !== undefined && <FactorDialogs dialog={dialog} onClose={close} />}
    </>
  )
}

function SessionsPanel() {
  const client = useQueryClient()
  const list = useAnswer('GET /me/sessions', {})
  const end = useSend('POST /me/sessions/{id}/end')
  const endOne = async (id: string) => {
    try {
      const { message } = await end.mutateAsync({ params: { id } })
      toast.success(message)
    } catch (error) {
      toast.error(errorText(error, 'Failed to end the session'))
    }
    await client.invalidateQueries({ queryKey: ['GET /me/sessions'] })
  }
  return (
    <Panel
      title="Sessions"
      subtitle="Where you’re signed in. End any session you don’t recognize."
      isBusy={list.isPending}
    >
      {list.error !== null && (
        <LoadError title={errorText(list.error, 'Failed to fetch the sessions')} onRetry={() => list.refetch()} />
      )}
      {list.isPending && <Skeleton size="h-16" />}
      {list.data !== undefined && (
        <RecordList>
          {list.data.sessions.map(({ id, browser, createdAt, lastUsedAt, isCurrent }) => (
            <PlainRecord
              key={id}
              title={browser ?? 'Unknown browser'}
              facts={`Signed in ${dayText(createdAt)}. Last used ${agoText(lastUsedAt, Date.now())}.`}
            >
              {isCurrent ? (
                <Badge tone="success">This session</Badge>
              ) : (
                <RowActions>
                  <RowAction
                    aria-label={`End the session of ${browser ?? 'an unknown browser'}`}
                    disabled={end.isPending}
                    onClick={() => endOne(id)}
                  >
                    End
                  </RowAction>
                </RowActions>
              )}
            </PlainRecord>
          ))}
        </RecordList>
      )}
    </Panel>
  )
}

function DeleteAccount() {
  const [isAsking, setAsking] = useState(false)
  return (
    <Panel title="Delete account" subtitle={deletionWords[currentArea() ?? 'api'].panel}>
      <div>
        <Button look="plain" onClick={() => setAsking(true)}>
          Delete account
        </Button>
      </div>
      {isAsking && <DeleteAccountDialog onClose={() => setAsking(false)} />}
    </Panel>
  )
}

const failure = 'Failed to delete the account'

/** The areas share accounts, so clinicians who use the API lose that as well. */
const deletionWords = {
  api: {
    panel:
      'This also deletes your API keys, verifications and their images. A paid plan is canceled immediately, without a refund.',
    dialog: 'Your API key stops working immediately.',
  },
  portal: {
    panel:
      'This also deletes your verifications and their images, and revokes the links you shared. If you use the API with this account, its keys and plan end too.',
    dialog: 'Links you shared stop working immediately.',
  },
}

function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({ defaultValues: { password: '' } })
  const { errors } = form.formState
  const remove = useSend('POST /me/delete')
  const submit = form.handleSubmit(async (body) => {
    if (remove.isPending) return
    const area = currentArea()
    try {
      const { message } = await remove.mutateAsync({ body })
      toast.success(message)
      // The server has ended the session already.
      if (area !== undefined) clearToken(area, { isWanted: true })
    } catch {
      // The dialog says why, and stays open.
    }
  })
  return (
    <LazyConfirmDialog
      title="Delete your account?"
      description={`This can’t be undone. ${deletionWords[currentArea() ?? 'api'].dialog}`}
      confirm="Delete account"
      busy="Deleting..."
      isBusy={remove.isPending}
      onConfirm={submit}
      onCancel={onClose}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {remove.error !== null && <ErrorBox>{errorText(remove.error, failure)}</ErrorBox>}
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          error={errors.password?.message}
          {...form.register('password', { required: 'Password is required' })}
        />
      </form>
    </LazyConfirmDialog>
  )
}
