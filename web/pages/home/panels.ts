export const panelTitles = {
  dashboard: 'Dashboard',
  profile: 'Profile Information',
  payment: 'Payment',
  support: 'Support',
} as const

export type PanelName = keyof typeof panelTitles

export function panelOf(query: URLSearchParams): PanelName {
  const asked = query.get('panel') ?? ''
  return isPanel(asked) ? asked : 'dashboard'
}

export function panelAddress(panel: PanelName): string {
  return `/home?panel=${panel}`
}

function isPanel(name: string): name is PanelName {
  return Object.hasOwn(panelTitles, name)
}
