/** Every item of a list, over all of its pages, which are asked for as they are needed. */
export async function* eachItem<Item>(
  read: (page: number) => Promise<{ items: readonly Item[]; total: number }>,
): AsyncGenerator<Item, void, undefined> {
  let count = 0
  for (let page = 1; ; page++) {
    const { items, total } = await read(page)
    yield* items
    count += items.length
    if (items.length === 0 || count >= total) return
  }
}
