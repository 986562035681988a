import { useState } from 'react'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/buttons.tsx'
import { copyText } from '../../ui/copy-button.tsx'
import { toast } from '../../ui/toasts.tsx'

/** Copies the page's twin in Markdown. */
export function MarkdownCopy({ address }: { address: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      const answer = await fetch(`${address}.md`)
      if (!answer.ok) throw new Error(`The server answered with ${answer.status}`)
      await copyText(await answer.text())
      setCopied(true)
      announce('Copied')
    } catch {
      toast.error('Failed to copy')
    }
  }
  return (
    <Button look="quiet" onClick={copy} onBlur={() => setCopied(false)}>
      {isCopied ? 'Copied' : 'Copy as Markdown'}
    </Button>
  )
}
