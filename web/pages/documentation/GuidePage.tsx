import type { ReactNode } from 'react'
import { CodeBlock, CodeSheet } from '../../ui/code.tsx'
import { ProseAndCode } from '../../ui/docs-layout.tsx'
import { TextLink } from '../../ui/links.tsx'
import { InlineCode } from '../../ui/text.tsx'
import { CallSamples } from './call-samples.tsx'
import type { Block, GuideDocs, Inline } from './documentation.ts'
import { OnThisPage, PageLinks } from './page-links.tsx'
import { AnchorHeading, RuledTable } from './pieces.tsx'

export function GuidePage({ guide }: { guide: GuideDocs }) {
  const places = guide.blocks.flatMap((block) => (block.kind === 'heading' && block.level === 2 ? [block] : []))
  return (
    <ProseAndCode
      head={
        <>
          <h1 className="text-2xl font-semibold">{guide.title}</h1>
          <PageLinks address={guide.address} />
        </>
      }
      aside={<OnThisPage places={places} />}
    >
      <div className="flex flex-col gap-4">
        {guide.blocks.map((block, index) => (
          <BlockView
            // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a guide never change places.
            key={index}
            block={block}
            label={headingBefore(guide, index)}
          />
        ))}
      </div>
    </ProseAndCode>
  )
}

function headingBefore({ blocks, title }: GuideDocs, index: number): string {
  const heading = blocks.slice(0, index).findLast((block) => block.kind === 'heading')
  return heading?.kind === 'heading' ? heading.text : title
}

/** `label` names a block that has no words of its own. */
function BlockView({ block, label }: { block: Block; label: string }) {
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
      return <p>{inline(block.inlines)}</p>
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List className="flex list-outside list-disc flex-col gap-1 pl-6">
          {block.items.map((inlines, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text never change places.
            <li key={index}>{inline(inlines)}</li>
          ))}
        </List>
      )
    }
    case 'table':
      return (
        <RuledTable
          label={label}
          head={block.head.map(inline)}
          rows={block.rows.map((row) => ({ key: JSON.stringify(row), ...rowId(row), cells: row.map(inline) }))}
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
