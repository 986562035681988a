import { Menu } from 'lucide-react'
import { lazy, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { SideColumn, TopBar, Wordmark } from '../../ui/bars.tsx'
import { IconButton } from '../../ui/buttons.tsx'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { ThemeToggle } from '../../ui/theme.tsx'
import { HomeLinks } from './HomeLinks.tsx'
import type { PanelName } from './panels.ts'

// A dialog weighs as much as a page: it comes when somebody opens the menu.
const Drawer = lazy(async () => ({ default: (await import('../../ui/dialogs.tsx')).Drawer }))

/** What is around every panel: the navigation at the side, behind a button where the screen is narrow. */
export function HomeFrame({ panel, children }: { panel: PanelName; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div className="md:flex">
      <div className="contents md:hidden">
        <TopBar>
          <HomeLink />
          <div className="ml-auto flex items-center gap-1">
            <ThemeToggle />
            <IconButton icon={Menu} label="Open the menu" aria-haspopup="dialog" onClick={() => setOpen(true)} />
          </div>
        </TopBar>
      </div>
      <LaterPart>
        {isOpen && (
          <Drawer title="Menu" onClose={close}>
            <HomeLinks panel={panel} onChoose={close} />
          </Drawer>
        )}
      </LaterPart>
      <SideColumn>
        <div className="flex items-center justify-between gap-2">
          <HomeLink />
          <ThemeToggle />
        </div>
        <HomeLinks panel={panel} />
      </SideColumn>
      <main id="main" className="flex min-w-0 grow justify-center px-4 py-8 md:px-8">
        <div className="flex w-full min-w-0 max-w-app flex-col gap-6">{children}</div>
      </main>
    </div>
  )
}

function HomeLink() {
  return (
    <Link to="/" className="flex min-h-10 items-center">
      <Wordmark />
    </Link>
  )
}
