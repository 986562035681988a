import { reasonOf } from '../error-code.ts'

/** The provider does not answer in time, or is rate limiting; a retry may succeed. The reason is for the log. */
export class PaymentsAwayError extends Error {
  constructor(cause: unknown) {
    super(`The payment provider does not answer: ${reasonOf(cause)}.`, { cause })
    this.name = 'PaymentsAwayError'
  }
}

/** The provider refuses: a key, a price or a customer is wrong. Or its answer cannot be read. */
export class PaymentsRefusedError extends Error {
  constructor(cause: unknown) {
    super(`The payment provider refuses a request: ${reasonOf(cause)}.`, { cause })
    this.name = 'PaymentsRefusedError'
  }
}
