/** The memory of the columns and bytes among the members of an object, to be given to another thread instead of copied. */
export function buffersIn(holder: object): ArrayBuffer[] {
  const values: unknown[] = Object.values(holder)
  return values.flatMap((value) => {
    return ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer ? [value.buffer] : []
  })
}
