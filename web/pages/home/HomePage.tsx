import type { ComponentType } from 'react'
import { useSearchParams } from 'react-router'
import { DashboardPanel } from './DashboardPanel.tsx'
import { HomeFrame } from './HomeFrame.tsx'
import { KeyAdvice } from './KeyAdvice.tsx'
import { PaymentPanel } from './PaymentPanel.tsx'
import { ProfilePanel } from './ProfilePanel.tsx'
import { type PanelName, panelOf, panelTitles } from './panels.ts'
import { SupportPanel } from './SupportPanel.tsx'
import { usePaymentToast } from './use-payment-toast.ts'

const panels: Record<PanelName, ComponentType> = {
  dashboard: DashboardPanel,
  profile: ProfilePanel,
  payment: PaymentPanel,
  support: SupportPanel,
}

/** The developer dashboard: a column of navigation, and the panel that the address names. */
export function HomePage() {
  const [query] = useSearchParams()
  const panel = panelOf(query)
  const Panel = panels[panel]
  usePaymentToast()
  return (
    <HomeFrame panel={panel}>
      <h1 className="text-2xl font-semibold">{panelTitles[panel]}</h1>
      <KeyAdvice />
      <Panel />
    </HomeFrame>
  )
}
