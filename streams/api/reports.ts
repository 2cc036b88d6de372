import type { ConversationKind, UserId } from '#schemas/ids.ts'
import * as calls from '#schemas/wire/calls/reports.ts'
import { type CallResult, mapResult } from '../http/call-result.ts'
import type { Caller, CallOptions } from '../http/caller.ts'

export interface ReportReason {
  readonly id: number
  readonly text: string
}

/** Reasons for reporting a person or a group, in the caller's language [REPORT-10 REPORT-11]. */
export const getReportReasons = async (
  caller: Caller,
  kind: ConversationKind,
  options?: CallOptions,
): Promise<CallResult<readonly ReportReason[]>> =>
  mapResult(
    await caller.call(kind === 'group' ? calls.getGroupReasonList : calls.getUserReasonList, {}, options),
    (reasons) => (reasons ?? []).map(({ ID, Reason }) => ({ id: ID, text: Reason })),
  )

interface ReportDetails {
  readonly target:
    | { readonly kind: 'person'; readonly id: UserId }
    | { readonly kind: 'group'; readonly id: number }
  readonly reason: ReportReason
  readonly description: string
  /** Address of an uploaded screenshot; empty for none [REPORT-15]. */
  readonly image: string
}

/** Reports a person or a group [REPORT-13]. */
export const addReport = (
  caller: Caller,
  { target, reason, description, image }: ReportDetails,
): Promise<CallResult<unknown>> =>
  caller.call(calls.addReport, {
    ...(target.kind === 'group'
      ? { Type: '2' as const, GroupID: target.id }
      : { Type: '1' as const, UserID: target.id }),
    ReasonID: reason.id,
    Reason: reason.text,
    Describe: description,
    Image: image,
  })
