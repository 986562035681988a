/** Where admins need a second factor, an admin's key decides nothing without a session that has one. */
import type { Fail } from '../../http/verb.ts'
import type { LimitSettings } from '../../settings.ts'
import type { SessionChecker } from '../sessions.ts'

export interface GateParts {
  sessions: SessionChecker
  settings: Pick<LimitSettings, 'adminSecondFactor'>
}

export async function requireAdminSession(
  { sessions, settings }: GateParts,
  { accountId, authorization }: { accountId: string; authorization: string | undefined },
  fail: Fail<'admin_session_missing'>,
): Promise<void> {
  if (settings.adminSecondFactor === 'optional') return
  // Screens poll: such a call does not keep a session alive.
  const session = await sessions.check(authorization, { isUse: false })
  if (!session.ok || session.accountId !== accountId || session.isFactorMissing)
    fail('admin_session_missing', undefined)
}
