import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api'
import { shareMinutesMax, sharesActiveMax, sharesListedMax } from '#contract/limits'
import { approvedFor, openedWith, openWith, sharedBy, sharesOf } from '../support/shares/share-calls.ts'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'
import { decisions, keyOf, newAdmin, submitted } from '../support/verification-calls.ts'

const minuteMs = 60_000
const dayMs = 1440 * minuteMs

let server: TestServer
let admin: TestAccount
let ada: TestAccount
/** An approval of Ada's own. */
let approval: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await newAdmin(server)
  ada = await server.signUp()
  approval = await approvedFor(server, ada, admin)
})
afterAll(() => server.close())

const notFound = { status: 404, body: { code: 'share_not_found' } }

/** A clinician with an approval, for tests that change either. */
async function clinician() {
  const account = await server.signUp()
  return { account, approval: await approvedFor(server, account, admin) }
}

describe('a share', () => {
  test('shows what was verified, from which sources, and counts its openings', async () => {
    const { share, url, token } = await sharedBy(server, ada, [approval], { recipient: 'Good Samaritan Hospital' })
    expect(url).toMatch(new RegExp(`/s#${token}$`))
    expect(share).toMatchObject({
      status: 'active',
      views: 0,
      lastOpenedBy: null,
      viewsMax: null,
      isPasscodeSet: false,
      credentials: ['MD'],
    })
    const opened = await openedWith(server, token, { recipient: 'Credentialing' })
    expect(opened).toMatchObject({
      clinician: { npi: expect.stringMatching(/^\d{10}$/) },
      credentials: [{ credential: 'MD', status: 'approved' }],
      expiresAt: share.expiresAt,
    })
    const codes = opened.credentials[0]?.checks.map(({ code }) => code)
    expect(codes).toEqual(expect.arrayContaining(['npi.active', 'licenses.on_file', 'license.active', 'exclusion.oig']))
    expect(codes).not.toContain('image.seen_before')
    await openedWith(server, token, { recipient: 'Mercy Hospital' })
    const listed = (await sharesOf(server, ada)).find(({ id }) => id === share.id)
    const last = { lastOpenedAt: expect.any(String), lastOpenedBy: 'Mercy Hospital' }
    expect(listed).toMatchObject({ views: 2, ...last, recipient: 'Good Samaritan Hospital' })
    const views = await server.get(`/me/shares/${share.id}/views`, ada.headers)
    expect(api.listShareViews.output.parse(views.body).views).toMatchObject([
      { recipient: 'Mercy Hospital', way: 'page', network: '127.0.0.0/24' },
      { recipient: 'Credentialing', way: 'page', network: '127.0.0.0/24' },
    ])
  })

  test('lasts seven days unless 15 minutes to 30 days are asked for', async () => {
    const lengths = [undefined, 15, shareMinutesMax].map(async (expiresInMinutes) => {
      const { share } = await sharedBy(server, ada, [approval], { expiresInMinutes })
      return (Date.parse(share.expiresAt) - Date.parse(share.createdAt)) / minuteMs
    })
    expect(await Promise.all(lengths)).toEqual([7 * 1440, 15, 30 * 1440])
    for (const expiresInMinutes of [14, shareMinutesMax + 1, 60.5, '60']) {
      const refused = await server.post('/me/shares', { verificationIds: [approval], expiresInMinutes }, ada.headers)
      expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('from 15 to 43200') } })
    }
  })

  test('ends with the approval where that ends first, and says so', async () => {
    const { account, approval: own } = await clinician()
    const ends = new Date(Date.now() + 2 * dayMs)
    await server.database.db.updateTable('verifications').set({ expires_at: ends }).where('id', '=', own).execute()
    expect(await sharedBy(server, account, [own])).toMatchObject({
      isCutToApproval: true,
      share: { expiresAt: ends.toISOString() },
    })
    expect(await sharedBy(server, account, [own], { expiresInMinutes: 60 })).toMatchObject({ isCutToApproval: false })
  })

  test('is made of approvals of one’s own in force alone', async () => {
    const account = await server.signUp()
    const pending = await submitted(server, account)
    const ended = await clinician()
    const past = sql<Date>`now() - interval '1 day'`
    await server.database.db
      .updateTable('verifications')
      .set({ expires_at: past })
      .where('id', '=', ended.approval)
      .execute()
    const asked: [TestAccount, string][] = [
      [account, approval],
      [account, pending.id],
      [account, 'nothing'],
      [ended.account, ended.approval],
    ]
    for (const [caller, id] of asked) {
      expect(await server.post('/me/shares', { verificationIds: [id] }, caller.headers)).toMatchObject({
        status: 409,
        body: { code: 'verification_not_shareable', error: expect.stringContaining(id) },
      })
    }
  })

  test(`is one of at most ${sharesActiveMax} active ones of an account, also of calls at the same time`, async () => {
    const { account, approval: own } = await clinician()
    const calls = Array.from({ length: sharesActiveMax + 5 }, () =>
      server.post('/me/shares', { verificationIds: [own] }, account.headers),
    )
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(sharesActiveMax)
    expect(statuses.filter((status) => status === 409)).toHaveLength(5)
  })

  test('keeps the license number to itself unless the clinician shares it', async () => {
    const account = await server.signUp()
    const npi = await licensedNpi()
    const own = await approvedFor(server, account, admin, { npi })
    const closed = await openedWith(server, (await sharedBy(server, account, [own])).token)
    const { token } = await sharedBy(server, account, [own], { showsLicense: true })
    const license = (await openedWith(server, token)).credentials[0]?.license
    expect(license?.number).toMatch(/\w/)
    expect(closed.credentials[0]?.license).toBeUndefined()
    expect(JSON.stringify(closed)).not.toContain(license?.number)
  })
})

