import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { announce } from './announce.ts'
import { classes } from './classes.ts'
import { toast } from './toasts.tsx'

/** How long the button shows that it has copied. */
const shownMs = 2_000

interface CopyButtonProps {
  text: string
  /** What is copied, as in `Copy code`. */
  label: string
  /** On the dark ground of code. */
  isOnCode?: boolean
  /** The message when the browser refuses; `onFailed` shows a text that stands nowhere to be selected. */
  failure?: string
  onFailed?: () => void
  /** May say more than the button does. */
  onCopied?: () => void
}

/** Copies a text, and shows and says that it did. */
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

/** Copies a text. Throws an Error where the browser does not let it; the text should then stand where it can be selected. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard === undefined) throw new Error('The clipboard is there over https and on this machine only')
  await navigator.clipboard.writeText(text)
}
