/** The first call, to be run as it stands. */
export function firstCall(origin: string, apiKey: string): string {
  return `curl "${origin}/api/doctors?postalCode=10001&limit=3" \\
  -H "api-key: ${apiKey}"`
}
