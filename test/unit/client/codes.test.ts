import { describe, expect, it } from 'vitest'
import { createCodeOperations } from '#client/codes.ts'
import { conversationId } from '#schemas/ids.ts'
import * as calls from '#schemas/wire/calls/codes.ts'
import type { Lookup } from '#streams/lookups/lookup-cache.ts'
import { answers, rejects } from '../machines/fake-caller.ts'
import { openTwoTabs } from './two-tabs.ts'

const group = conversationId('group', 4)
const person = { UID: 8, NickName: 'Ben', VChatID: 'cben', IsFriend: 0 as const }

function open() {
  const { one, settle } = openTwoTabs()
  const codes = createCodeOperations(one)
  const answerOf = async <Value>(lookup: Lookup<Value>) => {
    lookup.subscribe(() => undefined)
    await settle()
    return lookup.get()
  }
  return { caller: one.caller, codes, answerOf, settle }
}

describe('codes', () => {
  it('are the URLs that the server returns, until they are renewed [QR-25]', async () => {
    const { caller, codes, answerOf, settle } = open()
    caller.reply(calls.getUserQrCode, answers({ QRCode: 'u1', RegisterCode: 'r1' }))
    expect(await answerOf(codes.own)).toEqual({
      status: 'ready',
      value: { user: 'u1', registration: 'r1' },
    })
    caller.reply(calls.getUserQrCode, answers({ QRCode: 'u2', RegisterCode: '' }))
    expect(await codes.renewOwn()).toMatchObject({ isOk: true })
    await settle()
    expect(codes.own.get()).toMatchObject({ value: { user: 'u2', registration: undefined } })
    expect(caller.callsOf(calls.getUserQrCode).map(({ request }) => request)).toEqual([
      { Renew: 0 },
      { Renew: 1 },
      { Renew: 0 },
    ])
  })

  it('of a group are requested by its id, and a rejected renewal changes nothing [QR-27]', async () => {
    const { caller, codes, answerOf, settle } = open()
    caller.reply(calls.getGroupQrCode, answers({ GroupQRCode: 'g1' }))
    expect(await answerOf(codes.group(group))).toEqual({ status: 'ready', value: 'g1' })
    caller.reply(calls.getGroupQrCode, rejects(6, 'No.'))
    expect(await codes.renewGroup(group)).toMatchObject({ rejection: { text: 'No.' } })
    await settle()
    expect(codes.group(group).get()).toEqual({ status: 'ready', value: 'g1' })
    expect(caller.callsOf(calls.getGroupQrCode).map(({ request }) => request)).toEqual([
      { GroupId: 4, Renew: 0 },
      { GroupId: 4, Renew: 1 },
    ])
  })

  it('lead to a person, a group and an inviter [QR-23 QR-24 QR-26]', async () => {
    const { caller, codes, answerOf } = open()
    caller.reply(calls.getUserInfoByQrCode, answers(person))
    caller.reply(calls.getRegisterCodeData, answers('Ann'))
    caller.reply(
      calls.getGroupInfoByQrCode,
      answers({ GroupData: { ID: 4, GroupName: 'Walks', JoinType: 1, UserCount: 3, MaxUserCount: 500 } }),
    )
    expect(await answerOf(codes.person('abc'))).toMatchObject({ value: [{ userId: 8, nickname: 'Ben' }] })
    expect(await answerOf(codes.inviter('abc'))).toEqual({ status: 'ready', value: 'Ann' })
    expect(await answerOf(codes.joinable('abc'))).toMatchObject({
      value: { id: group, isPublic: false, memberLimit: 500, description: { name: 'Walks', memberCount: 3 } },
    })
    expect(caller.calls.map(({ request }) => request)).toEqual([
      { QRCode: 'abc' },
      { Data: 'abc' },
      { GroupQRCode: 'abc' },
    ])
  })

  it('that are not valid lead to nobody', async () => {
    const { caller, codes, answerOf } = open()
    for (const call of [calls.getUserInfoByQrCode, calls.getGroupInfoByQrCode, calls.getRegisterCodeData])
      caller.reply(call, answers(null))
    expect(await answerOf(codes.person('abc'))).toEqual({ status: 'ready', value: [] })
    expect(await answerOf(codes.inviter('abc'))).toEqual({ status: 'ready', value: undefined })
    expect(await answerOf(codes.joinable('abc'))).toEqual({ status: 'ready', value: undefined })
  })

  it('befriend: by a request with a remark, or by accepting an invitation [FRIEND-60 FRIEND-61]', async () => {
    const { caller, codes } = open()
    caller.reply(calls.applyFriendQrCode, answers(null))
    caller.reply(calls.applyFriendByRegisterCode, answers(null, 'You are friends now.'))
    expect(await codes.apply('abc', 'Hello')).toMatchObject({ isOk: true })
    expect(await codes.acceptInvitation('def')).toEqual({ isOk: true, value: 'You are friends now.' })
    expect(caller.calls.map(({ request }) => request)).toEqual([
      { Remark: 'Hello', QRCode: 'abc', Source: 'QRCode' },
      { RegisterCode: 'def', Source: 'QRCode' },
    ])
  })
})
