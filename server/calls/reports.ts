import * as calls from '#schemas/wire/calls/reports.ts'
import { addReport as storeReport } from '../reporting/add-report.ts'
import { type ReportReason, reportReasons } from '../reporting/reasons.ts'
import { type Locale, say } from '../texts/say.ts'
import { done, guarded } from './handler.ts'
import { refuseInvalid } from './invalid-input.ts'

const toWireReasons = (reasons: readonly ReportReason[], locale: Locale) =>
  reasons.map(({ id, textKey }) => ({ ID: id, Reason: say(locale, textKey) }))

const getUserReasonList = guarded(calls.getUserReasonList, async ({ locale }) =>
  done(toWireReasons(reportReasons.person, locale)),
)

const getGroupReasonList = guarded(calls.getGroupReasonList, async ({ locale }) =>
  done(toWireReasons(reportReasons.group, locale)),
)

const addReport = guarded(calls.addReport, async ({ fields, services, caller }) => {
  const isGroup = fields.Type === '2'
  const id = isGroup ? fields.GroupID : fields.UserID
  if (id === undefined)
    throw refuseInvalid({ field: isGroup ? 'GroupID' : 'UserID', kind: 'other', count: 0 })
  await storeReport(services, {
    reporterId: caller.accountId,
    target: { kind: isGroup ? 'group' : 'person', id },
    reasonId: fields.ReasonID,
    description: fields.Describe,
    image: fields.Image ?? '',
  })
  return done(null)
})

export const reportRoutes = [getUserReasonList, getGroupReasonList, addReport] as const
