import { TextLink } from '../../ui/links.tsx'
import { MarkdownCopy } from './MarkdownCopy.tsx'

/** The same page for programs and other readers, and the whole API as a file. */
export function PageLinks({ address }: { address: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <TextLink to={`${address}.md`} reloadDocument>
        View as Markdown
      </TextLink>
      <TextLink to="/openapi.json" reloadDocument download="openapi.json">
        openapi.json
      </TextLink>
      <TextLink to="/openapi.yaml" reloadDocument download="openapi.yaml">
        openapi.yaml
      </TextLink>
      <MarkdownCopy address={address} />
    </div>
  )
}
