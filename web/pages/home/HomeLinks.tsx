import { BookOpen, CreditCard, LayoutDashboard, LifeBuoy, LogOut, ShieldCheck, User } from 'lucide-react'
import { signOut, useUser } from '../../api/user.tsx'
import { Button } from '../../ui/buttons.tsx'
import { SideLink } from '../../ui/links.tsx'
import { type PanelName, panelAddress } from './panels.ts'

interface HomeLinksProps {
  panel: PanelName
  onChoose?: () => void
}

/** The navigation of the dashboard, and the way out. Admins have one place more to go. */
export function HomeLinks({ panel, onChoose }: HomeLinksProps) {
  const { user } = useUser()
  const link = (name: PanelName) => ({ to: panelAddress(name), isCurrent: name === panel, onClick: onChoose })
  return (
    <>
      <nav aria-label="Dashboard" className="flex grow flex-col gap-1">
        <SideLink icon={LayoutDashboard} {...link('dashboard')}>
          Dashboard
        </SideLink>
        <SideLink icon={BookOpen} to="/documentation">
          Documentation
        </SideLink>
        <SideLink icon={User} {...link('profile')}>
          Profile
        </SideLink>
        <SideLink icon={CreditCard} {...link('payment')}>
          Payment
        </SideLink>
        <SideLink icon={LifeBuoy} {...link('support')}>
          Support
        </SideLink>
        {user?.admin && (
          <SideLink icon={ShieldCheck} to="/admin">
            Admin
          </SideLink>
        )}
      </nav>
      <Button look="plain" onClick={() => signOut('api')}>
        <LogOut size={18} strokeWidth={1.75} aria-hidden="true" />
        Logout
      </Button>
    </>
  )
}
