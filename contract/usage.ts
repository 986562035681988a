import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  dailyStatsDays,
  recentRequestsDays,
  recentRequestsMax,
  recentRequestsPageDefault,
  recentRequestsPageMax,
  recentRequestsPerSecondMax,
  usageFileDaysMax,
  usageFileRowsMax,
} from './limits.ts'
import * as parameter from './parameters.ts'

const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const dateTime = z.iso.datetime()

const days = `today and the ${dailyStatsDays} days before it, in UTC`

/** Ranges of the chart of calls: one point an hour, or one a day, up to now. */
export const usageRanges = {
  '24h': { unit: 'hour', points: 24 },
  '7d': { unit: 'day', points: 7 },
  '24d': { unit: 'day', points: dailyStatsDays + 1 },
  '90d': { unit: 'day', points: 90 },
} as const

export type UsageRange = keyof typeof usageRanges

/** The range of the specification's chart. */
export const usageRangeDefault = '24d' satisfies UsageRange

const key = z.object({ id: z.string(), name: z.string().nullable().describe('Null for a key removed long ago.') })

const statusExpected = 'a status such as 404, or a class of them such as 4xx'
const cursorExpected = 'the nextCursor of an answer'
const requestIdExpected = 'a request ID from the X-Request-Id header of a response'

const exampleKey = { id: '0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a11', name: 'Scheduling, production' }

