import type { RejectionData } from '../wire/envelope.ts'

type WireFields = Readonly<Record<string, string | number>>

/** UID, Token, device type and brand of an authenticated call [HTTP-02]. */
export const toIdentityFields = (
  { userId, token }: { readonly userId: number; readonly token: string },
  { deviceType, brand }: { readonly deviceType: string; readonly brand: string | undefined },
): WireFields => ({
  UID: userId,
  Token: token,
  DeviceType: deviceType,
  ...(brand ? { Brand: brand } : {}),
})

/** The headers of every call [HTTP-03]. */
export const toCallHeaders = (locale: string, gateway: string) => ({ Lang: locale, Gateway: gateway })

/** Why the server rejected a call. */
interface CallRejection {
  readonly key: string | undefined
  /** The form field that the rejection concerns. */
  readonly field: string | undefined
  readonly count: number | undefined
  /** The pause before a retry, ms; present if the server limits the rate. */
  readonly retryAfter: number | undefined
}

export const readRejection = ({ Key, Field, Count, RetryAfter }: RejectionData): CallRejection => ({
  key: Key,
  field: Field && fieldNames[Field],
  count: Count,
  retryAfter: RetryAfter,
})

/** The form field of each wire field that a rejection may name. */
const fieldNames: Readonly<Record<string, string>> = {
  Code: 'code',
  Content: 'reply',
  GroupImg: 'picture',
  GroupName: 'name',
  Info: 'announcement',
  MemberName: 'name',
  NickName: 'nickname',
  Password: 'password',
  Phone: 'phone',
  Remark: 'remark',
  RemarkName: 'remark',
  Sign: 'signature',
  TagName: 'name',
  TelCode: 'country',
  file: 'picture',
}
