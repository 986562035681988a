/**
 * The fault plan: what is done to the product, how often, and what has to come of it. `asked` are the trials that the plan asks for;
 * how many are run is said by the tests, and both stand side by side in docs/reliability.md.
 */
export interface Planned {
  /** T01 and so on; names of tests cite it. */
  id: string
  what: string
  asked: string
  figure: string
  /** What of it no test does, and why. */
  leftOut?: string
}

/** Faults that every change is tried with, once or a few times each; the others wait for the night or a release. */
export const ofEveryChange: readonly string[] = [
  ...['T01', 'T02', 'T03', 'T04', 'T05', 'T06', 'T09', 'T10', 'T11', 'T12', 'T13', 'T14', 'T15', 'T16', 'T17', 'T18'],
  ...['T22', 'T23', 'T24', 'T25', 'T27', 'T28', 'T29'],
]

const atRelease = 'Due before a release, by hand'

export const plan: readonly Planned[] = [
  {
    id: 'T01',
    what: 'kill -9 of the product while clients write, what it acknowledged held against the database',
    asked: '300',
    figure: 'nothing acknowledged lost, double or half done; ready again in 2 s',
    leftOut:
      'Ready again in 2 s: with nothing beside it a start took 2.2 to 2.7 s, that of its own PostgreSQL among them; beside clients that write and other processes that start, up to the figure above. The other processes serve meanwhile.',
  },
  {
    id: 'T02',
    what: 'kill -9 of PostgreSQL and its children while clients write',
    asked: '100',
    figure: 'nothing acknowledged lost; writes again in 5 s, without a restart of the product',
    leftOut: 'The plan has 150,000 acknowledged writes; a run has as many as the machine does between its kills.',
  },
  {
    id: 'T03',
    what: 'a database that may lose what it acknowledges',
    asked: '1',
    figure: 'refused at start, in one sentence; used with a warning where the operator says so',
    leftOut:
      'No strace: that COMMIT waits for the disk is PostgreSQL’s promise with these settings. Of the settings that the plan names two are not asked for at start: wal_level has no part in what a single server keeps, and data_checksums, which tells of what a disk has changed later, is the operator’s choice for a database of theirs; the embedded one is made with them, which server/parts/embedded-postgres.test.ts sees.',
  },
  {
    id: 'T04',
    what: 'a disk that is full: under the tables and their log, under images, under the registry',
    asked: '60',
    figure: 'nothing acknowledged lost; reads go on; writes 503 or 507; whole again 5 s after there is room',
    leftOut:
      'EIO, which no part of the system gives without a driver of its own. There is no usage spool and no log on disk. Tables, their log and images lie on one disk; by night alone.',
  },
  {
    id: 'T05',
    what: 'a database that is away under load, and comes back',
    asked: '10 of 10 s and 60 s',
    figure:
      'searches go on while their key is known; the rest 503 in 1 s, or 4 s where it falls silent; every call that was served is counted',
    leftOut:
      'A key is known for 0.9 s and no longer, since one that was replaced is to stop within a second; calls with a quota are counted before they are answered, so they get 503 at once (decision 19).',
  },
  {
    id: 'T06',
    what: 'a database that is slow (50, 200, 2,000 ms), stalls, or is half gone',
    asked: '6',
    figure:
      'searches as fast as ever (p99 within 1.1 times); the rest answered or 503; never more connections than allowed; event loop p99 below 50 ms',
    leftOut:
      'Connections that are half open have their tests in server/parts/database.test.ts. A connection is waited for a second, not half of one, so that a short burst is not refused. Beside the tenth a search may take 5 ms more, which other processes of the machine can cost. Where an answer takes longer than 400 ms, searches wait for the look-up of their key, for the rest of it every time it is 0.9 s old (decision 19); at 2,000 ms they are not timed.',
  },
  {
    id: 'T07',
    what: 'fail-over to a standby',
    asked: '20',
    figure: 'nothing acknowledged lost; writes again in 15 s',
    leftOut: `${atRelease}: it tests the operator’s own database.`,
  },
  {
    id: 'T08',
    what: 'a backup restored elsewhere',
    asked: '3',
    figure: 'every row and image as before; the audit log verifies',
    leftOut:
      'Continuous archiving of the log is the operator’s; what is tested is `npm run backup` and `npm run restore`.',
  },
  {
    id: 'T09',
    what: 'malformed NPPES files: archives, headers, rows, encodings, zip bombs',
    asked: '40',
    figure: 'refused by file, row and rule; nothing announced; never 1 GB held in memory',
  },
  {
    id: 'T10',
    what: 'a damaged registry: bits flipped, files cut, swapped, missing, of another format',
    asked: '1,200',
    figure:
      'what is held in memory refused before it serves, told of, in 5 s, while the version before goes on serving; a record or list that was damaged on disk is a 500 and an alarm, never a 200',
    leftOut: 'Versions are not signed: who can write the registry’s folder is trusted.',
  },
  {
    id: 'T11',
    what: 'kill -9 of the importer, the update and the fetch at every step',
    asked: '60',
    figure: 'a whole version goes on serving; the next run succeeds and tidies up',
  },
  {
    id: 'T12',
    what: 'a new registry announced under load',
    asked: '60',
    figure:
      'no failed request; no answer of two versions; p99 within 1.5 times; memory of two versions and a tenth; back in 5 s',
    leftOut:
      'The p99, for which the longest stretch without a turn of the event loop is noted; the memory, which docs/benchmarks.md has for a server that goes over to another version of nine million; and the time of going back, which replaces one file that every process looks at each second.',
  },
  {
    id: 'T13',
    what: '20 admins who decide one request at the same time',
    asked: '1,000 requests, 20,000 decisions',
    figure: 'one wins, the others get 409; one audit entry and one letter each',
  },
  {
    id: 'T14',
    what: 'a request sent 50 times at once, with an Idempotency-Key and without; with another body; again after its process was killed',
    asked: '500',
    figure: 'there once; answered the same; 422 for another body; 409 without a key',
  },
  {
    id: 'T15',
    what: '1,000 calls at once on a quota of 100, over four processes; with one killed; over the end of a period',
    asked: '60',
    figure: 'exactly 100; at most those in hand are lost to a kill; all are counted',
  },
  {
    id: 'T16',
    what: 'limits of 10, 100 and 1,000 a minute at 0.5 to 10 times the load over one to four processes',
    asked: '120',
    figure:
      'never more than the limit in any minute; 98 % of it when there is more; what remains rises with time alone; Retry-After is enough',
    leftOut:
      'Several processes count together in a Redis, so where none is installed only one is tried. Each take asks it, so a trial there lasts 10 minutes where it has at most 300 takes in each, and from 2,000 takes on two.',
  },
  {
    id: 'T17',
    what: 'billing periods for every anchor in five time zones',
    asked: '100,000 cases, 12 runs',
    figure: 'the same in all zones; no gap, no overlap',
    leftOut:
      'The 12 live runs under libfaketime, which is not everywhere: live, a period ends in T15, by the clock of the database, the only one that counts. Steps of that clock are not tried.',
  },
  {
    id: 'T18',
    what: 'requests that are malformed: made from the schemas, mutated, hostile texts, raw bytes, sequences',
    asked: '10,000',
    figure:
      'no 5xx, no crash, no hang; errors in their one form; successes as the contract says; memory grows by less than 50 MB',
    leftOut: 'Growth while the first set is sent, which warms the process up: it is noted above and may be more.',
  },
  {
    id: 'T19',
    what: 'scanners: wapiti, sqlmap, slowhttptest, testssl',
    asked: '1',
    figure: 'no finding',
    leftOut: atRelease,
  },
  { id: 'T20', what: 'an hour at half load with faults', asked: '1', figure: 'nothing grows', leftOut: atRelease },
  {
    id: 'T21',
    what: 'a ceiling of memory',
    asked: '5',
    figure: 'no process is killed for want of memory',
    leftOut:
      'Only of decoding images, each in a process of 512 MB (T27); a ceiling for the whole needs a cgroup of its own.',
  },
  {
    id: 'T22',
    what: 'rolling restarts under load with slow uploads; SIGTERM',
    asked: '50',
    figure: 'no failed request; everything counted; exit code 0',
  },
  {
    id: 'T23',
    what: 'five times as many callers as keep it busy, then half as many',
    asked: '5',
    figure: 'no other answer than 200, 429 or 503; 90 % of the rate; refused within 50 ms; as before within 5 s',
    leftOut:
      'How soon a refusal comes. Calls that come at times of their own, five times as many as can be answered, whether those before are answered or not: here callers ask again once they are, so that searches wait longer and none is refused; sign-ups are, where more come than passwords can be hashed.',
  },
  {
    id: 'T24',
    what: 'every route asked by every kind of caller',
    asked: '270',
    figure: 'all as the table says',
  },
  {
    id: 'T25',
    what: 'keys, sessions, roles, plans taken away, seen from four processes',
    asked: '200',
    figure: 'gone everywhere within 1 s',
    leftOut: 'There is no channel of notices that could be cut: every process asks the database.',
  },
  {
    id: 'T26',
    what: 'the time of answers about addresses and requests that exist, and about others',
    asked: '8 × 1,000',
    figure:
      'medians within 2 ms; Kolmogorov–Smirnov p > 0.01; in one of three samples, since one of a hundred differs by chance',
  },
  {
    id: 'T27',
    what: 'images made to harm, and images with bytes changed at random',
    asked: '2,060',
    figure: 'every one ends in an answer; no byte of a payload survives',
  },
  {
    id: 'T28',
    what: 'news of payments: in every order, again, late, signed wrong',
    asked: '900',
    figure: 'the state that the payment provider knows; each effect once; wrong signatures 400',
  },
  {
    id: 'T29',
    what: 'secrets looked for in everything that a run leaves; the audit log changed behind its back',
    asked: '1',
    figure: 'none found; every change named',
  },
  {
    id: 'T30',
    what: 'mail, feed and payment provider away',
    asked: '9',
    figure: 'calls are answered; letters arrive later; posts for 24 hours; payments are asked again after a pause',
    leftOut: 'An hour of it: pauses are shortened by the tests’ clocks.',
  },
  {
    id: 'T31',
    what: 'two versions of the product on one database',
    asked: 'each migration',
    figure: 'no error',
    leftOut: atRelease,
  },
  {
    id: 'T32',
    what: 'faults at random for 30 minutes, with a checker of histories',
    asked: '1',
    figure: 'no violation',
    leftOut:
      'Faults are tried one kind at a time; T01 and T02 mix kills of both with a journal of what was acknowledged.',
  },
]
