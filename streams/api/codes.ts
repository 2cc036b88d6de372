import { type ConversationId, conversationId, parseConversationId } from '#schemas/ids.ts'
import { type FoundPerson, toFoundPerson } from '#schemas/translate/contacts.ts'
import * as calls from '#schemas/wire/calls/codes.ts'
import { writeFlag } from '#schemas/wire/primitives.ts'
import { type CallResult, mapResult } from '../http/call-result.ts'
import type { Caller, CallOptions } from '../http/caller.ts'
import { type GroupDescription, toDescription } from './groups.ts'

/** The URLs of the own codes. */
export interface OwnCodes {
  readonly user: string
  /** The own invitation for people without an account; undefined if the server has none. */
  readonly registration: string | undefined
}

/** The own codes; `isRenewed` ends the current ones first (DEC-200) [QR-25]. */
export const getOwnCodes = async (
  caller: Caller,
  isRenewed: boolean,
  options?: CallOptions,
): Promise<CallResult<OwnCodes>> =>
  mapResult(
    await caller.call(calls.getUserQrCode, { Renew: writeFlag(isRenewed) }, options),
    ({ QRCode, RegisterCode }) => ({ user: QRCode, registration: RegisterCode || undefined }),
  )

/** The URL of a group's code; `isRenewed` ends the current one first (DEC-200) [QR-27]. */
export const getGroupCode = async (
  caller: Caller,
  group: ConversationId,
  isRenewed: boolean,
  options?: CallOptions,
): Promise<CallResult<string>> =>
  mapResult(
    await caller.call(
      calls.getGroupQrCode,
      { GroupId: parseConversationId(group).wireId, Renew: writeFlag(isRenewed) },
      options,
    ),
    ({ GroupQRCode }) => GroupQRCode,
  )

/** The person of a code; undefined if the code is not valid (any more) [QR-24]. */
export const findPersonByCode = async (
  caller: Caller,
  code: string,
  options?: CallOptions,
): Promise<CallResult<FoundPerson | undefined>> =>
  mapResult(await caller.call(calls.getUserInfoByQrCode, { QRCode: code }, options), (person) =>
    person ? toFoundPerson(person) : undefined,
  )

/** A group that one may join by its code. */
export interface GroupOfCode {
  readonly id: ConversationId
  readonly description: GroupDescription
  /** Whether anyone may join without approval. */
  readonly isPublic: boolean
  /** The maximum number of members; undefined if the server names none. */
  readonly memberLimit: number | undefined
}

/** The group of a code; undefined if the code is not valid (any more) [QR-26]. */
export const findGroupByCode = async (
  caller: Caller,
  code: string,
  options?: CallOptions,
): Promise<CallResult<GroupOfCode | undefined>> =>
  mapResult(await caller.call(calls.getGroupInfoByQrCode, { GroupQRCode: code }, options), (data) =>
    data
      ? {
          id: conversationId('group', data.GroupData.ID),
          description: toDescription(data.GroupData),
          isPublic: data.GroupData.JoinType === 0,
          memberLimit: data.GroupData.MaxUserCount ?? undefined,
        }
      : undefined,
  )

/** The name of the person who invites; undefined if the code is not valid (any more) [QR-23]. */
export const findInviter = async (
  caller: Caller,
  code: string,
  options?: CallOptions,
): Promise<CallResult<string | undefined>> =>
  mapResult(
    await caller.call(calls.getRegisterCodeData, { Data: code }, options),
    (name) => name ?? undefined,
  )

/** Asks the person of a code to become a friend [FRIEND-60]. */
export const applyByCode = (caller: Caller, code: string, remark: string): Promise<CallResult<unknown>> =>
  caller.call(calls.applyFriendQrCode, { Remark: remark, QRCode: code, Source: 'QRCode' })

/** Accepts an invitation [FRIEND-61]. */
export const acceptInvitation = (caller: Caller, code: string): Promise<CallResult<unknown>> =>
  caller.call(calls.applyFriendByRegisterCode, { RegisterCode: code, Source: 'QRCode' })
