/** The parts of the service in `GET /status.json`, with their names on the status page. */
export const statusComponents = {
  api: 'API',
  registry: 'Provider registry',
  lists: 'Primary-source lists',
  database: 'Database',
  jobs: 'Emails and background work',
} as const

export type StatusComponent = keyof typeof statusComponents
