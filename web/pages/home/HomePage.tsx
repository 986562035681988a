import { type ComponentType, lazy } from 'react'
import { useSearchParams } from 'react-router'
import { useLiveKey } from '../../account/use-live-key.ts'
import { useUser } from '../../api/user.tsx'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { DashboardPanel } from './DashboardPanel.tsx'
import { HomeFrame } from './HomeFrame.tsx'
import { KeyAdvice } from './KeyAdvice.tsx'
import { type PanelName, panelOf, panelTitles } from './panels.ts'
import { usePaymentToast } from './use-payment-toast.ts'

// Most visits see the dashboard and no more: the others come when they are opened.
const panels: Record<PanelName, ComponentType> = {
  dashboard: DashboardPanel,
  profile: lazy(async () => ({ default: (await import('./ProfilePanel.tsx')).ProfilePanel })),
  payment: lazy(async () => ({ default: (await import('./PaymentPanel.tsx')).PaymentPanel })),
  support: lazy(async () => ({ default: (await import('./SupportPanel.tsx')).SupportPanel })),
}

/** The developer dashboard: a column of navigation, and the panel that the address names. */
export function HomePage() {
  const [query] = useSearchParams()
  const { user } = useUser()
  // Nothing else answers an admin who has yet to set up a second factor.
  const panel = user?.secondFactor === 'required' ? 'profile' : panelOf(query)
  const Panel = panels[panel]
  usePaymentToast()
  useLiveKey()
  return (
    <HomeFrame panel={panel}>
      <h1 className="text-2xl font-semibold">{panelTitles[panel]}</h1>
      <KeyAdvice />
      <LaterPart of={panel} fallback={<Skeleton size="h-96" />}>
        <Panel />
      </LaterPart>
    </HomeFrame>
  )
}
