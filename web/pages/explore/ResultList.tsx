import { Star } from 'lucide-react'
import type { ExploredProvider } from '#contract/explore-endpoints'
import { Badge } from '../../ui/Badge.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { ResultRow } from '../../ui/result-row.tsx'
import { addressLine, facilityWords, phoneText } from './words.ts'

interface ResultListProps {
  providers: readonly ExploredProvider[]
  first: number
  /** The provider under the pointer or with the focus, for the map. */
  onPoint: (npi: number | undefined) => void
}

export function ResultList({ providers, first, onPoint }: ResultListProps) {
  return (
    <ol start={first} className="divide-y divide-border border-y border-border">
      {providers.map((provider) => (
        <li key={provider.npi}>
          <ProviderRow provider={provider} onPoint={onPoint} />
        </li>
      ))}
    </ol>
  )
}

function ProviderRow({ provider, onPoint }: { provider: ExploredProvider; onPoint: ResultListProps['onPoint'] }) {
  const {
    npi,
    name,
    credentials = [],
    specialties,
    facilityType,
    address,
    phone,
    distanceMiles,
    rating,
    reviews,
  } = provider
  const average = reviews?.averageRating ?? undefined
  return (
    <ResultRow
      to={`/providers/${npi}`}
      title={name}
      suffix={credentials.join(', ')}
      aside={distanceMiles === undefined ? undefined : `${distanceMiles} mi`}
      onPoint={(isPointed) => onPoint(isPointed ? npi : undefined)}
    >
      <p>{specialties.slice(0, 2).join(' · ')}</p>
      <p className="text-sm text-muted">
        {addressLine(address)}
        {phone !== null && <span className="whitespace-nowrap"> · {phoneText(phone)}</span>}
      </p>
      {(facilityType !== undefined || rating !== undefined || average !== undefined) && (
        <p className="flex flex-wrap gap-2 pt-1">
          {facilityType !== undefined && <Badge>{facilityWords(facilityType)}</Badge>}
          {rating !== undefined && <Stars text={`${rating.stars} of 5 by CMS`} />}
          {average !== undefined && (
            <Stars text={`${average} of 5 by ${reviews?.count === 1 ? '1 patient' : `${reviews?.count} patients`}`} />
          )}
        </p>
      )}
    </ResultRow>
  )
}

function Stars({ text }: { text: string }) {
  return (
    <Badge tone="info">
      <Star size={14} strokeWidth={1.75} aria-hidden="true" />
      {text}
    </Badge>
  )
}

const skeletonRows = [0, 1, 2, 3, 4]

/** Appears only where the answer takes a while. */
export function ResultsLoading() {
  return (
    <div aria-hidden="true" className="animate-late divide-y divide-border border-y border-border">
      {skeletonRows.map((row) => (
        <div key={row} className="flex flex-col gap-2 px-4 py-4">
          <Skeleton size="h-5 w-48" />
          <Skeleton size="h-4 w-32" />
          <Skeleton size="h-4 w-64" />
        </div>
      ))}
    </div>
  )
}
