/** A circuit breaker: after some failures in a row, calls fail at once for a while. */
import { PaymentsAwayError, type PaymentsRefusedError } from './errors.ts'

const failuresMax = 3
const restMs = 15_000

type Ask = <T>(call: () => Promise<T>) => Promise<T>

/** `asOurError` maps errors; a refusal is an answer and counts as no failure. `now` is replaced in tests only. */
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
