import { Menu } from 'lucide-react'
import { lazy, useState } from 'react'
import { Button } from '../../ui/buttons.tsx'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { SearchButton } from './search/SearchButton.tsx'
import { SearchHost } from './search/SearchHost.tsx'

const DocsMenu = lazy(async () => ({ default: (await import('./DocsMenu.tsx')).DocsMenu }))

/** On small screens, what the sidebar has on large ones; and the search of both. */
export function DocsToolbar() {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex gap-2 border-b border-border px-4 py-2 md:hidden">
      <Button look="plain" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Menu size={18} strokeWidth={1.75} aria-hidden="true" />
        Contents
      </Button>
      <div className="min-w-0 grow">
        <SearchButton />
      </div>
      <LaterPart>{isOpen && <DocsMenu onClose={() => setOpen(false)} />}</LaterPart>
      <SearchHost />
    </div>
  )
}
