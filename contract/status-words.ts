/** The parts of the service that `GET /status.json` tells of, with their names on the status page. */
export const statusComponents = {
  api: 'API',
  registry: 'Provider registry',
  lists: 'Primary-source lists',
  database: 'Database',
  jobs: 'Emails and background work',
} as const

export type StatusComponent = keyof typeof statusComponents
