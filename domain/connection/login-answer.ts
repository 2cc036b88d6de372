import { resultCode } from '#schemas/result-codes.ts'

/** Codes that say nothing about the credentials: a limit, or a fault of the server. */
const passingCodes: readonly number[] = [resultCode.limited, resultCode.failed, resultCode.unavailable]

/** What the login's answer means [SOCK-04 SOCK-05]: in, try again later, or the credentials are not good. */
export function judgeLogin(code: number): 'accepted' | 'later' | 'refused' {
  if (code === resultCode.ok) return 'accepted'
  return passingCodes.includes(code) ? 'later' : 'refused'
}