export const usageEndpoints = {
  usageStats: endpoint({
    method: 'GET',
    path: '/api-events/stats',
    group: 'accounts',
    summary: 'Usage statistics',
    description:
      "Statistics of the account's API calls: every call with one of its keys, except those made by the portal and the admin desk. Calls appear within a second.",
    caller: 'session',
    query: z.strictObject({
      range: parameter
        .word(['24h', '7d', '24d', '90d'])
        .optional()
        .describe(`The range of points, p50, p95, errors and keys; ${usageRangeDefault} by default.`),
    }),
    output: z.object({
      apiCallsToday: z.int().min(0).describe('Calls since midnight UTC.'),
      averageResponseTime: z.number().min(0).describe(`Milliseconds, over ${days}; 0 without calls.`),
      successRate: z
        .number()
        .min(0)
        .max(100)
        .describe(`Per cent with a 2xx or 304 status, over ${days}; 0 without calls.`),
      dailyStats: z
        .array(z.object({ date, apiCalls: z.int().min(0) }))
        .length(dailyStatsDays + 1)
        .describe('Calls on each day, oldest first, including days without calls.'),
      totalCalls: z.int().min(0).describe('Calls that count against the quota of this billing period.'),
      availableCalls: z.int().min(-1).describe('The quota of a billing period; -1 when calls are unlimited.'),
      periodStartDate: dateTime,
      nextPeriodStartDate: dateTime,
      points: z
        .array(z.object({ start: dateTime, succeeded: z.int().min(0), failed: z.int().min(0) }))
        .describe('Calls of each hour or day of the range, the oldest first.'),
      p50: z.number().min(0).nullable().describe('Half of the calls took at most this many milliseconds, within 10%.'),
      p95: z.number().min(0).nullable().describe('95% of the calls took at most this many milliseconds, within 10%.'),
      errors: z
        .array(z.object({ code: z.string(), calls: z.int().min(1) }))
        .describe('Failed calls by error code, or by class, such as 4xx, if no code was kept.'),
      keys: z
        .array(z.object({ key: key.nullable(), calls: z.int().min(1) }))
        .describe('Calls by key; null where the key was not kept.'),
    }),
    example: {
      input: {},
      output: {
        apiCallsToday: 12,
        averageResponseTime: 3.27,
        successRate: 98.44,
        dailyStats: Array.from({ length: dailyStatsDays + 1 }, (_, day) => ({
          date: `2026-11-${String(day + 1).padStart(2, '0')}`,
          apiCalls: day === dailyStatsDays ? 12 : 0,
        })),
        totalCalls: 63,
        availableCalls: 100,
        periodStartDate: '2026-11-15T08:30:00.000Z',
        nextPeriodStartDate: '2026-12-15T08:30:00.000Z',
        points: [{ start: '2026-11-25T00:00:00.000Z', succeeded: 11, failed: 1 }],
        p50: 2.9,
        p95: 8.3,
        errors: [{ code: 'invalid_input', calls: 1 }],
        keys: [{ key: exampleKey, calls: 12 }],
      },
    },
  }),
  recentRequests: endpoint({
    method: 'GET',
    path: '/me/requests',
    group: 'accounts',
    summary: 'The last requests',
    description: `Calls with one of the account's keys, newest first, except those made by the portal and the admin desk. We keep them for ${recentRequestsDays} days, at most ${recentRequestsMax.toLocaleString('en-US')} of them; of more than ${recentRequestsPerSecondMax} in a second, only the last. Parameter values that may be secret are left out.`,
    caller: 'session',
    query: z.strictObject({
      status: z
        .string({ error: statusExpected })
        .trim()
        .toLowerCase()
        .regex(/^[2-5](xx|\d\d)$/, { error: statusExpected })
        .optional()
        .describe('A status, or a class such as 4xx.'),
      method: parameter.word(['GET', 'POST', 'PUT', 'DELETE']).optional(),
      path: parameter.text('a part of the path').optional().describe('Part of the path or query, in any case.'),
      key: parameter.rowId.optional().describe('The id of a key.'),
      from: parameter.moment('start').optional().describe('The first day or time.'),
      to: parameter.moment('end').optional().describe('The last day, or the time before which the calls came.'),
      id: z.uuid({ error: requestIdExpected }).toLowerCase().optional().describe('The X-Request-Id of a response.'),
      cursor: z
        .string({ error: cursorExpected })
        .regex(/^[\w-]{1,64}$/, { error: cursorExpected })
        .optional()
        .describe('The nextCursor of the previous page.'),
      limit: parameter.wholeBetween(1, recentRequestsPageMax, recentRequestsPageDefault).optional(),
    }),
    output: z.object({
      requests: z
        .array(
          z.object({
            id: z.string().nullable().describe('The X-Request-Id of its answer.'),
            time: dateTime,
            method: z.string(),
            path: z.string().describe('With its query.'),
            status: z.int(),
            ms: z.number().min(0).describe('Time taken, in milliseconds.'),
            bytes: z.int().nullable().describe("Size of the answer's body before compression."),
            key: key.nullable(),
            code: z.string().nullable().describe('Of the error; null for a success.'),
            error: z.string().nullable().describe('The sentence of the error.'),
          }),
        )
        .max(recentRequestsPageMax),
      nextCursor: z.string().nullable().describe('Null on the last page.'),
    }),
    example: {
      input: {},
      output: {
        requests: [
          {
            id: '0b7c2b1e-5a43-4c0e-9a52-0a4f1d3f2b11',
            time: '2026-11-20T14:03:12.345Z',
            method: 'GET',
            path: '/api/doctors?postalCode=10001&radius=40',
            status: 400,
            ms: 1.28,
            bytes: 118,
            key: exampleKey,
            code: 'invalid_input',
            error: 'radius: expected a number of miles above 0 and at most 25; got 40.',
          },
        ],
        nextCursor: null,
      },
    },
  }),
  usageFile: endpoint({
    method: 'GET',
    path: '/me/usage.csv',
    group: 'accounts',
    summary: 'Usage as CSV',
    description: `Calls by day, key and route, as a spreadsheet file of at most ${usageFileDaysMax} days and ${usageFileRowsMax.toLocaleString('en-US')} rows. The key is empty for days before keys were recorded.`,
    caller: 'session',
    query: z.strictObject({
      from: parameter.day.optional().describe('The first day, in UTC; 89 days before the last by default.'),
      to: parameter.day.optional().describe('The last day, in UTC; today by default.'),
    }),
    output: z.string(),
    mediaType: 'text/csv',
    answerHeaders: { 'Content-Disposition': 'A name for the file.' },
    example: {
      input: { query: { from: '2026-11-01', to: '2026-11-30' } },
      output:
        'day,key,keyId,route,calls,succeeded,failed,averageMs\r\n2026-11-20,"Scheduling, production",0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a11,GET /api/doctors,12,11,1,3.27\r\n',
    },
  }),
}
