import type { Page } from '@playwright/test'

const roster = {
  id: '0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a11',
  name: 'Network',
  members: 1_000,
  watched: 25,
  createdAt: '2026-01-05T12:00:00.000Z',
}

const changes = [
  { field: 'phone', before: '+12125550101', after: null },
  {
    field: 'address',
    before: { firstLine: '1 Main St', city: 'Troy' },
    after: { firstLine: '9 Elm St', city: 'Troy' },
  },
]

const events = [
  {
    id: 'evt_0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a12',
    type: 'provider.updated',
    at: '2026-01-12T04:10:00.000Z',
    npi: 1679576722,
    rosterIds: [roster.id],
    data: { registryVersion: '2026-01-11-68f25e3b', sourceDate: '2026-01-11', changes },
  },
  {
    id: 'evt_0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a13',
    type: 'share.revoked',
    at: '2026-01-11T04:10:00.000Z',
    npi: null,
    rosterIds: [],
    data: { shareId: '0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a14' },
  },
]

/** Answers as for an account with events that had a plan with more members; events come with a new registry only. */
export async function showWatched(page: Page): Promise<void> {
  await page.route(/\/api\/rosters$/, (route) => route.fulfill({ json: { rosters: [roster] } }))
  await page.route(/\/api\/events\?/, (route) => route.fulfill({ json: { events, next: '2', hasMore: false } }))
  await page.route(/\/api\/rosters\/.+\/members/, (route) =>
    route.fulfill({
      json: {
        members: [
          { npi: 1679576722, reference: 'E-1042', state: 'active', licenseExpiresOn: null, addedAt: roster.createdAt },
          { npi: 1999999992, reference: null, state: 'not_watched', licenseExpiresOn: null, addedAt: roster.createdAt },
        ],
        next: null,
      },
    }),
  )
}
