/** What an API key may be limited to. A key without scopes may call everything, also what is added later. */
export const scopes = [
  'providers:read',
  'sources:read',
  'verifications:read',
  'verifications:write',
  'watch:read',
  'watch:write',
  'exports',
] as const

export type Scope = (typeof scopes)[number]
