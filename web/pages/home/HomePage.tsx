import {
  BookOpen,
  CreditCard,
  Eye,
  FileDown,
  KeyRound,
  LayoutDashboard,
  LifeBuoy,
  ListChecks,
  LockKeyhole,
  LogOut,
  Menu,
  ShieldCheck,
  User,
  Webhook,
} from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { keysOf } from '#contract/verification-words'
import { useLiveKey } from '../../account/use-live-key.ts'
import { signOut, useUser } from '../../api/user.tsx'
import { Notice } from '../../ui/alerts.tsx'
import { TopBar, Wordmark } from '../../ui/bars.tsx'
import { Button, IconButton } from '../../ui/buttons.tsx'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { SideLink } from '../../ui/links.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { SideColumn, SideDisclosure } from '../../ui/side-column.tsx'
import { ThemeToggle } from '../../ui/theme.tsx'
import { SearchButton, SearchHost } from '../documentation/search.tsx'
import { NewKeyDialog } from './api-key.tsx'
import { DashboardPanel } from './DashboardPanel.tsx'
import { type PanelName, panelAddress, panelOf, panelTitles } from './panels.ts'
import { usePaymentToast } from './payment-return.ts'

// Most visits see only the dashboard: the other panels load when they are opened.
const panels: Record<PanelName, ComponentType> = {
  dashboard: DashboardPanel,
  watch: lazy(async () => ({ default: (await import('./WatchPanel.tsx')).WatchPanel })),
  exports: lazy(async () => ({ default: (await import('./ExportsPanel.tsx')).ExportsPanel })),
  list: lazy(async () => ({ default: (await import('./CheckListPanel.tsx')).CheckListPanel })),
  profile: lazy(async () => ({ default: (await import('./ProfilePanel.tsx')).ProfilePanel })),
  webhooks: lazy(async () => ({ default: (await import('./WebhooksPanel.tsx')).WebhooksPanel })),
  payment: lazy(async () => ({ default: (await import('./PaymentPanel.tsx')).PaymentPanel })),
  support: lazy(async () => ({ default: (await import('./SupportPanel.tsx')).SupportPanel })),
}

// A dialog weighs as much as a page: it loads when the menu is opened.
const Drawer = lazy(async () => ({ default: (await import('../../ui/dialogs.tsx')).Drawer }))

const places = [
  ...keysOf(panelTitles).map((name) => ({ address: panelAddress(name), title: panelTitles[name] })),
  { address: '/explore', title: 'Explore' },
  { address: '/status', title: 'Status' },
]

export function HomePage() {
  const [query] = useSearchParams()
  const { user } = useUser()
  // An admin without the required second factor can do nothing else.
  const panel = user?.secondFactor === 'required' ? 'profile' : panelOf(query)
  const Panel = panels[panel]
  usePaymentToast()
  useLiveKey()
  return (
    <HomeFrame panel={panel}>
      <h1 className="text-2xl font-semibold">{panelTitles[panel]}</h1>
      {user?.keyReplaceAdvised && <KeyAdvice />}
      <LaterPart of={panel} fallback={<Skeleton size="h-96" />}>
        <Panel />
      </LaterPart>
    </HomeFrame>
  )
}

/** After a reset password or a changed address: anyone who had access to the account before has the old key (B6). */
function KeyAdvice() {
  const [isAsking, setAsking] = useState(false)
  return (
    <Notice icon={KeyRound} title="Replace your API key?">
      <p>
        Your password or email address has changed, but API keys made before still work. If someone else may have had
        access to your account, replace your Default key here, and rotate or revoke the others on the dashboard.
      </p>
      <Button look="plain" onClick={() => setAsking(true)}>
        Replace API key
      </Button>
      {isAsking && <NewKeyDialog onClose={() => setAsking(false)} />}
    </Notice>
  )
}

function HomeFrame({ panel, children }: { panel: PanelName; children: ReactNode }) {
  const { user } = useUser()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const homeLink = (
    <Link to="/" className="flex min-h-10 items-center">
      <Wordmark />
    </Link>
  )
  return (
    <div className="md:flex">
      <div className="contents md:hidden">
        <TopBar>
          {homeLink}
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
          {homeLink}
          <ThemeToggle />
        </div>
        <SearchButton of="pages and the documentation" />
        <HomeLinks panel={panel} />
      </SideColumn>
      <SearchHost places={user?.admin ? [...places, { address: '/admin', title: 'Admin' }] : places} />
      <main id="main" className="flex min-w-0 grow justify-center px-4 py-8 md:px-8">
        <div className="flex w-full min-w-0 max-w-app flex-col gap-6">{children}</div>
      </main>
    </div>
  )
}

function HomeLinks({ panel, onChoose }: { panel: PanelName; onChoose?: () => void }) {
  const { user } = useUser()
  const link = (name: PanelName) => ({ to: panelAddress(name), isCurrent: name === panel, onClick: onChoose })
  return (
    <>
      <nav aria-label="Dashboard" className="flex flex-col gap-1">
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
      <nav aria-label="Tools" className="mt-3 flex grow flex-col gap-1 border-t border-border pt-3">
        <SideLink icon={Eye} {...link('watch')}>
          Watch
        </SideLink>
        <SideLink icon={FileDown} {...link('exports')}>
          Exports
        </SideLink>
        <SideLink icon={ListChecks} {...link('list')}>
          Check a list
        </SideLink>
        <SideLink icon={Webhook} {...link('webhooks')}>
          Webhooks
        </SideLink>
      </nav>
      <AccountMenu onChoose={onChoose} />
    </>
  )
}

/** Who is signed in, and what is only about the account. */
function AccountMenu({ onChoose }: { onChoose?: (() => void) | undefined }) {
  const { user } = useUser()
  return (
    <SideDisclosure label="Account" value={user?.email}>
      <SideLink icon={LockKeyhole} to={panelAddress('profile')} onClick={onChoose}>
        Security
      </SideLink>
      <Button look="plain" onClick={() => signOut('api')}>
        <LogOut size={18} strokeWidth={1.75} aria-hidden="true" />
        Logout
      </Button>
    </SideDisclosure>
  )
}
