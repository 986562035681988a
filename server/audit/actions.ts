/** What the audit log can tell of. Each slice adds its own words; a word that was ever recorded keeps its meaning. */
export type AuditAction =
  | 'account.signed_up'
  | 'account.signed_in'
  | 'account.sign_in_failed'
  | 'account.admin_granted'
  | 'account.admin_revoked'
  | 'key.replaced'
  | 'plan.changed'
  | 'plan.downgrade_scheduled'
  | 'plan.downgrade_undone'
  | 'image.viewed'
