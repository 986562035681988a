import { Download, Printer } from 'lucide-react'
import { attestationType } from '#contract/product'
import type { OpenedShare } from '#contract/share-endpoints'
import { NoteBox } from '../../ui/alerts.tsx'
import { Wordmark } from '../../ui/bars.tsx'
import { Button } from '../../ui/buttons.tsx'
import { CodeSheet } from '../../ui/code.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { dayText, exactText } from '../../ui/format.ts'
import { TextLink } from '../../ui/links.tsx'
import { InlineCode } from '../../ui/text.tsx'
import { SharedCredentials } from './SharedCredentials.tsx'

/** The share as it was when it was opened. It prints on one page. */
export function OpenedCredentials({ share, openedAt }: { share: OpenedShare; openedAt: Date }) {
  const { clinician, credentials, sharedAt, expiresAt, attestation } = share
  const { origin } = window.location
  return (
    <>
      <div className="hidden print:block">
        <Wordmark />
      </div>
      <h1 tabIndex={-1} className="text-2xl font-semibold">
        {credentials.length === 1 ? 'Verified credential' : 'Verified credentials'}
      </h1>
      <NoteBox>
        <p className="font-semibold">Valid when you opened it, {exactText(openedAt.toISOString())}</p>
        <p className="text-text">
          Shared {clinician.name === null ? '' : `by ${clinician.name} `}on {dayText(sharedAt)}. The link ends{' '}
          {exactText(expiresAt)}.
        </p>
      </NoteBox>
      <SharedCredentials clinician={clinician} credentials={credentials} />
      <p className="hidden print:block">
        To check this page, download its signed copy from the link and use the keys at {origin}/.well-known/jwks.json.
      </p>
      <div className="flex flex-col gap-4 print:hidden">
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => save(`verified-credential-${clinician.npi}.jwt`, attestation)}>
            <Download size={18} strokeWidth={1.75} aria-hidden="true" />
            Download signed copy
          </Button>
          <Button look="plain" onClick={() => window.print()}>
            <Printer size={18} strokeWidth={1.75} aria-hidden="true" />
            Print
          </Button>
        </div>
        <p className="max-w-prose text-muted">
          The signed copy has the same facts as this page. Keep it with your records: anyone can check it, and that
          doesn’t count as a view. Opening the link again does.
        </p>
        <Disclosure summary="How to check this offline">
          <p>
            With <InlineCode>jose</InlineCode>, where <InlineCode>signedCopy</InlineCode> is the text of the file. Keep
            a copy of the keys to check it offline.
          </p>
          <CodeSheet title="JavaScript" label="Checking the signed copy" code={checkingCode(origin)} />
          <p>
            <TextLink to="/documentation/shared-credentials">How to check whether it was revoked, and more</TextLink>
          </p>
        </Disclosure>
      </div>
    </>
  )
}

function checkingCode(origin: string): string {
  return `import { createRemoteJWKSet, jwtVerify } from 'jose'
const keys = createRemoteJWKSet(new URL('${origin}/.well-known/jwks.json'))
const { payload } = await jwtVerify(signedCopy, keys, { issuer: '${origin}', typ: '${attestationType}' })`
}

/** Has the browser save a text as a file. */
function save(name: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'application/jwt' }))
  Object.assign(document.createElement('a'), { href, download: name }).click()
  // A browser may read it a moment after the click.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
