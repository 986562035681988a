import { useQueryClient } from '@tanstack/react-query'

/** Reads anew what tells of calls: the statistics and the last requests. */
export function useRefreshUsage(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all(
      ['GET /api-events/stats', 'GET /me/requests'].map((name) => client.invalidateQueries({ queryKey: [name] })),
    )
  }
}
