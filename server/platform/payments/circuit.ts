/** Spares callers the wait for a provider that is down: after some failures in a row, calls fail at once for a while. */
import { PaymentsAwayError, type PaymentsRefusedError } from './errors.ts'

/** Failures in a row after which nobody is let through, and for how many milliseconds; then one call is let through to try. */
const failuresMax = 3
const restMs = 15_000

type Ask = <T>(call: () => Promise<T>) => Promise<T>

/**
 * Makes a function that calls what it is given and turns its errors into ours by `asOurError`. A refusal is an answer, so it
 * counts as none of the failures. `now` counts milliseconds and is replaced in tests only.
 */
export function circuitBreaker(
  asOurError: (error: unknown) => PaymentsAwayError | PaymentsRefusedError,
  now = () => performance.now(),
): Ask {
  let failures = 0
  let restingUntil = 0
  return async (call) => {
    if (failures >= failuresMax) {
      if (now() < restingUntil)
        throw new PaymentsAwayError('it failed several times in a row and is left alone for a while')
      restingUntil = now() + restMs
    }
    try {
      const answer = await call()
      failures = 0
      return answer
    } catch (error) {
      const ours = asOurError(error)
      failures = ours instanceof PaymentsAwayError ? failures + 1 : 0
      if (failures === failuresMax) restingUntil = now() + restMs
      throw ours
    }
  }
}
