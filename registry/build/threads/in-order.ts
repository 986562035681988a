/**
 * Works on several items at once and hands on the answers in the order of the items. At most `ahead` items are being worked
 * on or wait to be taken, which bounds memory; the first failure ends it.
 */
export async function* inOrder<T, R>(
  items: AsyncIterable<T> | Iterable<T>,
  ahead: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = []
  for await (const item of items) {
    const answer = work(item)
    // Its failure is told when its turn comes, if the taker is still there to hear it.
    answer.catch(() => {})
    running.push(answer)
    if (running.length < ahead) continue
    const first = running.shift()
    if (first !== undefined) yield await first
  }
  for (const answer of running) yield await answer
}
