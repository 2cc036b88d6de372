import type { HandedSession } from '#schemas/env/host-message.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import { toStoredAccount } from '#schemas/translate/account.ts'
import { getUserInfo } from '#schemas/wire/calls/profile.ts'
import * as calls from '#schemas/wire/calls/sign-ins.ts'
import { readFlag, readWireTime } from '#schemas/wire/primitives.ts'
import { type CallResult, mapResult } from '../http/call-result.ts'
import type { Caller, CallOptions } from '../http/caller.ts'

/** A sign-in of the account on some device. */
export interface SignIn {
  readonly id: number
  /** Browser and system, such as "Firefox, Windows"; one of them or empty if unknown. */
  readonly device: string
  /** Server time, ms. */
  readonly signedInAt: number
  /** Server time, ms, to a quarter of an hour; the time of the response while the device is connected. */
  readonly lastActiveAt: number
  /** Whether this client made the request with it. */
  readonly isCurrent: boolean
}

/** The account's sign-ins, the newest first. */
export const getSignIns = async (
  caller: Caller,
  options?: CallOptions,
): Promise<CallResult<readonly SignIn[]>> =>
  mapResult(await caller.call(calls.getSignIns, {}, options), (signIns) =>
    signIns.map(({ ID, Device, CreateTime, LastTime, IsCurrent }) => ({
      id: ID,
      device: Device,
      signedInAt: readWireTime(CreateTime) ?? 0,
      lastActiveAt: readWireTime(LastTime) ?? 0,
      isCurrent: readFlag(IsCurrent),
    })),
  )

/** Signs out one of them. */
export const endSignIn = (caller: Caller, id: number): Promise<CallResult<unknown>> =>
  caller.call(calls.endSignIn, { ID: id })

/** Signs out all but the one that asks. */
export const endOtherSignIns = (caller: Caller): Promise<CallResult<unknown>> =>
  caller.call(calls.endOtherSignIns, {})

/** Returns the account of a session that an embedding app hands in. The server says whose it is (DEC-38). */
export const getAccountOfSession = async (
  caller: Caller,
  { userId, token, refreshToken }: HandedSession,
): Promise<CallResult<StoredAccount | undefined>> =>
  mapResult(
    await caller.call(getUserInfo, {}, { credentials: { userId, token } }),
    ({ UID, NickName, HeadImg }) =>
      toStoredAccount({ UID, NickName, HeadImg, Token: token, RefreshToken: refreshToken }),
  )
