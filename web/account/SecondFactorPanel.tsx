import { useQueryClient } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../api/call.ts'
import { useAnswer } from '../api/queries.ts'
import { useUser } from '../api/user-context.ts'
import { Notice } from '../ui/alerts.tsx'
import { Button } from '../ui/buttons.tsx'
import { agoText, dayText } from '../ui/format.ts'
import { Skeleton } from '../ui/loading.tsx'
import { Panel } from '../ui/Panel.tsx'
import { LoadError } from '../ui/placeholders.tsx'
import { PlainRecord, RecordList, RowAction } from '../ui/rows.tsx'
import { type FactorDialog, FactorDialogs } from './FactorDialogs.tsx'
import { knowsPasskeys } from './passkeys.ts'

/** The second factors of the account: what there is, and how to add and remove one. */
export function SecondFactorPanel() {
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
        <Notice icon={ShieldAlert} title="Set up a second factor to go on">
          <p>Admins sign in with their password and a second factor. Everything else opens once you have one.</p>
        </Notice>
      )}
      <Panel
        title="Second factor"
        subtitle="Someone who knows your password cannot sign in without it."
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
              <p>None yet: your password alone signs you in.</p>
            ) : (
              <RecordList>
                {data.factors.map(({ id, kind, name, createdAt, lastUsedAt }) => (
                  <PlainRecord
                    key={id}
                    title={kind === 'passkey' ? `Passkey: ${name}` : name}
                    facts={`Added ${dayText(createdAt)}. ${lastUsedAt === null ? 'Not used yet.' : `Last used ${agoText(lastUsedAt, Date.now())}.`}`}
                  >
                    <RowAction aria-label={`Remove ${name}`} onClick={() => setDialog({ kind: 'remove', id, name })}>
                      Remove
                    </RowAction>
                  </PlainRecord>
                ))}
                <PlainRecord title="Recovery codes" facts={`${data.recoveryCodesLeft} of 10 left.`}>
                  <RowAction onClick={() => setDialog({ kind: 'codes' })}>Make new ones</RowAction>
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