test('a recipient is text of one line that reads in its own direction, whoever names it', async () => {
  const { share, token } = await sharedBy(server, ada, [approval])
  const odd = '\u0645\u0633\u062a\u0634\u0641\u0649 <b>St. Mary\u2019s</b> \ud83c\udfe5'
  for (const recipient of [
    '\u202eHospital',
    'A\u2066B',
    'A\u2028B',
    'A\u0000B',
    'A\nB',
    ' ',
    'x'.repeat(121),
    'x'.repeat(10_000),
  ]) {
    const refused = {
      status: 400,
      body: { error: expect.stringMatching(/^recipient: expected .* of 1 to 120 characters/) },
    }
    expect(await openWith(server, token, { recipient })).toMatchObject(refused)
    expect(await server.post('/me/shares', { verificationIds: [approval], recipient }, ada.headers)).toMatchObject(
      refused,
    )
  }
  await openedWith(server, token, { recipient: odd })
  const { body } = await server.get(`/me/shares/${share.id}/views`, ada.headers)
  expect(body).toMatchObject({ views: [{ recipient: odd }] })
})

test(`the list has the active shares and the last of the others, ${sharesListedMax} at most`, async () => {
  const { account, approval: own } = await clinician()
  const [active, ended] = [await sharedBy(server, account, [own]), await sharedBy(server, account, [own])]
  await server.post(`/me/shares/${ended.share.id}/revoke`, {}, account.headers)
  // As of an account that made and revoked many since.
  await sql`insert into shares (account_id, id, link_hash, sealed_key, verification_ids, content, shows_license, list_number,
      list_index, expires_at, revoked_at)
    select account_id, 'later ' || n, decode(md5(account_id || n), 'hex'), sealed_key, verification_ids, content, shows_license,
      list_number, list_index, expires_at, revoked_at
    from shares, generate_series(1, ${sharesListedMax + 20}::int) as n where id = ${ended.share.id}`.execute(
    server.database.db,
  )
  const listed = await sharesOf(server, account)
  expect(listed).toHaveLength(sharesListedMax)
  expect(listed.at(-1)).toMatchObject({ id: active.share.id, status: 'active', credentials: ['MD'] })
})

/** An NPI of the sample that has a license on file. */
async function licensedNpi(): Promise<string> {
  const answer = await server.get('/api/doctors?state=NY&limit=25')
  const { npis } = { npis: api.searchDoctors.output.parse(answer.body).doctors.map(({ npi }) => npi) }
  for (const npi of npis) {
    const found = await server.get(`/api/doctors/${npi}`)
    if (JSON.stringify(found.body).includes('licenseNumber')) return String(npi)
  }
  return expect.unreachable('a doctor with a license')
}

describe('the end of a share', () => {
  test('comes at once when the clinician revokes it, and not when another account tries to', async () => {
    const { share, token } = await sharedBy(server, ada, [approval])
    const revoke = ({ headers }: TestAccount) => server.post(`/me/shares/${share.id}/revoke`, {}, headers)
    expect(await revoke(admin)).toMatchObject(notFound)
    expect(await server.get(`/me/shares/${share.id}/views`, admin.headers)).toMatchObject(notFound)
    expect(await openWith(server, token)).toMatchObject({ status: 200 })
    expect(await revoke(ada)).toMatchObject({ status: 200 })
    expect(await openWith(server, token)).toMatchObject(notFound)
    expect(await revoke(ada)).toMatchObject({ status: 200 })
    expect((await sharesOf(server, ada)).find(({ id }) => id === share.id)?.status).toBe('revoked')
  })

  test('comes when the desk takes back one of its approvals, and not with another one', async () => {
    const { account, approval: own } = await clinician()
    const other = await approvedFor(server, account, admin, { credential: 'RN' })
    const [both, one] = [await sharedBy(server, account, [own, other]), await sharedBy(server, account, [own])]
    expect(both.share.credentials).toEqual(['MD', 'RN'])
    await server.put(`/api/verifications/${other}`, decisions.revoked, keyOf(admin))
    expect(await openWith(server, both.token)).toMatchObject(notFound)
    expect(await openWith(server, one.token)).toMatchObject({ status: 200 })
  })

  test('comes with the account', async () => {
    const { account, approval: own } = await clinician()
    const { token } = await sharedBy(server, account, [own])
    const password = 'a long walk by the sea'
    expect(await server.post('/me/delete', { password }, account.headers)).toMatchObject({ status: 200 })
    expect(await openWith(server, token)).toMatchObject(notFound)
  })

  test('comes when its time is over, or its openings are used', async () => {
    const [timed, counted] = [
      await sharedBy(server, ada, [approval]),
      await sharedBy(server, ada, [approval], { viewsMax: 1 }),
    ]
    const over = sql`update shares set expires_at = now() where id = ${timed.share.id}`
    await over.execute(server.database.db)
    expect(await openWith(server, timed.token)).toMatchObject(notFound)
    expect(await openWith(server, counted.token)).toMatchObject({ status: 200 })
    expect(await openWith(server, counted.token)).toMatchObject(notFound)
    const statuses = new Map((await sharesOf(server, ada)).map(({ id, status }) => [id, status]))
    expect([timed, counted].map(({ share }) => statuses.get(share.id))).toEqual(['expired', 'used_up'])
  })
})

