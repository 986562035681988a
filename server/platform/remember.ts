/** Makes the entry the newest of the map; above the size the oldest one goes. */
export function remember<T>(entries: Map<string, T>, key: string, value: T, sizeMax: number): void {
  entries.delete(key)
  entries.set(key, value)
  const oldest = entries.keys().next()
  if (entries.size > sizeMax && !oldest.done) entries.delete(oldest.value)
}
