import { productName } from '#contract/product'

/** The product's name with its sign: the status rail of a register, solid and open. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2 text-md font-semibold tracking-tight">
      <span aria-hidden="true" className="flex h-5 gap-0.75">
        <span className="w-1 bg-brand" />
        <span className="w-1 border-x border-brand" />
      </span>
      {productName}
    </span>
  )
}