test('a share that ends while an opening waits for another one is not opened', async () => {
  const { share, token } = await sharedBy(server, ada, [approval])
  const { db } = server.database
  await sql`update shares set expires_at = now() + interval '300 ms' where id = ${share.id}`.execute(db)
  const opened = await db.transaction().execute(async (trx) => {
    await sql`update shares set views = views + 1 where id = ${share.id}`.execute(trx)
    const waiting = openWith(server, token)
    await sql`select pg_sleep(0.6)`.execute(trx)
    return { waiting }
  })
  expect(await opened.waiting).toMatchObject(notFound)
})

describe('a passcode', () => {
  const passcode = '482913'

  test('is asked for, and costs a try only when it is wrong', async () => {
    const { share, token } = await sharedBy(server, ada, [approval], { passcode })
    expect(share.isPasscodeSet).toBe(true)
    for (const body of [{}, { passcode: '' }, {}]) {
      expect(await openWith(server, token, body)).toMatchObject({ status: 401, body: { code: 'passcode_required' } })
    }
    for (const remainingAttempts of [4, 3, 2, 1, 0]) {
      const wrong = { status: 401, body: { code: 'passcode_wrong', remainingAttempts } }
      expect(await openWith(server, token, { passcode: '482914' })).toMatchObject(wrong)
    }
    expect(await openWith(server, token, { passcode })).toMatchObject(notFound)
    expect((await sharesOf(server, ada)).find(({ id }) => id === share.id)).toMatchObject({
      status: 'locked',
      views: 0,
    })
  })

  test('opens the share, also in another Unicode form and with blanks around it', async () => {
    const { token } = await sharedBy(server, ada, [approval], { passcode: 'caf\u00e9 au lait' })
    expect(await openWith(server, token, { passcode: ' cafe\u0301 au lait ' })).toMatchObject({ status: 200 })
  })
})

test('a program opens a share with its key, and is named by what it says', async () => {
  const { share, token } = await sharedBy(server, ada, [approval])
  const developer = await server.signUp()
  const opened = await server.post('/api/shares/open', { token, recipient: 'An import' }, keyOf(developer))
  expect(opened).toMatchObject({ status: 200, body: { clinician: { npi: expect.any(String) } } })
  const { body } = await server.get(`/me/shares/${share.id}/views`, ada.headers)
  expect(body).toMatchObject({ views: [{ recipient: 'An import', way: 'api', network: null }] })
})

test('an email reports the first opening of a share, unless the clinician switched that off', async () => {
  const { account, approval: own } = await clinician()
  const silent = await sharedBy(server, account, [own])
  const off = await server.post('/me/shares/emails', { isEmailedOnOpening: false }, account.headers)
  expect(off).toMatchObject({ status: 200, body: { isEmailedOnOpening: false } })
  await openedWith(server, silent.token)
  await server.post('/me/shares/emails', { isEmailedOnOpening: true }, account.headers)
  const { token } = await sharedBy(server, account, [own], { recipient: 'Good Samaritan Hospital' })
  for (const recipient of ['First', 'Second']) await openedWith(server, token, { recipient })
  const email = await server.emailTo(account.email, 'share was opened')
  expect(email.text).toContain('that you created for Good Samaritan Hospital')
  const all = (await server.emails()).filter(
    ({ to, subject }) => subject?.includes('share was opened') && to?.[0]?.address === account.email,
  )
  expect(all).toHaveLength(1)
})

test('a GET of a share’s link opens nothing', async () => {
  const { share, url, token } = await sharedBy(server, ada, [approval], { viewsMax: 1 })
  const { pathname } = new URL(url)
  for (const path of [pathname, '/shares/open', `/shares/open?token=${token}`]) {
    await server.app.inject({ method: 'GET', url: path })
    await server.app.inject({ method: 'HEAD', url: path })
  }
  expect((await sharesOf(server, ada)).find(({ id }) => id === share.id)).toMatchObject({ views: 0, status: 'active' })
})
