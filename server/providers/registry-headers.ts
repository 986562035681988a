import type { Registry } from '#registry/search/query'

/** The headers that say which snapshot an answer comes from. */
export function registryHeaders(registry: Registry) {
  return { 'X-Registry-Version': registry.version, 'X-Registry-Source-Date': registry.sourceDate }
}
