import { Check, Link as LinkIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Method } from '#contract/endpoint'
import { announce } from '../../ui/announce.ts'
import { Badge } from '../../ui/Badge.tsx'
import { classes } from '../../ui/classes.ts'
import { copyText } from '../../ui/copy-text.ts'

export function AnchorHeading({ id, level = 2, children }: { id: string; level?: 2 | 3; children: string }) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className="flex items-center gap-1.5">
      <Heading id={id} className={level === 2 ? 'text-xl font-semibold' : 'text-lg font-semibold'}>
        {children}
      </Heading>
      <AnchorLink id={id} name={children} />
    </div>
  )
}

/** A link to a place of this page, which also copies its full address. */
export function AnchorLink({ id, name }: { id: string; name: string }) {
  const [isCopied, setCopied] = useState(false)
  const Icon = isCopied ? Check : LinkIcon
  const copy = async () => {
    try {
      await copyText(new URL(`#${id}`, window.location.href).href)
      setCopied(true)
      announce('Link copied')
    } catch {
      // The link itself still leads there, and the address bar then has it.
    }
  }
  return (
    <a
      href={`#${id}`}
      onClick={copy}
      onBlur={() => setCopied(false)}
      aria-label={`Link to ${name}`}
      title={isCopied ? 'Link copied' : 'Copy link'}
      className="inline-flex size-6 shrink-0 items-center justify-center rounded-badge text-subtle hover:text-brand print:hidden"
    >
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
    </a>
  )
}

const colors: Record<Method, string> = {
  GET: 'border-brand text-brand',
  POST: 'border-success text-success',
  PUT: 'border-warning text-warning',
  DELETE: 'border-danger text-danger',
}

export function MethodChip({ method }: { method: Method }) {
  return (
    <span
      className={classes(
        'inline-flex shrink-0 rounded-badge border px-1.5 font-mono text-xs leading-5 font-semibold',
        colors[method],
      )}
    >
      {method}
    </span>
  )
}

export function EndpointBadges({ isBeta, isForAdmins }: { isBeta: boolean; isForAdmins: boolean }) {
  return (
    <>
      {isBeta && <Badge tone="accent">BETA</Badge>}
      {isForAdmins && <Badge>Admins</Badge>}
    </>
  )
}

interface RuledTableProps {
  label: string
  head: readonly ReactNode[]
  rows: readonly { key: string; id?: string; cells: readonly ReactNode[] }[]
}

export function RuledTable({ label, head, rows }: RuledTableProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="overflow-x-auto print:overflow-visible"
    >
      <table className="w-full border-collapse text-left align-top tabular-nums max-sm:[&_code]:break-all max-sm:[&_th:has(code)]:min-w-24">
        <thead>
          <tr className="border-b border-border-strong">
            {head.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never change places.
              <th key={index} scope="col" className="py-2 pr-4 text-sm font-semibold text-muted">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-border border-b border-border">
          {rows.map(({ key, id, cells: [first, ...others] }) => (
            <tr key={key} id={id}>
              <th scope="row" className="py-2 pr-4 align-top font-normal">
                {first}
              </th>
              {others.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never change places.
                <td key={index} className="min-w-24 py-2 pr-4 align-top max-sm:wrap-anywhere">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
