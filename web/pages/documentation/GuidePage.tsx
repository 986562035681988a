import { useState } from 'react'
import { CodeSheet } from '../../ui/code.tsx'
import { ProseAndPlaces } from '../../ui/docs-layout.tsx'
import { FilterField } from '../../ui/FilterField.tsx'
import { CallSamples } from './call-samples.tsx'
import type { Block, GuideDocs } from './documentation.ts'
import { OnThisPage } from './page-links.tsx'
import { headingBefore, TableView, TextBlockView } from './prose.tsx'

export function GuidePage({ guide }: { guide: GuideDocs }) {
  const places = guide.blocks.flatMap((block) => (block.kind === 'heading' && block.level === 2 ? [block] : []))
  return (
    <ProseAndPlaces
      head={<h1 className="text-2xl font-semibold">{guide.title}</h1>}
      places={<OnThisPage places={places} />}
    >
      <div className="flex flex-col gap-4">
        {guide.blocks.map((block, index) => (
          <BlockView
            // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a guide never change places.
            key={index}
            block={block}
            label={headingBefore(guide.blocks, index, guide.title)}
          />
        ))}
      </div>
    </ProseAndPlaces>
  )
}

/** `label` names a block that has no words of its own. */
function BlockView({ block, label }: { block: Block; label: string }) {
  switch (block.kind) {
    case 'table':
      if (block.rows.length > rowsUnfilteredMax) return <FilteredTable label={label} block={block} />
      return <TextBlockView block={block} label={label} />
    case 'code':
      return <CodeSheet title={label} code={block.code} label={label} />
    case 'call':
      return (
        <CodeSheet>
          <CallSamples label={block.label} request={block.call} />
        </CodeSheet>
      )
    default:
      return <TextBlockView block={block} label={label} />
  }
}

type TableBlock = Extract<Block, { kind: 'table' }>

const rowsUnfilteredMax = 30

/** A long table, of which only rows with all the words typed are shown. */
function FilteredTable({ label, block }: { label: string; block: TableBlock }) {
  const [typed, setTyped] = useState('')
  const words = typed.toLowerCase().split(/\s+/)
  const shown = block.rows.filter((row) => words.every((word) => textOf(row).includes(word)))
  return (
    <div className="flex flex-col gap-3">
      <FilterField
        label={`Filter ${label.toLowerCase()}`}
        typed={typed}
        onType={setTyped}
        outcome={typed === '' ? `${block.rows.length} in total` : `${shown.length} of ${block.rows.length}`}
      />
      <TableView label={label} head={block.head} rows={shown} />
    </div>
  )
}

function textOf(row: TableBlock['rows'][number]): string {
  return row
    .flat()
    .map(({ text }) => text)
    .join(' ')
    .toLowerCase()
}
