/**
 * What must hold against misuse, in lines. A test that proves a line names it at the head of its title, or of the title it stands
 * under: `A2: …`, or `A5, C6: …`. docs/security.md is made of this list and of those titles.
 */

export interface SecurityLine {
  /** A letter for the part, a number within it. */
  id: string
  promise: string
  /** What of the promise no test can prove, or does not yet, and why. A line without any test needs it. */
  unproven?: string
}

export interface SecurityPart {
  title: string
  lines: readonly SecurityLine[]
}

const noBrowser = 'Where there is no browser, what one does is not tried, and a sentence says so.'

export const securityParts: readonly SecurityPart[] = [
  {
    title: 'A. Who may do what',
    lines: [
      {
        id: 'A1',
        promise:
          'Every route answers each kind of caller (nobody, keys and sessions of others, ended and forged ones, admins) as one table says; a route that is not in the table fails the test.',
      },
      {
        id: 'A2',
        promise:
          'A verification of another account is answered as one that never was: in the same bytes, under the same headers, in the same time. An id of another form is refused without asking the database.',
      },
      {
        id: 'A3',
        promise:
          'Lists hold the verifications of the caller. Whoever asks for everybody’s without being an admin is refused, and that is recorded. Filters take known values, once each.',
      },
      {
        id: 'A4',
        promise:
          'Admins alone decide, only what is undecided, and take back only what is approved; never a request of their own, and with one of the given reasons to reject it.',
      },
      {
        id: 'A5',
        promise:
          'An image is shown to its owner and to whoever is an admin at that moment, by a signed link for five minutes, which a change of any character makes worthless; every look is recorded.',
      },
      { id: 'A6', promise: 'A member that a call does not know is refused, and nothing is changed.' },
      {
        id: 'A7',
        promise:
          'An answer holds what its schema names and nothing else, at whatever depth and whatever the code hands over, also one that is given once more.',
      },
      {
        id: 'A8',
        promise:
          'A verified NPI belongs to one account and holds that account to it. What the registry says of an NPI is reported to whoever decides.',
      },
      {
        id: 'A9',
        promise: 'What ends (a key, a session, a role, a plan) has ended on every process within a second.',
      },
    ],
  },
  {
    title: 'B. Accounts, sessions and passwords',
    lines: [
      {
        id: 'B1',
        promise:
          'Passwords are kept as Argon2id hashes of at least OWASP’s costs, renewed when the costs rise. Two are worked on at a time and fifty wait; one more is told to come back.',
        unproven: 'There is no pepper outside the database, which would be optional.',
      },
      {
        id: 'B2',
        promise:
          'A new password has 8 to 256 characters of any kind and is not a common one; it is never cut, and a refusal says why.',
      },
      {
        id: 'B3',
        promise:
          'Guessing is slowed down and stopped by account and by address, whether or not there is an account; so are sign-ups and emails, and what an account may replace or change. A browser that signed in before has counts of its own, so that strangers do not lock it out.',
      },
      {
        id: 'B4',
        promise:
          'Sign-in, a forgotten password and a change of address tell nobody whether an account exists, neither by their answer nor by its time.',
        unproven: 'Signing up says so on purpose, since signing in right after would; it is limited instead (B3).',
      },
      {
        id: 'B5',
        promise:
          'A session is a random token of which only a hash is kept. It ends after 7 days unused and 30 at most, for admins after 30 minutes and 12 hours, and by signing out.',
      },
      {
        id: 'B6',
        promise:
          'A new password or address ends every session in the same transaction, and the old address gets an email. The key of an admin is replaced with it; other accounts are advised to. A reset before the address was proven removes all that was made with the account.',
      },
      {
        id: 'B7',
        promise:
          'A link to reset a password works once, for 30 minutes. A new one voids none that was sent before, using one voids all; its address comes from the settings.',
      },
      {
        id: 'B8',
        promise:
          'A link to verify an address works for a day and by a POST alone, behind a button, since scanners of mail open links and run their scripts; again for the same user it succeeds.',
      },
      {
        id: 'B9',
        promise:
          'An address changes by the password, the link to the new one and the session of the account that asked, and goes to one of those who ask for it at once. A phone number changes without, for it recovers nothing.',
      },
      {
        id: 'B10',
        promise:
          'Pages run no script, style or frame but their own, send forms to themselves and the payment page alone, and stay with https where they came by it.',
        unproven: noBrowser,
      },
      { id: 'B11', promise: 'Pages of other origins may use the key alone, never a session; no answer sets a cookie.' },
      {
        id: 'B12',
        promise:
          'A key is taken from its header alone, looked up by a keyed hash, and dead once it is replaced; the pages for trying keep it in memory.',
        unproven: noBrowser,
      },
      {
        id: 'B13',
        promise:
          'Every account may have a second factor: an authenticator app, passkeys and recovery codes. Where ADMIN_SECOND_FACTOR is required, as in production, an admin without one may only set one up, and the API key of an admin decides nothing without a session that has one.',
      },
    ],
  },
  {
    title: 'C. Images of credentials',
    lines: [
      {
        id: 'C1',
        promise:
          'A call with an image may have 14 MB, news of payments 1 MB, every other one 64 KB; no large body is read of a caller without a key, of news without a fresh signature, or of an account that sent sixty within the minute. Three of the largest are taken at a time of an account and six in all, of news four of a network and eight in all; those who have several give some up to who comes with less. Base64 is taken in its one exact form. Four images are decoded at a time, an account sends 20 an hour and has 20 stored.',
      },
      {
        id: 'C2',
        promise: 'JPEG, PNG and WebP are told by their bytes; everything else is refused with what it is.',
      },
      {
        id: 'C3',
        promise:
          'An image has at most 50 million pixels, 12,000 on a side and one frame. It is decoded in a process of its own, within five seconds and 512 MB, which has no other decoders than those of the kinds that are taken.',
      },
      {
        id: 'C4',
        promise:
          'What is kept is made anew from the pixels: no metadata, no profile, nothing behind the end. Of what was sent its SHA-256 stays, and what its metadata said of the program that wrote it.',
      },
      {
        id: 'C5',
        promise:
          'More than 60 files made to harm are refused, or kept as their pixels alone, within five seconds and 300 MB each.',
      },
      {
        id: 'C6',
        promise: 'An image is sent as a picture of a fixed kind, in a sandbox, to be kept by nobody.',
        unproven: 'It comes from the origin of the product: there is no setting for another one.',
      },
      {
        id: 'C7',
        promise:
          'Each image is encrypted with a key of its own, for its own verification; a changed byte or an exchanged one opens nothing and is told of, and without its key a copy is worthless. When the secret of the installation is changed, that key is sealed anew and the bytes stay.',
      },
    ],
  },
  {
    title: 'D. What comes in is data',
    lines: [
      {
        id: 'D1',
        promise: 'Pages show text as text: no markup is made but by React, and a reason to reject is one of a list.',
      },
      {
        id: 'D2',
        promise:
          'The server asks addresses that the operator set, or public ones by https, never this machine or its network; it follows no redirect, and takes so much time and so many bytes. Of a feed only text and links of the web remain.',
      },
      {
        id: 'D3',
        promise: 'What is sent reaches the database as parameters, never as a part of a statement or a pattern.',
        unproven: 'A scan from outside (sqlmap) is done before a release, not by the tests.',
      },
      {
        id: 'D4',
        promise:
          'Search parameters outside their limits, given twice, half, or in another form are refused, and the parameter is named.',
        unproven:
          'What the dearest search costs is measured by the bench (docs/benchmarks.md): totals are exact, and nothing is left out of an answer.',
      },
      {
        id: 'D5',
        promise:
          'Nothing that is sent can add a header to a letter; letters to the operator carry text as a file, so many an hour.',
      },
      {
        id: 'D6',
        promise: 'Cells of exported tables are not taken for formulas.',
        unproven: 'The product exports no tables.',
      },
      {
        id: 'D7',
        promise:
          'Bodies are JSON in UTF-8, without repeated or special members, ten levels deep at most, and of no more pieces than any call has.',
      },
      {
        id: 'D8',
        promise:
          'What is not well-formed HTTP, too long, too slow or for another server is refused and closed, and disturbs nobody else.',
      },
      { id: 'D9', promise: 'The address of a caller is believed from configured proxies alone.' },
    ],
  },
  {
    title: 'E. Money',
    lines: [
      {
        id: 'E1',
        promise:
          'The price of a plan is the server’s; a page to pay on is followed only at the payment provider or here, which the browser checks once more.',
        unproven: noBrowser,
      },
      {
        id: 'E2',
        promise: 'A plan changes by signed news or by asking the provider, never by coming back from its page.',
        unproven: noBrowser,
      },
      {
        id: 'E3',
        promise:
          'News count when their signature is right and fresh, once, in one transaction with their effect; whatever their order, what is known in the end is what the provider knows.',
      },
      {
        id: 'E4',
        promise: 'A downgrade keeps the plan until its period ends, and is one call however often it is asked for.',
      },
    ],
  },
  {
    title: 'F. Logs, privacy and operation',
    lines: [
      {
        id: 'F1',
        promise:
          'No secret is in a log, an answer, a table or a file; no document and no link to one is in a log, a table or a file; and no address of a person is in a log.',
      },
      {
        id: 'F2',
        promise:
          'What matters is recorded in the transaction of what it tells of, under a chain of keyed hashes: whoever changes, removes or reorders a row of it is found out.',
        unproven:
          'Each request that an admin opens is recorded, not the list of them. A backup and a changed setting are not: whoever has the machine can make both without the product.',
      },
      {
        id: 'F3',
        promise:
          'Images (90 days after an approval and 30 after a rejection, unless the settings say otherwise), counts, requests, replaced keys and audit rows are removed when their time is over.',
        unproven: 'The process’s own log goes to its output: how long that is kept is set where it is collected.',
      },
      {
        id: 'F4',
        promise:
          'A mistake of ours is answered with a sentence and the id of the request; one that nobody caught ends the process in order.',
      },
      {
        id: 'F5',
        promise: 'A deleted account leaves no address, number, key or image, and its audit rows name nobody.',
      },
      {
        id: 'F6',
        promise:
          'Calls use a role of the database that can neither change tables nor the audit log. A database on another machine is reached by TLS, with its certificate verified.',
        unproven:
          'TLS towards the public is kept by the balancer of a deployment; what is tried is the configuration that we recommend.',
      },
      {
        id: 'F7',
        promise:
          'Every package that is named has one version, every one that is installed a checksum, and none runs a script when it is. Nothing high or critical is known against them; a bill of materials lists them. Images are made of one version of Node.',
        unproven:
          'What is known is asked of npm’s registry, where it answers; elsewhere that test is skipped. docs/production.md says when an operator asks.',
      },
    ],
  },
  {
    title: 'G. Further doors',
    lines: [
      {
        id: 'G1',
        promise:
          'What was made with an account never survives a proof of its address by the mailbox alone: keys, sessions, uploads, callbacks, second factors and device values end in that transaction. With the mailbox and the account proved together nothing changes.',
        unproven:
          'A link that is confirmed without session or password verifies the address, but proves nothing about the account: what was made stays until a reset, which removes it.',
      },
      {
        id: 'G2',
        promise:
          'A code of an authenticator app is taken one step of 30 seconds early or late, and once; a recovery code is stored as a hash and works once; ten wrong ones in 15 minutes stop. A second step belongs to one account and ends after five minutes. A passkey counts for the host of PUBLIC_URL, with its user verified, and not when its counter goes back. The last second factor of an admin who needs one stays.',
      },
      {
        id: 'G10',
        promise:
          'Requests that one connection sends ahead of its answers are bounded; unknown keys and tokens are looked up together, from the index alone, and keep no known key and no probe waiting.',
        unproven:
          'What others wait for under such a load is measured and printed by night, not held to a number: it depends on the machine.',
      },
      {
        id: 'G11',
        promise:
          'A byte of the registry that changed on disk is in no answer: the call that needs it is a 500, a count and a line in the log, and all others are answered as before. What no call reads is found within a day.',
      },
      {
        id: 'G12',
        promise:
          'A backup is restored when it was made with the present secret, nothing of it was changed since, and its roles are those of its audit log. No session and no link from before works after that.',
      },
    ],
  },
]
