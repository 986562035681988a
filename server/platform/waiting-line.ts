/** Runs few pieces of work at a time; a few more wait for their turn, and any beyond these end at once. */
export function waitingLine({ runningMax, waitingMax }: { runningMax: number; waitingMax: number }) {
  const waiting: (() => void)[] = []
  let running = 0

  return async <T>(work: () => Promise<T>, onOverload: () => never): Promise<T> => {
    if (running >= runningMax) {
      if (waiting.length >= waitingMax) return onOverload()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}
