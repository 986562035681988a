/** Answers questions in batches: those of one turn together, and those that come meanwhile in the next batch. */

interface Options {
  /** Questions in a batch. */
  batchMax: number
  /** Batches at a time. */
  runningMax?: number
  /** Between two batches. */
  pauseMs?: number
}

interface Waiting<Question, Answer> {
  question: Question
  settle(answer: Answer): void
  fail(error: unknown): void
}

/** `answer` answers a batch by a function of each of its questions; where it fails, each of them does. */
export function batchLine<Question, Answer>(
  answer: (questions: readonly Question[]) => Promise<(question: Question) => Answer>,
  { batchMax, runningMax = 1, pauseMs = 0 }: Options,
) {
  const waiting: Waiting<Question, Answer>[] = []
  let running = 0

  async function serve(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchMax)
      try {
        const answerTo = await answer(batch.map(({ question }) => question))
        for (const { question, settle } of batch) settle(answerTo(question))
      } catch (error) {
        for (const { fail } of batch) fail(error)
      }
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    running--
  }

  return {
    length: () => waiting.length,
    ask: (question: Question) =>
      new Promise<Answer>((settle, fail) => {
        waiting.push({ question, settle, fail })
        if (running >= runningMax) return
        running++
        setImmediate(() => void serve())
      }),
  }
}
