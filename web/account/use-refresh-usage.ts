import { useQueryClient } from '@tanstack/react-query'

const names = ['GET /api-events/stats', 'GET /me/requests', 'GET /me/api-keys']

/** Fetches usage, last requests and the use of keys again; resolves to whether all that is shown succeeded. */
export function useRefreshUsage(): () => Promise<boolean> {
  const client = useQueryClient()
  return async () => {
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })))
    const shown = names.flatMap((name) => client.getQueryCache().findAll({ queryKey: [name], type: 'active' }))
    return shown.every(({ state }) => state.status === 'success')
  }
}
