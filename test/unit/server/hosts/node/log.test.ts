import { DrizzleQueryError } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { createServerLog } from '#server/hosts/node/log.ts'

/** A log whose lines the test reads. */
function open() {
  const output: string[] = []
  const errors: string[] = []
  const log = createServerLog(
    { write: (line) => void output.push(line) },
    { write: (line) => void errors.push(line) },
  )
  // Each line must be one JSON value, whatever a text contains.
  const read = (lines: readonly string[]) => lines.map((line): Record<string, unknown> => JSON.parse(line))
  return { log, output, errors, read }
}

const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

it('writes a security event as one JSON line with its time, account and request', () => {
  const { log, output, errors, read } = open()
  log.securityLog.write({ kind: 'signed-in', accountId: 7, requestId: 'r1' })
  log.securityLog.write({ kind: 'guessing-paused' })
  expect(read(output)).toEqual([
    { level: 'info', time: isoTime, security: 'signed-in', account: 7, request: 'r1' },
    { level: 'info', time: isoTime, security: 'guessing-paused', account: null },
  ])
  expect(output.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true)
  expect(errors).toEqual([])
})

it('writes a fault as one JSON line with its request and error', () => {
  const { log, output, errors, read } = open()
  const cause = Object.assign(new TypeError('broken\nin two'), { code: 'E1' })
  log.faults.report({ kind: 'call', detail: '/GetFriends', cause, requestId: 'r2' })
  log.faults.report({ kind: 'stop', detail: 'odd', cause: 'a text' })
  const error = { name: 'TypeError', code: 'E1', message: 'broken\nin two', stack: cause.stack }
  expect(read(errors)).toEqual([
    { level: 'error', time: isoTime, fault: 'call', detail: '/GetFriends', request: 'r2', error },
    { level: 'error', time: isoTime, fault: 'stop', detail: 'odd', error: { message: 'a text' } },
  ])
  expect(output).toEqual([])
})

it('writes no values of a failed statement and no fields of a library', () => {
  const { log, errors } = open()
  const personal = ['13900000001', 'see you at eight', 'token-of-ann']
  const [phone = '', text = '', token = ''] = personal
  const database = Object.assign(new Error(`invalid input syntax: "${text}"`), {
    severity: 'ERROR',
    code: '22P02',
    detail: `Key (phone)=(${phone}) already exists.`,
  })
  // Not every fault passes the server: those of the cluster and of the sweeps come from the host.
  const { faults } = log
  faults.report({ kind: 'call', detail: '/SendChat', cause: database })
  const query = 'insert into "message" ("body") values ($1)'
  faults.report({
    kind: 'call',
    detail: '/SendChat',
    cause: new DrizzleQueryError(query, [text, token], database),
  })
  faults.report({
    kind: 'http',
    detail: 'a request',
    cause: Object.assign(new Error('reset'), { request: { headers: { token }, body: text } }),
  })
  const written = errors.join('')
  for (const value of personal) expect(written).not.toContain(value)
  expect(written).toContain('22P02')
  expect(written).toContain('insert into')
  expect(written).toContain('reset')
})
