import { Badge } from '../../ui/Badge.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { ProseAndCode } from '../../ui/docs-layout.tsx'
import { TextLink } from '../../ui/links.tsx'
import { InlineMarkdown } from '../../ui/text.tsx'
import type { GroupDocs } from './documentation.ts'
import { FieldTree } from './FieldTree.tsx'
import { OnThisPage } from './OnThisPage.tsx'
import { PageLinks } from './PageLinks.tsx'
import { AnchorHeading, MethodChip, RuledTable } from './pieces.tsx'

const places = [
  { id: 'overview', text: 'Overview' },
  { id: 'endpoints', text: 'Endpoints' },
  { id: 'data-models', text: 'Data models' },
] as const

/** What a group of endpoints is for, which endpoints it has, and what their answers are made of. */
export function GroupPage({ group }: { group: GroupDocs }) {
  return (
    <ProseAndCode
      head={
        <>
          <h1 className="text-2xl font-semibold">{group.title}</h1>
          <PageLinks address={group.address} />
        </>
      }
      aside={<OnThisPage places={places} />}
    >
      <section className="flex flex-col gap-3">
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
          rows={group.endpoints.map(({ address, method, path, summary, isBeta, isForAdmins }) => ({
            key: address,
            cells: [
              <span key="summary" className="flex flex-wrap items-center gap-2">
                <TextLink to={address}>{summary}</TextLink>
                {isBeta && <Badge tone="accent">BETA</Badge>}
                {isForAdmins && <Badge>Admins</Badge>}
              </span>,
              <span key="call" className="flex flex-wrap items-center gap-2 font-mono text-sm">
                <MethodChip method={method} />
                <span className="min-w-0 break-all">{path}</span>
              </span>,
            ],
          }))}
        />
      </section>
      <section className="flex flex-col gap-4">
        <AnchorHeading id="data-models">Data models</AnchorHeading>
        {group.models.map(({ name, description, fields }) => (
          <div key={name} className="flex flex-col gap-2">
            <AnchorHeading id={modelId(name)} level={3}>
              {name}
            </AnchorHeading>
            <p className="text-muted">
              <InlineMarkdown text={description} />
            </p>
            <Disclosure summary={`Fields of ${name} (${fields.length})`}>
              <FieldTree fields={fields} prefix={modelId(name)} />
            </Disclosure>
          </div>
        ))}
      </section>
    </ProseAndCode>
  )
}

function modelId(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}
