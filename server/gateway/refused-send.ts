import type { ClientFrame } from '#schemas/wire/frames/from-client.ts'
import { refusedAnswer } from '../calls/dispatch.ts'
import { CallRefusal } from '../calls/refusal.ts'
import type { Connection } from './connection.ts'

/** What is answered to a message that is not stored: why, in the person's language, and when to try again, ms (SOCK-40). */
export function refusedSend({ services, locale }: Connection, cause: unknown, detail: ClientFrame['Cmd']) {
  const { Code, Msg } = refusedAnswer(services, locale, cause, detail)
  const wait = cause instanceof CallRefusal ? cause.data?.RetryAfter : undefined
  return { Code, Msg, ...(wait !== undefined && { RetryAfter: wait }) }
}
