import { Badge } from '../../ui/Badge.tsx'
import { TextLink } from '../../ui/links.tsx'
import { InlineMarkdown } from '../../ui/text.tsx'
import type { EndpointDocs } from './documentation.ts'
import { PageLinks } from './PageLinks.tsx'
import { MethodChip } from './pieces.tsx'

const places = [
  { id: 'parameters', text: 'Parameters' },
  { id: 'try-it-out', text: 'Try it out' },
  { id: 'answer', text: 'Answer' },
  { id: 'errors', text: 'Errors' },
] as const

/** What an endpoint is, above everything else on its page. */
export function EndpointHead({ endpoint }: { endpoint: EndpointDocs }) {
  const { address, method, path, summary, description, isBeta, isForAdmins } = endpoint
  return (
    <>
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="text-2xl font-semibold">{summary}</h1>
          {isBeta && <Badge tone="accent">BETA</Badge>}
          {isForAdmins && <Badge>Admins</Badge>}
        </div>
        <p className="flex flex-wrap items-center gap-2 font-mono">
          <MethodChip method={method} />
          <span className="min-w-0 break-all">{path}</span>
        </p>
      </div>
      <p className="text-md text-muted">
        <InlineMarkdown text={description} />
      </p>
      <PageLinks address={address} />
      <nav aria-label="On this page" className="flex flex-wrap gap-x-4 gap-y-2 border-y border-border py-2 text-sm">
        {places.map(({ id, text }) => (
          <TextLink key={id} to={`#${id}`}>
            {text}
          </TextLink>
        ))}
      </nav>
    </>
  )
}
