import { CodeBlock, CodeSheet } from '../../ui/code.tsx'
import { CallSamples } from './CallSamples.tsx'
import type { Block, Inline } from './documentation.ts'
import { Inlines } from './Inlines.tsx'
import { AnchorHeading, RuledTable } from './pieces.tsx'

/** One block of a guide; `label` says what it is about where it has no words of its own. */
export function BlockView({ block, label }: { block: Block; label: string }) {
  switch (block.kind) {
    case 'heading':
      return (
        <div className="pt-4">
          <AnchorHeading id={block.id} level={block.level}>
            {block.text}
          </AnchorHeading>
        </div>
      )
    case 'paragraph':
      return (
        <p>
          <Inlines inlines={block.inlines} />
        </p>
      )
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List className="flex list-outside list-disc flex-col gap-1 pl-6">
          {block.items.map((inlines, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text never change places.
            <li key={index}>
              <Inlines inlines={inlines} />
            </li>
          ))}
        </List>
      )
    }
    case 'table':
      return (
        <RuledTable
          label={label}
          head={block.head.map((inlines) => <Inlines key={JSON.stringify(inlines)} inlines={inlines} />)}
          rows={block.rows.map((row) => ({
            key: JSON.stringify(row),
            ...rowId(row),
            cells: row.map((inlines) => <Inlines key={JSON.stringify(inlines)} inlines={inlines} />),
          }))}
        />
      )
    case 'code':
      return <CodeBlock code={block.code} label={label} />
    case 'call':
      return (
        <CodeSheet>
          <CallSamples label={block.label} request={block.call} />
        </CodeSheet>
      )
  }
}

/** Rows of the table of errors are linked to by their codes. */
function rowId(row: readonly (readonly Inline[])[]): { id?: string } {
  const code = row[1]?.[0]
  return code?.kind === 'code' ? { id: `error-${code.text}` } : {}
}
