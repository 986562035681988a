import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { announce } from './announce.ts'
import { classes } from './classes.ts'
import { toast } from './toasts.tsx'

const shownMs = 2_000

interface CopyButtonProps {
  text: string
  label: string
  isOnCode?: boolean
  /** The message when the browser refuses; `onFailed` may then show the text to be selected. */
  failure?: string
  onFailed?: () => void
  onCopied?: () => void
}

export function CopyButton(props: CopyButtonProps) {
  const { text, label, isOnCode = false, failure = 'Failed to copy', onFailed, onCopied } = props
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [isCopied])

  const copy = async () => {
    try {
      await copyText(text)
      setCopied(true)
      announce('Copied')
      onCopied?.()
    } catch {
      toast.error(failure)
      onFailed?.()
    }
  }
  const Icon = isCopied ? Check : Copy
  return (
    <button
      type="button"
      onClick={copy}
      className={classes(
        'inline-flex min-h-9 items-center gap-1.5 rounded-control px-2.5 text-sm font-semibold',
        isOnCode ? 'text-code-text hover:underline' : 'text-brand hover:bg-brand-soft',
      )}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      {isCopied ? 'Copied' : label}
    </button>
  )
}

/** Throws an Error where the browser refuses. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard === undefined) throw new Error('The clipboard is there over https and on this machine only')
  await navigator.clipboard.writeText(text)
}
