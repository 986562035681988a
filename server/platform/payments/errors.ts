/** How payments fail. */
import { reasonOf } from '../error-code.ts'

/** The provider does not answer, not in time, or asks for fewer calls: the call may be repeated later. The reason is for the log. */
export class PaymentsAwayError extends Error {
  constructor(cause: unknown) {
    super(`The payment provider does not answer: ${reasonOf(cause)}.`, { cause })
    this.name = 'PaymentsAwayError'
  }
}

/** The provider answers that it will not: a key, a price or a customer is not what it should be. */
export class PaymentsRefusedError extends Error {
  constructor(cause: unknown) {
    super(`The payment provider refuses a request: ${reasonOf(cause)}.`, { cause })
    this.name = 'PaymentsRefusedError'
  }
}
