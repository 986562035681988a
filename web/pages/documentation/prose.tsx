/** Text that was Markdown: headings, paragraphs, lists and tables. */
import type { ReactNode } from 'react'
import { TextLink } from '../../ui/links.tsx'
import { InlineCode } from '../../ui/text.tsx'
import type { Block, Inline, TextBlock } from './documentation.ts'
import { AnchorHeading, RuledTable } from './pieces.tsx'

/** The heading above a block, to name one that has no words of its own; `title` where there is none. */
export function headingBefore(blocks: readonly Block[], index: number, title: string): string {
  const heading = blocks.slice(0, index).findLast((block) => block.kind === 'heading')
  return heading?.kind === 'heading' ? heading.text : title
}

/** `label` names a table. */
export function TextBlockView({ block, label }: { block: TextBlock; label: string }) {
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
      return <p className="max-w-prose">{inline(block.inlines)}</p>
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List className="flex max-w-prose list-outside list-disc flex-col gap-1 pl-6">
          {block.items.map((inlines, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text never change places.
            <li key={index}>{inline(inlines)}</li>
          ))}
        </List>
      )
    }
    case 'table':
      return <TableView label={label} {...block} />
  }
}

type TableBlock = Extract<TextBlock, { kind: 'table' }>

export function TableView({ label, head, rows }: Pick<TableBlock, 'head' | 'rows'> & { label: string }) {
  return (
    <RuledTable
      label={label}
      head={head.map(inline)}
      rows={rows.map((row) => ({ key: JSON.stringify(row), ...rowId(row), cells: row.map(inline) }))}
    />
  )
}

function rowId(row: readonly (readonly Inline[])[]): { id?: string } {
  const code = row[1]?.[0]
  return code?.kind === 'code' ? { id: `error-${code.text}` } : {}
}

function inline(inlines: readonly Inline[]): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one line never change places.
  return inlines.map((piece, index) => <Piece key={index} piece={piece} />)
}

function Piece({ piece }: { piece: Inline }) {
  switch (piece.kind) {
    case 'text':
      return piece.text
    case 'code':
      return <InlineCode>{piece.text}</InlineCode>
    case 'strong':
      return <strong className="font-semibold">{piece.text}</strong>
    case 'link': {
      // The server serves what is no page of the web app.
      const isPage = piece.address.startsWith('/') && !piece.address.includes('.')
      return (
        <TextLink to={piece.address} reloadDocument={!isPage}>
          {piece.text}
        </TextLink>
      )
    }
  }
}
