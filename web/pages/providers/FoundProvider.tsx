import type { ReactNode } from 'react'
import type { ProviderPage } from '#contract/provider-page'
import { PublicFooter, PublicHeader } from '../../frame/public-frame.tsx'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { FactLines } from '../../ui/FactLines.tsx'
import { dayText, numberText } from '../../ui/format.ts'
import { TextLink } from '../../ui/links.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { PlainRecords } from '../../ui/rows.tsx'
import { NpiDigits } from '../../ui/text.tsx'
import { addressLine, facilityWords, phoneText } from '../explore/words.ts'
import { ProviderHistory } from './ProviderHistory.tsx'

type Found = Extract<ProviderPage, { kind: 'found' }>
type Provider = Found['provider']

/** Opens with who it is and where that comes from; each part names its own source and date. */
export function FoundProvider({ page }: { page: Found }) {
  const { provider, asOf, isSampleData } = page
  const credentials = 'credentials' in provider ? provider.credentials : []
  const kind = page.isPerson ? 'individuals' : 'organizations'
  const source = isSampleData ? 'Fictional sample data' : 'NPPES, CMS’s provider registry'
  return (
    <>
      <PublicHeader />
      <main id="main" className="mx-auto flex w-full max-w-column flex-col gap-6 px-4 py-8">
        <div className="flex flex-col gap-2">
          <h1 className="text-2xl font-semibold wrap-anywhere">
            {provider.name}
            {credentials.length > 0 && <span className="text-lg text-muted"> {credentials.join(', ')}</span>}
          </h1>
          <p className="text-md">{provider.specialties.join(' · ')}</p>
          {'facilityType' in provider && (
            <p>
              <Badge>{facilityWords(provider.facilityType)}</Badge>
            </p>
          )}
          <FactLines
            items={[
              { name: 'NPI', value: <NpiDigits npi={String(provider.npi)} /> },
              { name: 'Source', value: `${source}, as of ${dayText(asOf)}` },
              ...dated('Registered', provider.enumeratedOn),
              ...dated('Last updated', provider.updatedOn),
            ]}
          />
        </div>
        <Places provider={provider} />
        <Licenses provider={provider} />
        {page.isPerson && <Medicare provider={provider} />}
        {page.isPerson && <Affiliations provider={provider} />}
        <Reviews page={page} />
        <ProviderHistory page={page} />
        <p className="text-sm text-muted">
          Something wrong? Providers correct their own entry at{' '}
          <a href="https://nppes.cms.hhs.gov" rel="noreferrer" className="underline underline-offset-3">
            nppes.cms.hhs.gov
          </a>
          . For programs: <TextLink to={`/documentation/${kind}/get-npi`}>{`GET /api/${kind}/{npi}`}</TextLink>.
        </p>
      </main>
      <PublicFooter />
    </>
  )
}

function dated(name: string, day: string | null): { name: string; value: string }[] {
  return day === null ? [] : [{ name, value: dayText(day) }]
}

function Places({ provider }: { provider: Provider }) {
  const primary = { address: provider.address, phone: provider.phone, fax: provider.fax }
  const places = provider.locations ?? [primary]
  return (
    <Panel title={places.length === 1 ? 'Practice location' : 'Practice locations'}>
      <PlainRecords
        items={places.map(({ address, phone, fax }, index) => ({
          id: String(index),
          title: addressLine(address),
          facts: [phone !== null && `Phone ${phoneText(phone)}`, fax !== null && `Fax ${phoneText(fax)}`]
            .filter((part) => part !== false)
            .join(' · '),
        }))}
      />
    </Panel>
  )
}

const tones: Partial<Record<string, BadgeTone>> = { active: 'success', suspended: 'danger', revoked: 'danger' }

function Licenses({ provider: { licenses } }: { provider: Provider }) {
  return (
    <Panel title="Licenses">
      {licenses.length === 0 ? (
        <Nothing>No license numbers on file.</Nothing>
      ) : (
        <PlainRecords
          items={licenses.map(({ state, number, verified }) => ({
            id: `${state} ${number}`,
            title: state === null ? number : `${state} ${number}`,
            facts:
              verified === null
                ? 'As the provider reported it to NPPES; not confirmed by a board.'
                : `${verified.list}, ${dayText(verified.date)}${verified.expiresOn === null ? '' : `; expires ${dayText(verified.expiresOn)}`}${verified.discipline === null ? '' : `; ${verified.discipline}`}`,
            aside: verified?.status && <Badge tone={tones[verified.status] ?? 'warning'}>{verified.status}</Badge>,
          }))}
        />
      )}
    </Panel>
  )
}

function Medicare({ provider: { medicare } }: { provider: Provider }) {
  const said = (fact: boolean | null) => (fact === null ? 'Not known' : fact ? 'Yes' : 'No')
  return (
    <Panel title="Medicare" {...(medicare.asOf !== null && { subtitle: `CMS, as of ${dayText(medicare.asOf)}` })}>
      <FactLines
        items={[
          { name: 'Enrolled', value: said(medicare.enrolled) },
          { name: 'Opted out', value: said(medicare.optedOut) },
          { name: 'May order', value: said(medicare.mayOrder) },
          { name: 'May refer', value: said(medicare.mayRefer) },
        ]}
      />
    </Panel>
  )
}

function Affiliations({ provider: { affiliations } }: { provider: Provider }) {
  return (
    <Panel title="Affiliations">
      {affiliations === null ? (
        <Nothing>This server doesn’t have CMS’s file of facility affiliations.</Nothing>
      ) : affiliations.length === 0 ? (
        <Nothing>CMS lists no facilities for this provider.</Nothing>
      ) : (
        <PlainRecords
          items={affiliations.map(({ ccn, facilityType, asOf }) => ({
            id: ccn,
            title: `${facilityType} ${ccn}`,
            facts: `CMS certification number, as of ${dayText(asOf)}`,
          }))}
        />
      )}
    </Panel>
  )
}

function Reviews({ page: { provider, reviews } }: { page: Found }) {
  const rating = 'rating' in provider ? provider.rating : undefined
  const summary = provider.reviews
  if (summary === undefined && rating === undefined) return null
  const average = summary?.averageRating ?? null
  return (
    <Panel title="Reviews">
      {rating !== undefined && (
        <p>
          {rating.stars} of 5 stars: {rating.source}
          {rating.date !== null && `, ${dayText(rating.date)}`}
        </p>
      )}
      {summary !== undefined && (
        <p>
          {average !== null && `${average} of 5 on average, `}
          {numberText(summary.count)} {summary.count === 1 ? 'review' : 'reviews'}
        </p>
      )}
      {reviews.length > 0 && (
        <PlainRecords
          items={reviews.map(({ rating: stars, comment, date, source, survey }, index) => ({
            id: String(index),
            title: comment ?? (survey === undefined ? 'Rated without a comment' : 'Patient survey'),
            facts: [stars !== null && `${stars} of 5`, source, date !== null && dayText(date)]
              .filter((part) => part !== false)
              .join(' · '),
          }))}
        />
      )}
    </Panel>
  )
}

function Nothing({ children }: { children: ReactNode }) {
  return <p className="text-muted">{children}</p>
}
