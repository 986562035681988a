import { Check, Link as LinkIcon } from 'lucide-react'
import { useState } from 'react'
import { announce } from './announce.ts'
import { copyText } from './copy-text.ts'

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
      className="inline-flex size-6 shrink-0 items-center justify-center rounded-badge text-subtle hover:text-brand"
    >
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
    </a>
  )
}
