import { ProseAndPlaces } from '../../ui/docs-layout.tsx'
import { TextLink } from '../../ui/links.tsx'
import { InlineMarkdown } from '../../ui/text.tsx'
import type { GroupDocs } from './documentation.ts'
import { Fields } from './fields.tsx'
import { OnThisPage } from './page-links.tsx'
import { AnchorHeading, EndpointBadges, MethodChip, RuledTable } from './pieces.tsx'

const places = [
  { id: 'overview', text: 'Overview' },
  { id: 'endpoints', text: 'Endpoints' },
  { id: 'data-models', text: 'Data models' },
] as const

export function GroupPage({ group }: { group: GroupDocs }) {
  return (
    <ProseAndPlaces
      head={<h1 className="text-2xl font-semibold">{group.title}</h1>}
      places={<OnThisPage places={places} />}
    >
      <section className="flex max-w-prose flex-col gap-3">
        <AnchorHeading id="overview">Overview</AnchorHeading>
        {group.overview.map((text) => (
          <p key={text}>
            <InlineMarkdown text={text} />
          </p>
        ))}
      </section>
      <section className="flex flex-col gap-3">
        <AnchorHeading id="endpoints">Endpoints</AnchorHeading>
        <RuledTable
          label="Endpoints"
          head={['Endpoint', 'Call']}
          rows={group.endpoints.map((endpoint) => ({
            key: endpoint.address,
            cells: [
              <span key="summary" className="flex flex-wrap items-center gap-2">
                <TextLink to={endpoint.address}>{endpoint.summary}</TextLink>
                <EndpointBadges {...endpoint} />
              </span>,
              <span key="call" className="flex flex-wrap items-center gap-2 font-mono text-sm">
                <MethodChip method={endpoint.method} />
                <span className="min-w-0 break-all">{endpoint.path}</span>
              </span>,
            ],
          }))}
        />
      </section>
      <section className="flex flex-col gap-4">
        <AnchorHeading id="data-models">Data models</AnchorHeading>
        {group.models.map(({ name, description, fields }) => {
          const id = name.toLowerCase().replaceAll(' ', '-')
          return (
            <div key={name} className="flex flex-col gap-2">
              <AnchorHeading id={id} level={3}>
                {name}
              </AnchorHeading>
              <p className="text-muted">
                <InlineMarkdown text={description} />
              </p>
              <Fields name={name} fields={fields} prefix={id} />
            </div>
          )
        })}
      </section>
    </ProseAndPlaces>
  )
}
