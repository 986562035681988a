import type { OpenedShare, SharedCredential } from '#contract/share-endpoints'
import { checkNames, credentialTypes, primarySourceGap } from '#contract/verification-words'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { FactLines } from '../../ui/FactLines.tsx'
import { dayText, readableDays } from '../../ui/format.ts'
import { RecordList, StatusRecord } from '../../ui/rows.tsx'
import { NpiDigits } from '../../ui/text.tsx'
import { CheckLines, countsOf } from './check-lines.tsx'

interface SharedCredentialsProps {
  clinician: OpenedShare['clinician']
  credentials: readonly SharedCredential[]
  /** Keeps the checks folded. */
  isPreview?: boolean
}

/** What those who open a share see of it: on its page, and in the preview for the clinician who makes it. */
export function SharedCredentials({ clinician, credentials, isPreview = false }: SharedCredentialsProps) {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col">
        <p className="text-lg font-semibold break-words">{clinician.name ?? 'Name not in the registry'}</p>
        <p className="text-muted">
          NPI: <NpiDigits npi={clinician.npi} />
        </p>
      </div>
      <RecordList>
        {credentials.map((shared) => (
          <li key={`${shared.credential} ${shared.verifiedOn} ${shared.validUntil}`}>
            <CredentialRecord shared={shared} isPreview={isPreview} />
          </li>
        ))}
      </RecordList>
    </div>
  )
}

function CredentialRecord({ shared, isPreview }: { shared: SharedCredential; isPreview: boolean }) {
  const { credential, status, verifiedOn, validUntil, license, checks } = shared
  const made = checks.filter(({ result }) => result !== 'unknown')
  const open = checks.filter(({ result }) => result === 'unknown')
  const gap = primarySourceGap(checks)
  return (
    <StatusRecord
      status={status}
      title={
        <>
          {credential} <span className="font-normal text-muted">{credentialTypes[credential]}</span>
        </>
      }
    >
      <FactLines
        items={[
          { name: 'Verified on', value: `${dayText(verifiedOn)}, by a reviewer who saw the document` },
          { name: 'Valid until', value: dayText(validUntil) },
          ...(license === undefined ? [] : [{ name: 'License', value: licenseText(license) }]),
        ]}
      />
      <Disclosure summary={`What was checked: ${countsOf(made)}`} isOpen={!isPreview}>
        <CheckLines checks={made} isWide={!isPreview} />
      </Disclosure>
      <Disclosure summary="What was not checked" isOpen={!isPreview}>
        <ul className="flex list-outside list-disc flex-col gap-1 pl-4">
          {gap !== undefined && <li>{gap}</li>}
          <li>License numbers in NPPES are as reported by the provider.</li>
          {open.map(({ code, sentence }) => (
            <li key={code}>
              {checkNames[code]}: {readableDays(sentence)}
            </li>
          ))}
        </ul>
      </Disclosure>
    </StatusRecord>
  )
}

function licenseText({ number, state, source }: NonNullable<SharedCredential['license']>): string {
  const on = source.date === null ? '' : `, ${dayText(source.date)}`
  return `${number}${state === null ? '' : ` (${state})`}, as reported to ${source.name} by the provider${on}`
}
