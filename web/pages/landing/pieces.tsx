import type { LucideIcon } from 'lucide-react'

interface RuledColumnsProps {
  items: readonly { icon: LucideIcon; title: string; text: string }[]
}

/** Points side by side, ruled like the columns of a register. */
export function RuledColumns({ items }: RuledColumnsProps) {
  return (
    <ul className="grid border-y border-border max-md:divide-y max-md:divide-border md:grid-cols-3 md:divide-x md:divide-border">
      {items.map(({ icon: Icon, title, text }) => (
        <li key={title} className="flex flex-col gap-3 py-8 md:px-8 md:first:pl-0 md:last:pr-0">
          <Icon size={24} strokeWidth={1.75} aria-hidden="true" className="text-brand" />
          <h3 className="text-lg font-semibold">{title}</h3>
          <p className="text-muted">{text}</p>
        </li>
      ))}
    </ul>
  )
}

/** An NPI, grouped for reading: 1234 567 893. */
export function GroupedNpi({ npi }: { npi: string }) {
  return (
    <span className="font-mono whitespace-nowrap">
      NPI {npi.slice(0, 4)}&nbsp;{npi.slice(4, 7)}&nbsp;{npi.slice(7)}
    </span>
  )
}
