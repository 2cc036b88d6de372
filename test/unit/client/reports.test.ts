import { describe, expect, it } from 'vitest'
import { createReportOperation } from '#client/reports.ts'
import { conversationId, userId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { uploadFile } from '#schemas/wire/calls/files.ts'
import { addReport } from '#schemas/wire/calls/reports.ts'
import { first, listed, openAccount, peer } from '../machines/account-fixture.ts'
import { answers, rejects } from '../machines/fake-caller.ts'

const problem = { reason: { id: 2, text: 'Fraud' }, description: '  sells things ' }
const screenshot = { name: 'a.png', type: 'image/png', size: 3, content: new Uint8Array([1, 2, 3]) }
const friendFacts = {
  ...{ userId: userId(31), nickname: 'Ben', avatarUrl: '', remark: '', signature: '', chatId: '', gender: 0 },
  conversationId: first,
}
const befriended: NewEvent = {
  stream: 'account',
  type: 'FriendListed',
  data: { facts: friendFacts },
  occurredAt: 1,
  origin: 'http',
}

async function open(...events: readonly NewEvent[]) {
  const account = await openAccount([listed(first), ...events])
  account.caller.reply(addReport, answers(null))
  account.caller.reply(uploadFile, answers({ FileUrl: '/files/messages/x.png' }))
  return { ...account, report: createReportOperation(account) }
}

describe('a report', () => {
  it('from a one-to-one conversation is about the friend [REPORT-13 REPORT-14]', async () => {
    const { caller, report } = await open(befriended)
    expect(await report(first, problem)).toMatchObject({ isOk: true })
    const fields = { ReasonID: 2, Reason: 'Fraud', Describe: 'sells things', Image: '' }
    expect(caller.calls).toMatchObject([
      { path: '/AddReport', request: { Type: '1', UserID: 31, ...fields } },
    ])
  })

  it('about a former friend identifies the person by the conversation', async () => {
    const { caller, report } = await open()
    await report(first, problem)
    expect(caller.callsOf(addReport)[0]?.request).toMatchObject({ Type: '1', UserID: peer })
  })

  it('from a group is about the group [REPORT-13]', async () => {
    const { caller, report } = await open()
    await report(conversationId('group', 4), problem)
    expect(caller.callsOf(addReport)[0]?.request).toMatchObject({ Type: '2', GroupID: 4 })
  })

  it('uploads its screenshot first, and is not sent if that fails [REPORT-15]', async () => {
    const { caller, report } = await open()
    expect(await report(first, { ...problem, screenshot })).toMatchObject({ isOk: true })
    expect(caller.calls.map(({ path }) => path)).toEqual(['/UploadFile', '/AddReport'])
    expect(caller.callsOf(addReport)[0]?.request).toMatchObject({ Image: '/files/messages/x.png' })
    caller.reply(uploadFile, rejects(8, 'Too large.'))
    expect(await report(first, { ...problem, screenshot })).toMatchObject({
      isOk: false,
      rejection: { text: 'Too large.' },
    })
    expect(caller.callsOf(addReport)).toHaveLength(1)
  })
})
