/** Where the operator requires a second factor of admins, an admin's key decides nothing without a session that has one. */
import type { Fail } from '../../http/verb.ts'
import type { LimitSettings } from '../../settings.ts'
import type { SessionChecker } from '../sessions.ts'

export interface GateParts {
  sessions: SessionChecker
  settings: Pick<LimitSettings, 'adminSecondFactor'>
}

/** Ends the call of an admin that is not proved as the operator requires; the key alone says whose call it is. */
export async function requireAdminSession(
  { sessions, settings }: GateParts,
  { accountId, authorization }: { accountId: string; authorization: string | undefined },
  fail: Fail<'admin_session_missing'>,
): Promise<void> {
  if (settings.adminSecondFactor === 'optional') return
  // Screens ask by themselves, so that such a call does not keep a session alive.
  const session = await sessions.check(authorization, { isUse: false })
  if (!session.ok || session.accountId !== accountId || session.isFactorMissing)
    fail('admin_session_missing', undefined)
}
