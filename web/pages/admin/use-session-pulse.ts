/**
 * Keeps the session of an admin as long as they work, and no longer. The desk's calls bear a key, which the session knows nothing of:
 * so work is told to it now and then by asking who is signed in; and after as long without work as a session lasts, the same
 * question finds it over, and leads to the login.
 */
import { useEffect } from 'react'
import { adminIdleMinutesMax } from '#contract/limits'
import { call } from '../../api/call.ts'

const minuteMs = 60_000

/** Between two tellings of work; well below what a session lasts. */
const tellingMs = 5 * minuteMs

/** The last use is known to the minute; after two more the session is surely over. */
const overMs = (adminIdleMinutesMax + 2) * minuteMs

export function useSessionPulse(): void {
  useEffect(() => {
    let toldAt = Date.now()
    let workedAt = Date.now()
    const work = () => {
      workedAt = Date.now()
      if (workedAt - toldAt < tellingMs) return
      toldAt = workedAt
      ask()
    }
    const timer = setInterval(() => {
      if (Date.now() - workedAt < overMs) return
      workedAt = Date.now()
      ask()
    }, minuteMs)
    const events = ['pointerdown', 'keydown'] as const
    for (const event of events) window.addEventListener(event, work)
    return () => {
      clearInterval(timer)
      for (const event of events) window.removeEventListener(event, work)
    }
  }, [])
}

/** A session that is over is signed out by the call; that the server cannot be reached just now is for others to say. */
function ask(): void {
  call('GET /me', {}).catch(() => undefined)
}
