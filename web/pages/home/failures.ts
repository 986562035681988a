/** What the dashboard says when something fails without words of the server (specification, section 8). */
export const failures = {
  statistics: 'Failed to fetch API statistics',
  requests: 'Failed to fetch recent requests',
  copy: 'Failed to copy API key',
  newKey: 'Failed to generate new API key',
  noUser: 'No user data available',
  plans: 'Failed to fetch the plans',
  subscription: 'Failed to fetch subscription status',
  downgrade: 'Failed to downgrade subscription',
  upgrade: 'Failed to initiate subscription',
  sales: 'Failed to contact sales team',
  support: 'Failed to submit support request. Please try again.',
} as const
