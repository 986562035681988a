const freshMs = 1_000
const keptMs = 5_000

/** What was read last: as it is for a second, and for four more while it is read again beside the call. */
export function recently<T>(read: () => Promise<T>): () => T | Promise<T> {
  let last: { value: T; atMs: number } | undefined
  let reading: Promise<T> | undefined
  const readAgain = async () => {
    try {
      const value = await read()
      last = { value, atMs: performance.now() }
      return value
    } finally {
      reading = undefined
    }
  }
  return () => {
    const ageMs = last === undefined ? Number.POSITIVE_INFINITY : performance.now() - last.atMs
    if (last !== undefined && ageMs < freshMs) return last.value
    reading ??= readAgain()
    if (last === undefined || ageMs >= keptMs) return reading
    // A failure is met by a call that has to wait.
    reading.catch(() => {})
    return last.value
  }
}
