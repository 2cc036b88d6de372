import type { Caller } from './caller.ts'

/** The caller as this account has it: what it calls is sent in its name or not at all, whoever is signed in by then. */
export const callerOf = (caller: Caller, account: number): Caller => ({
  call: (call, request, options) => caller.call(call, request, { ...options, account }),
})
