import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { announce } from './announce.ts'
import { buttonClasses } from './buttons.tsx'
import { classes } from './classes.ts'
import { copyText } from './copy-text.ts'
import { toast } from './toasts.tsx'

const shownMs = 2_000

interface CopyButtonProps {
  text: string
  label: string
  /** `tabs`: beside tabs, which on phones need its room; there it is an icon. */
  look?: 'text' | 'code' | 'tabs' | 'button'
  /** The message when the browser refuses; `onFailed` may then show the text to be selected. */
  failure?: string
  onFailed?: () => void
  onCopied?: () => void
}

export function CopyButton(props: CopyButtonProps) {
  const { text, label, look = 'text', failure = 'Failed to copy', onFailed, onCopied } = props
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
      className={classes('inline-flex items-center gap-1.5 print:hidden', looks[look])}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className={classes(look === 'tabs' && 'max-sm:sr-only')}>{isCopied ? 'Copied' : label}</span>
    </button>
  )
}

const codeLook = 'min-h-9 rounded-control px-2.5 text-sm font-semibold text-code-text hover:underline'

const looks = {
  text: 'min-h-9 rounded-control px-2.5 text-sm font-semibold text-brand hover:bg-brand-soft',
  code: codeLook,
  tabs: codeLook,
  button: buttonClasses('plain'),
} as const
