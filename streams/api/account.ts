import { avatarRetryLimit } from '#domain/http/call-limits.ts'
import type { UserId } from '#schemas/ids.ts'
import type { ProfileFacts } from '#schemas/log/events.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import { toProfileFacts, toStoredAccount } from '#schemas/translate/account.ts'
import * as accountCalls from '#schemas/wire/calls/account.ts'
import * as profileCalls from '#schemas/wire/calls/profile.ts'
import { readFlag } from '#schemas/wire/primitives.ts'
import { type CallResult, mapResult } from '../http/call-result.ts'
import type { Caller, CallOptions } from '../http/caller.ts'
import type { UploadFile } from '../upload-file.ts'

/** A phone number in two fields, digits only. */
export interface PhoneNumber {
  readonly telCode: string
  readonly phone: string
}

/** The purpose of a one-time code. The server treats sign-up differently. */
export type CodePurpose = 'sign-up' | 'other'

interface CodeRequest extends PhoneNumber {
  /** The encrypted phone number and time (DEC-71). */
  readonly token: string
  readonly purpose: CodePurpose
}

const wirePhone = ({ phone, telCode }: PhoneNumber) => ({ Phone: phone, TelCode: telCode })

/** The result of requesting a one-time code (DEC-116). */
export interface SentCode {
  /** Whether the response text is the code itself. */
  readonly isSticky: boolean
  /** Whether the code was printed in the server's terminal. */
  readonly isPrinted: boolean
}

/** Requests a one-time code [AUTH-46 AUTH-47]. */
export const requestCode = async (
  caller: Caller,
  { token, purpose, ...phone }: CodeRequest,
): Promise<CallResult<SentCode>> =>
  mapResult(
    await caller.call(accountCalls.sendCode, {
      ...wirePhone(phone),
      Token: token,
      Type: purpose === 'sign-up' ? '1' : '2',
    }),
    (data) => ({ isSticky: readFlag(data?.IsSticky), isPrinted: readFlag(data?.IsPrinted) }),
  )

/** The signed-in account; undefined if the response has no token. */
type SignInResult = CallResult<StoredAccount | undefined>

/** [AUTH-49] */
export const signInWithPassword = async (
  caller: Caller,
  phone: PhoneNumber,
  password: string,
): Promise<SignInResult> =>
  mapResult(
    await caller.call(accountCalls.phoneLogin, { ...wirePhone(phone), Password: password }),
    toStoredAccount,
  )

/** [AUTH-49] */
export const signInWithCode = async (
  caller: Caller,
  phone: PhoneNumber,
  code: string,
): Promise<SignInResult> =>
  mapResult(await caller.call(accountCalls.phoneLogin, { ...wirePhone(phone), Code: code }), toStoredAccount)

/** [AUTH-50] */
export const signUp = async (caller: Caller, phone: PhoneNumber, code: string): Promise<SignInResult> =>
  mapResult(
    await caller.call(accountCalls.phoneRegister, { ...wirePhone(phone), Code: code }),
    toStoredAccount,
  )

/** Verifies a phone number to reset a password [AUTH-48]. */
export const verifyPhone = async (caller: Caller, phone: PhoneNumber, code: string): Promise<SignInResult> =>
  mapResult(
    await caller.call(accountCalls.checkPhoneCode, { ...wirePhone(phone), Code: code }),
    toStoredAccount,
  )

/** [AUTH-51] (DEC-16) */
export const setPassword = (
  caller: Caller,
  password: string,
  options?: CallOptions,
): Promise<CallResult<unknown>> => caller.call(accountCalls.updatePassword, { Password: password }, options)

/** Proves the owner of the account [AUTH-52]. */
export const checkPassword = (caller: Caller, password: string): Promise<CallResult<unknown>> =>
  caller.call(accountCalls.checkPassword, { Password: password })

/** [AUTH-53] */
export const hasPassword = async (caller: Caller, options?: CallOptions): Promise<CallResult<boolean>> =>
  mapResult(await caller.call(accountCalls.isSetPassword, {}, options), ({ IsSetPwd }) => IsSetPwd === 1)

/** Deletes the account permanently [AUTH-57]. */
export const deleteAccount = (caller: Caller): Promise<CallResult<unknown>> =>
  caller.call(accountCalls.cancelAccount, {})

