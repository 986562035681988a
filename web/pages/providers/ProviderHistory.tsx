import type { ProviderPage } from '#contract/provider-page'
import { dayText } from '../../ui/format.ts'
import { TextLink } from '../../ui/links.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { PlainRecords } from '../../ui/rows.tsx'
import { fieldWords, valuesWords } from './history-words.ts'

type Found = Extract<ProviderPage, { kind: 'found' }>

/** What the provider filed otherwise before, as far back as this server has files to compare. */
export function ProviderHistory({ page: { history, asOf, isPerson } }: { page: Found }) {
  const { knownSince, changes, hasOlder } = history
  const kind = isPerson ? 'individuals' : 'organizations'
  return (
    <Panel title="History" subtitle={`What changed in the provider’s NPPES record since ${dayText(knownSince)}.`}>
      {changes.length === 0 ? (
        <p className="text-muted">
          {knownSince === asOf
            ? 'This is the first file we have, so there’s nothing to compare it with yet.'
            : `Nothing, as of ${dayText(asOf)}.`}
        </p>
      ) : (
        <PlainRecords
          items={changes.map(({ registryVersion, sourceDate, changes: fields }) => ({
            id: registryVersion,
            title: `In the file of ${dayText(sourceDate)}`,
            facts: fields.map((change) => `${fieldWords(change.field)}: ${valuesWords(change)}`).join(' · '),
          }))}
        />
      )}
      {hasOlder && (
        <p className="text-sm text-muted">
          For older changes, call{' '}
          <TextLink to={`/documentation/${kind}/get-npi-history`}>{`GET /api/${kind}/{npi}/history`}</TextLink>.
        </p>
      )}
    </Panel>
  )
}
