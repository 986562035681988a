/** The panels of the dashboard, one of which is open: the parameter `panel` of the address says which (specification, section 2). */

export const panelTitles = {
  dashboard: 'Dashboard',
  profile: 'Profile Information',
  payment: 'Payment',
  support: 'Support',
} as const

export type PanelName = keyof typeof panelTitles

/** The panel that the query of an address names; the dashboard where it names none that there is. */
export function panelOf(query: URLSearchParams): PanelName {
  const asked = query.get('panel') ?? ''
  return isPanel(asked) ? asked : 'dashboard'
}

/** The address of a panel. */
export function panelAddress(panel: PanelName): string {
  return `/home?panel=${panel}`
}

function isPanel(name: string): name is PanelName {
  return Object.hasOwn(panelTitles, name)
}