/** Ends the session of the credentials in `options` [AUTH-45]. */
export const signOut = (caller: Caller, options?: CallOptions): Promise<CallResult<unknown>> =>
  caller.call(accountCalls.logout, {}, options)

export interface RenewedTokens {
  readonly token: string
  /** Absent if the old one stays valid. */
  readonly refreshToken?: string
}

interface RefreshRequest {
  readonly userId: UserId
  readonly refreshToken: string
}

/** Gets a new token for a refresh token [AUTH-44]. */
export const renewToken = async (
  caller: Caller,
  { userId, refreshToken }: RefreshRequest,
  options?: CallOptions,
): Promise<CallResult<RenewedTokens>> =>
  mapResult(
    await caller.call(accountCalls.updateToken, { UserID: userId, RefreshToken: refreshToken }, options),
    ({ AccessToken, RefreshToken }) => ({
      token: AccessToken,
      ...(RefreshToken ? { refreshToken: RefreshToken } : {}),
    }),
  )

/** [USER-05 USER-08] */
export const getProfile = async (caller: Caller, options?: CallOptions): Promise<CallResult<ProfileFacts>> =>
  mapResult(await caller.call(profileCalls.getUserInfo, {}, options), toProfileFacts)

/** [ME-17] */
export const changeNickname = (caller: Caller, nickname: string): Promise<CallResult<unknown>> =>
  caller.call(profileCalls.updateNickname, { NickName: nickname })

/** [ME-18] */
export const changeSignature = (caller: Caller, signature: string): Promise<CallResult<unknown>> =>
  caller.call(profileCalls.updateSignature, { Sign: signature })

/** Uploads an avatar, with up to five retries [ME-15 ME-19], and returns its URL; undefined if the response has none. */
export const uploadAvatar = (
  caller: Caller,
  file: UploadFile,
  options?: CallOptions,
): Promise<CallResult<string | undefined>> =>
  uploadPicture(caller, {}, file, { retries: avatarRetryLimit, ...options })

/** Uploads a picture for a group and returns its URL. The group gets it by `createGroup` or `changeGroup`. */
export const uploadGroupPicture = (
  caller: Caller,
  file: UploadFile,
): Promise<CallResult<string | undefined>> => uploadPicture(caller, { For: 'group' }, file)

/** Whether this person confirms each friend request and each addition to a group [SET-15]. */
export interface Verification {
  readonly friend: boolean
  readonly group: boolean
}

/** [SET-16] */
export const getVerification = async (caller: Caller): Promise<CallResult<Verification>> =>
  mapResult(
    await caller.call(profileCalls.getVerifiedFriendSetting, {}),
    ({ IsManualVerifiedFriend, IsManualVerifiedGroup }) => ({
      friend: IsManualVerifiedFriend === 1,
      group: IsManualVerifiedGroup === 1,
    }),
  )

/** [SET-18] */
export const setVerification = (
  caller: Caller,
  kind: keyof Verification,
  isManual: boolean,
): Promise<CallResult<unknown>> =>
  caller.call(profileCalls.updateVerifiedFriendSetting, {
    Type: kind === 'friend' ? 1 : 2,
    IsManualVerified: isManual ? 1 : 0,
  })

/** Whether this person shows typing, and sees it of others. */
export interface TypingSetting {
  readonly isShown: boolean
}

export const getTypingSetting = async (caller: Caller): Promise<CallResult<TypingSetting>> =>
  mapResult(await caller.call(profileCalls.getTypingSetting, {}), ({ IsTypingShown }) => ({
    isShown: IsTypingShown === 1,
  }))

export const setTypingSetting = (caller: Caller, { isShown }: TypingSetting): Promise<CallResult<unknown>> =>
  caller.call(profileCalls.updateTypingSetting, { IsTypingShown: isShown ? 1 : 0 })

const uploadPicture = async (
  caller: Caller,
  request: { readonly For?: 'group' },
  file: UploadFile,
  options?: CallOptions,
): Promise<CallResult<string | undefined>> =>
  mapResult(
    await caller.call(profileCalls.uploadAvatar, request, { ...options, file }),
    ({ FileUrl }) => FileUrl || undefined,
  )
