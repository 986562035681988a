import { LogOut, UserRound } from 'lucide-react'
import { lazy, useState } from 'react'
import { Link } from 'react-router'
import { signOut } from '../../api/user.tsx'
import { areaAddresses } from '../../frame/next-address.ts'
import { TopBar, Wordmark } from '../../ui/bars.tsx'
import { Button, IconButton } from '../../ui/buttons.tsx'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { ThemeToggle } from '../../ui/theme.tsx'

// A dialog weighs as much as a page: it comes when somebody opens it.
const ProfileDrawer = lazy(async () => ({ default: (await import('./ProfileDrawer.tsx')).ProfileDrawer }))

/** The top of the portal: the profile where there is no room for it beside the page, and the way out. */
export function PortalHeader() {
  const [isOpen, setOpen] = useState(false)
  return (
    <TopBar>
      <Link to={areaAddresses.portal.home} className="flex min-h-10 items-center rounded-control pr-4">
        <Wordmark />
      </Link>
      <div className="ml-auto flex items-center gap-1">
        <ThemeToggle />
        <div className="md:hidden">
          <IconButton icon={UserRound} label="My Profile" aria-haspopup="dialog" onClick={() => setOpen(true)} />
          <LaterPart>{isOpen && <ProfileDrawer onClose={() => setOpen(false)} />}</LaterPart>
        </div>
        <Button look="plain" onClick={() => signOut('portal')}>
          <LogOut size={18} strokeWidth={1.75} aria-hidden="true" className="max-sm:hidden" />
          Log Out
        </Button>
      </div>
    </TopBar>
  )
}
