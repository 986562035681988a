export const panelTitles = {
  dashboard: 'Dashboard',
  watch: 'Watch',
  exports: 'Exports',
  list: 'Check a list',
  profile: 'Profile Information',
  webhooks: 'Webhooks',
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

/** The dashboard with the request of this ID, which errors and answers have. */
export function requestAddress(id: string): string {
  return `/home?id=${id}`
}

function isPanel(name: string): name is PanelName {
  return Object.hasOwn(panelTitles, name)
}
